// RUN: pd-opt %s --append-backward="inputs=x" | filecheck %s

// The gradient of a loop is a loop that runs as long as its stack has elements. It carries the
// cotangent of the active carry %y. One value a trip is saved, %t: tanh_grad reads it and so does
// multiply_grad. The counter, the condition and the constants are not.

func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> tensor<3xf64> {
  %zero = pd_op.full 0 : tensor<1xi64>
  %one = pd_op.full 1.0 : tensor<1xf32>
  %more = pd_op.less_than %zero, %n
  %trips, %out = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<3xf64> {
    %next = pd_op.scale %i, %one {bias = 1.0}
    %t = pd_op.tanh %y
    %square = pd_op.multiply %t, %t
    %again = pd_op.less_than %next, %n
    cf.yield %again, %next, %square
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %zero = pd_op.full 0 : tensor<1xi64>
// CHECK-NEXT:     %one = pd_op.full 1.0 : tensor<1xf32>
// CHECK-NEXT:     %more = pd_op.less_than %zero, %n : tensor<1xi1>
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %trips, %out = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<3xf64> {
// CHECK-NEXT:       %next = pd_op.scale %i, %one {bias = 1.0} : tensor<1xi64>
// CHECK-NEXT:       %t = pd_op.tanh %y : tensor<3xf64>
// CHECK-NEXT:       %square = pd_op.multiply %t, %t : tensor<3xf64>
// CHECK-NEXT:       %again = pd_op.less_than %next, %n : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %t : tensor<3xf64>
// CHECK-NEXT:       cf.yield %again, %next, %square : tensor<1xi1>, tensor<1xi64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad = pd_op.while %1 (%y_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:       %t_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %2, %3 = pd_op.multiply_grad %t_1, %t_1, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %4 = builtin.combine %2, %3 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %t_grad = pd_op.add_n %4 : tensor<3xf64>
// CHECK-NEXT:       %y_grad_1 = pd_op.tanh_grad %t_1, %t_grad : tensor<3xf64>
// CHECK-NEXT:       %5 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %5, %y_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
