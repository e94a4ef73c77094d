// RUN: pd-opt %s --append-backward | filecheck %s

// The second branch does not touch %x: its backward branch yields zeros for it.

func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %y = pd_op.if %c -> tensor<3xf64> {
    %s = pd_op.sin %x
    cf.yield %s
  } else {
    %one = pd_op.full 1.0 : tensor<3xf64>
    cf.yield %one
  }
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %y = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %s = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:       cf.yield %s : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %one = pd_op.full 1.0 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %one : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %x_grad_1 = pd_op.sin_grad %x, %y_grad : tensor<3xf64>
// CHECK-NEXT:       cf.yield %x_grad_1 : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %1 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %1 : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
