// RUN: pd-opt %s --append-backward="inputs=x" -p 'append-backward{targets="x@GRAD" inputs="x" suffix="@GRAD2"}' | filecheck %s

// The result is a program like any other. The gradient ops on the way are replaced by what they
// mean, and differentiated.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.sin %x
pd_op.fetch %y "y"

// CHECK:      builtin.module {
// CHECK-NEXT:   %x = pd_op.data "x" : tensor<3xf64>
// CHECK-NEXT:   %y = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:   %0 = pd_op.fetch %y "y" : tensor<3xf64>
// CHECK-NEXT:   %1 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:   %y_grad = pd_op.full_like %y, %1 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:   %2 = pd_op.cos %x : tensor<3xf64>
// CHECK-NEXT:   %x_grad = pd_op.multiply %y_grad, %2 : tensor<3xf64>
// CHECK-NEXT:   %3 = pd_op.fetch %x_grad "x@GRAD" {col = 1} : tensor<3xf64>
// CHECK-NEXT:   %4 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:   %x_grad_grad = pd_op.full_like %x_grad, %4 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:   %5, %6 = pd_op.multiply_grad %y_grad, %2, %x_grad_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   %x_grad_1 = pd_op.cos_grad %x, %6 : tensor<3xf64>
// CHECK-NEXT:   %7 = pd_op.fetch %x_grad_1 "x@GRAD2" {col = 2} : tensor<3xf64>
// CHECK-NEXT: }
