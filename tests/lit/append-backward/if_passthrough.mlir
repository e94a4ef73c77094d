// RUN: pd-opt %s --append-backward | filecheck %s

// The first branch yields %x itself, twice: its cotangent is the sum of what comes back for both
// results. In the second branch %h is yielded and used.

func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %p, %q = pd_op.if %c -> tensor<3xf64>, tensor<3xf64> {
    cf.yield %x, %x
  } else {
    %h = pd_op.exp %x
    %s = pd_op.sin %h
    cf.yield %h, %s
  }
  %y = pd_op.multiply %p, %q
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %p, %q = pd_op.if %c -> tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       cf.yield %x, %x : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %h = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:       %s = pd_op.sin %h : tensor<3xf64>
// CHECK-NEXT:       cf.tuple_push %inlet, %h : tensor<3xf64>
// CHECK-NEXT:       cf.yield %h, %s : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %y = pd_op.multiply %p, %q : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %p_grad, %q_grad = pd_op.multiply_grad %p, %q, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %1 = builtin.combine %p_grad, %q_grad : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %x_grad_1 = pd_op.add_n %1 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %x_grad_1 : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %h_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %2 = pd_op.sin_grad %h_1, %q_grad : tensor<3xf64>
// CHECK-NEXT:       %3 = builtin.combine %p_grad, %2 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %h_grad = pd_op.add_n %3 : tensor<3xf64>
// CHECK-NEXT:       %x_grad_2 = pd_op.exp_grad %h_1, %h_grad : tensor<3xf64>
// CHECK-NEXT:       cf.yield %x_grad_2 : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
