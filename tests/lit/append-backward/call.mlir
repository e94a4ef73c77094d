// RUN: pd-opt %s --append-backward="function=f" | filecheck %s

// A call on an active path is replaced by the callee's body.

func.func @square(%a: tensor<3xf64>) -> tensor<3xf64> {
  %b = pd_op.multiply %a, %a
  func.return %b : tensor<3xf64>
}

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = func.call @square(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %z = pd_op.sin %y
  func.return %z : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @square(%a: tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT:     %b = pd_op.multiply %a, %a : tensor<3xf64>
// CHECK-NEXT:     func.return %b : tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %b = pd_op.multiply %x, %x : tensor<3xf64>
// CHECK-NEXT:     %z = pd_op.sin %b : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %z_grad = pd_op.full_like %z, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %b_grad = pd_op.sin_grad %b, %z_grad : tensor<3xf64>
// CHECK-NEXT:     %1, %2 = pd_op.multiply_grad %x, %x, %b_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %3 = builtin.combine %1, %2 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:     %x_grad = pd_op.add_n %3 : tensor<3xf64>
// CHECK-NEXT:     func.return %z, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
