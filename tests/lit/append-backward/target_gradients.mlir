// RUN: pd-opt %s --append-backward="targets=s,p inputs=x target-gradients=g,h" | filecheck %s

// Two targets with given cotangents; the second target depends on the first. A value that is a
// target and is used on the way to another gets both.

%x = pd_op.data "x" : tensor<3xf64>
%g = pd_op.data "g" {stop_gradient = [true]} : tensor<3xf64>
%h = pd_op.data "h" {stop_gradient = [true]} : tensor<3xf64>
%s = pd_op.sin %x
%p = pd_op.multiply %s, %x
pd_op.fetch %p "p"

// CHECK:      builtin.module {
// CHECK-NEXT:   %x = pd_op.data "x" : tensor<3xf64>
// CHECK-NEXT:   %g = pd_op.data "g" {stop_gradient = [true]} : tensor<3xf64>
// CHECK-NEXT:   %h = pd_op.data "h" {stop_gradient = [true]} : tensor<3xf64>
// CHECK-NEXT:   %s = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:   %p = pd_op.multiply %s, %x : tensor<3xf64>
// CHECK-NEXT:   %0 = pd_op.fetch %p "p" : tensor<3xf64>
// CHECK-NEXT:   %1, %2 = pd_op.multiply_grad %s, %x, %h : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   %3 = builtin.combine %g, %1 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:   %s_grad = pd_op.add_n %3 : tensor<3xf64>
// CHECK-NEXT:   %4 = pd_op.sin_grad %x, %s_grad : tensor<3xf64>
// CHECK-NEXT:   %5 = builtin.combine %2, %4 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:   %x_grad = pd_op.add_n %5 : tensor<3xf64>
// CHECK-NEXT:   %6 = pd_op.fetch %x_grad "x@GRAD" {col = 1} : tensor<3xf64>
// CHECK-NEXT: }
