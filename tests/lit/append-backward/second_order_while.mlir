// RUN: pd-opt %s --append-backward="inputs=x" -p 'append-backward{targets="x@GRAD" inputs="x" suffix="@GRAD2"}' | filecheck %s

// A tape has a gradient too: where the first backward loop popped a value, its cotangent is
// pushed on another stack, from which the cotangent of the push is popped.

%x = pd_op.data "x" : tensor<3xf64>
%c = pd_op.full 1 : tensor<1xi1>
%out = pd_op.while %c (%y = %x) : tensor<3xf64> {
  %s = pd_op.sin %y
  %no = pd_op.full 0 : tensor<1xi1>
  cf.yield %no, %s
}
pd_op.fetch %out "y"

// CHECK:      builtin.module {
// CHECK-NEXT:   %x = pd_op.data "x" : tensor<3xf64>
// CHECK-NEXT:   %c = pd_op.full 1 : tensor<1xi1>
// CHECK-NEXT:   %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:   %stack_1, %inlet_1, %outlet_1 = cf.stack_create
// CHECK-NEXT:   %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
// CHECK-NEXT:     %s = pd_op.sin %y : tensor<3xf64>
// CHECK-NEXT:     %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:     cf.tuple_push %inlet, %y : tensor<3xf64>
// CHECK-NEXT:     cf.tuple_push %inlet_1, %y : tensor<3xf64>
// CHECK-NEXT:     cf.yield %no, %s : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   %0 = pd_op.fetch %out "y" : tensor<3xf64>
// CHECK-NEXT:   %1 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:   %out_grad = pd_op.full_like %out, %1 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:   %2 = cf.has_elements %stack
// CHECK-NEXT:   %stack_2, %inlet_2, %outlet_2 = cf.stack_create
// CHECK-NEXT:   %x_grad = pd_op.while %2 (%y_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:     %y_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:     %3 = pd_op.cos %y_1 : tensor<3xf64>
// CHECK-NEXT:     %y_grad_1 = pd_op.multiply %y_grad, %3 : tensor<3xf64>
// CHECK-NEXT:     %4 = cf.has_elements %stack
// CHECK-NEXT:     cf.tuple_push %inlet_2, %y_grad, %y_1, %3 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     cf.yield %4, %y_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   %5 = pd_op.fetch %x_grad "x@GRAD" {col = 1} : tensor<3xf64>
// CHECK-NEXT:   %6 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:   %x_grad_grad = pd_op.full_like %x_grad, %6 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:   %stack_3, %inlet_3, %outlet_3 = cf.stack_create
// CHECK-NEXT:   %7 = cf.has_elements %stack_2
// CHECK-NEXT:   %8 = pd_op.while %7 (%y_grad_grad = %x_grad_grad) : tensor<3xf64> {
// CHECK-NEXT:     %y_grad_2, %y_2, %9 = cf.tuple_pop %outlet_2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %y_grad_grad_1, %10 = pd_op.multiply_grad %y_grad_2, %9, %y_grad_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %y_grad_3 = pd_op.cos_grad %y_2, %10 : tensor<3xf64>
// CHECK-NEXT:     cf.tuple_push %inlet_3, %y_grad_3 : tensor<3xf64>
// CHECK-NEXT:     %11 = cf.has_elements %stack_2
// CHECK-NEXT:     cf.yield %11, %y_grad_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   %12 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:   %13 = cf.has_elements %stack_1
// CHECK-NEXT:   %x_grad_1 = pd_op.while %13 (%y_grad_4 = %12) : tensor<3xf64> {
// CHECK-NEXT:     %y_3 = cf.tuple_pop %outlet_1 : tensor<3xf64>
// CHECK-NEXT:     %14 = cf.tuple_pop %outlet_3 : tensor<3xf64>
// CHECK-NEXT:     %15 = pd_op.sin_grad %y_3, %y_grad_4 : tensor<3xf64>
// CHECK-NEXT:     %16 = builtin.combine %14, %15 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:     %y_grad_5 = pd_op.add_n %16 : tensor<3xf64>
// CHECK-NEXT:     %17 = cf.has_elements %stack_1
// CHECK-NEXT:     cf.yield %17, %y_grad_5 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   %18 = pd_op.fetch %x_grad_1 "x@GRAD2" {col = 2} : tensor<3xf64>
// CHECK-NEXT: }
