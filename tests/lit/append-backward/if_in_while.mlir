// RUN: pd-opt %s --allow-unregistered-dialect --append-backward="inputs=x" | filecheck %s

// An if in a loop: its condition is different in each trip, so the loop saves it. The branch's
// stack serves all trips, first in last out, and stands outside the loop.

func.func @f(%x: tensor<3xf64>, %limit: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
    %big = pd_op.tanh %y
    %q = "test.condition"(%big) : (tensor<3xf64>) -> tensor<1xi1>
    %z = pd_op.if %q -> tensor<3xf64> {
      %h = pd_op.multiply %y, %y
      %s = pd_op.sin %h
      cf.yield %s
    } else {
      cf.yield %y
    }
    %no = "test.condition"(%z) : (tensor<3xf64>) -> tensor<1xi1>
    cf.yield %no, %z
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %limit: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %stack_1, %inlet_1, %outlet_1 = cf.stack_create
// CHECK-NEXT:     %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
// CHECK-NEXT:       %big = pd_op.tanh %y : tensor<3xf64>
// CHECK-NEXT:       %q = "test.condition"(%big) : (tensor<3xf64>) -> tensor<1xi1>
// CHECK-NEXT:       %z = pd_op.if %q -> tensor<3xf64> {
// CHECK-NEXT:         %h = pd_op.multiply %y, %y : tensor<3xf64>
// CHECK-NEXT:         %s = pd_op.sin %h : tensor<3xf64>
// CHECK-NEXT:         cf.tuple_push %inlet_1, %h : tensor<3xf64>
// CHECK-NEXT:         cf.yield %s : tensor<3xf64>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         cf.yield %y : tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       %no = "test.condition"(%z) : (tensor<3xf64>) -> tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %y, %q : tensor<3xf64>, tensor<1xi1>
// CHECK-NEXT:       cf.yield %no, %z : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad = pd_op.while %1 (%y_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:       %y_1, %q_1 = cf.tuple_pop %outlet : tensor<3xf64>, tensor<1xi1>
// CHECK-NEXT:       %y_grad_1 = pd_op.if %q_1 -> tensor<3xf64> {
// CHECK-NEXT:         %h_1 = cf.tuple_pop %outlet_1 : tensor<3xf64>
// CHECK-NEXT:         %h_grad = pd_op.sin_grad %h_1, %y_grad : tensor<3xf64>
// CHECK-NEXT:         %2, %3 = pd_op.multiply_grad %y_1, %y_1, %h_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:         %4 = builtin.combine %2, %3 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:         %y_grad_2 = pd_op.add_n %4 : tensor<3xf64>
// CHECK-NEXT:         cf.yield %y_grad_2 : tensor<3xf64>
// CHECK-NEXT:       } else {
// CHECK-NEXT:         cf.yield %y_grad : tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       %5 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %5, %y_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
