// RUN: not pd-opt %s --append-backward="function=h" 2>&1 | filecheck %s

// A function that there is not.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  func.return %x : tensor<3xf64>
}

// CHECK:      {{.*}}unknown_function.mlir:1:1: error: there is no function @h
// CHECK-NEXT:    // RUN: not pd-opt %s --append-backward="function=h" 2>&1 | filecheck %s
// CHECK-NEXT:    ^
// CHECK-NEXT:    functions here: @f
