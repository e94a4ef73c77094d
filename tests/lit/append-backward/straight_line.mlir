// RUN: pd-opt %s --append-backward | filecheck %s

// The plainest gradient: the seed is ones, and the ops are walked from the last to the first.
// Each gradient op has Paddle's name and operands: tanh_grad reads the result of tanh.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %product = pd_op.multiply %x, %w
  %y = pd_op.tanh %product
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %product = pd_op.multiply %x, %w : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.tanh %product : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %product_grad = pd_op.tanh_grad %y, %y_grad : tensor<3xf64>
// CHECK-NEXT:     %x_grad, %w_grad = pd_op.multiply_grad %x, %w, %product_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
