// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// Jumps between blocks cannot be differentiated; regions can.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  cf.br ^next
^next:
  func.return %x : tensor<3xf64>
}

// CHECK:      {{.*}}two_blocks.mlir:5:1: error: function @f has 2 blocks
// CHECK-NEXT:    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
// CHECK-NEXT:    ^
// CHECK-NEXT:    only one block can be differentiated: write branches as pd_op.if and pd_op.while
