// RUN: not pd-opt %s  2>&1 | filecheck %s

// A program that does not verify: the op, and what does not fit.

%x = pd_op.data "x" : tensor<3x4xf64>
%y = "pd_op.matmul"(%x, %x) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x3xf64>

// CHECK:      {{.*}}verifier.mlir:6:1: error: pd_op.matmul: the dims that are summed over: 4 and 3 differ
// CHECK-NEXT:    %y = "pd_op.matmul"(%x, %x) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x3xf64>
// CHECK-NEXT:    ^
