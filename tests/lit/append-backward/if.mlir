// RUN: pd-opt %s --append-backward | filecheck %s

// The gradient of an if is an if on the same condition. It has one result for each value from
// outside that wants a cotangent. What a branch computed and its backward branch reads is saved
// on the branch's stack: here %h of the first branch; the second saves nothing.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %y = pd_op.if %c -> tensor<3xf64> {
    %h = pd_op.multiply %x, %w
    %s = pd_op.sin %h
    cf.yield %s
  } else {
    %p = pd_op.multiply %x, %x
    cf.yield %p
  }
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %y = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %h = pd_op.multiply %x, %w : tensor<3xf64>
// CHECK-NEXT:       %s = pd_op.sin %h : tensor<3xf64>
// CHECK-NEXT:       cf.tuple_push %inlet, %h : tensor<3xf64>
// CHECK-NEXT:       cf.yield %s : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %p = pd_op.multiply %x, %x : tensor<3xf64>
// CHECK-NEXT:       cf.yield %p : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %x_grad, %w_grad = pd_op.if %c -> tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %h_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %h_grad = pd_op.sin_grad %h_1, %y_grad : tensor<3xf64>
// CHECK-NEXT:       %x_grad_1, %w_grad_1 = pd_op.multiply_grad %x, %w, %h_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       cf.yield %x_grad_1, %w_grad_1 : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %1, %2 = pd_op.multiply_grad %x, %x, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %3 = builtin.combine %1, %2 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %x_grad_2 = pd_op.add_n %3 : tensor<3xf64>
// CHECK-NEXT:       %4 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %x_grad_2, %4 : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %y, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
