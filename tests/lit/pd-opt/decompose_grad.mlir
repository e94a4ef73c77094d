// RUN: pd-opt %s --append-backward --decompose-grad | filecheck %s

// decompose-grad writes each gradient op out as a formula.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %p = pd_op.multiply %x, %w
  %y = pd_op.tanh %p
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %p = pd_op.multiply %x, %w : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.tanh %p : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = pd_op.square %y : tensor<3xf64>
// CHECK-NEXT:     %2 = pd_op.full 1.0 : tensor<f64>
// CHECK-NEXT:     %3 = pd_op.subtract %2, %1 : tensor<3xf64>
// CHECK-NEXT:     %p_grad = pd_op.multiply %y_grad, %3 : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.multiply %p_grad, %w : tensor<3xf64>
// CHECK-NEXT:     %w_grad = pd_op.multiply %p_grad, %x : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
