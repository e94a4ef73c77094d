// RUN: not pd-opt %s --append-backward="targets=m" 2>&1 | filecheck %s

// Nor do integer targets.

%x = pd_op.data "x" : tensor<3xf64>
%m = pd_op.cast %x {dtype = i64}
pd_op.fetch %m "m"

// CHECK:      {{.*}}integer_target.mlir:6:1: error: target m is tensor<3xi64>: only float tensors have gradients
// CHECK-NEXT:    %m = pd_op.cast %x {dtype = i64}
// CHECK-NEXT:    ^
