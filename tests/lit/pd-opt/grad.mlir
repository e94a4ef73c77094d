// RUN: pd-opt %s --grad --grad="function=f value-and-grad ones suffix=_vjp" | filecheck %s

// grad leaves @f alone. @f_grad takes a cotangent for each result; with ones and value-and-grad
// the second one takes none and returns the results first.

func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> tensor<3xf64> {
  %y = pd_op.sin %x
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> tensor<3xf64> {
// CHECK-NEXT:     %y = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:     func.return %y : tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @f_vjp(%x: tensor<3xf64>, %n: tensor<1xi64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %y = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.sin_grad %x, %y_grad : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @f_grad(%x: tensor<3xf64>, %n: tensor<1xi64>, %y_grad: tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT:     %y = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.sin_grad %x, %y_grad : tensor<3xf64>
// CHECK-NEXT:     func.return %x_grad : tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
