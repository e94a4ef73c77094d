// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// Which function is meant must be said.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  func.return %x : tensor<3xf64>
}
func.func @g(%x: tensor<3xf64>) -> tensor<3xf64> {
  func.return %x : tensor<3xf64>
}

// CHECK:      {{.*}}several_functions.mlir:1:1: error: the module has several functions
// CHECK-NEXT:    // RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s
// CHECK-NEXT:    ^
// CHECK-NEXT:    choose one with function=: @f, @g
