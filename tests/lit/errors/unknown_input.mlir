// RUN: not pd-opt %s --append-backward="inputs=xx" 2>&1 | filecheck %s

// The same for an input.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %y = pd_op.multiply %x, %w
  func.return %y : tensor<3xf64>
}

// CHECK:      {{.*}}unknown_input.mlir:5:1: error: there is no value named xx (inputs)
// CHECK-NEXT:    func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT:    ^
// CHECK-NEXT:    names here: x, y, w
