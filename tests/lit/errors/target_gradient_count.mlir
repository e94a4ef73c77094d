// RUN: not pd-opt %s --append-backward="targets=y,z inputs=x target-gradients=g" 2>&1 | filecheck %s

// There is one target gradient for each target.

%x = pd_op.data "x" : tensor<3xf64>
%g = pd_op.data "g" : tensor<3xf64>
%y = pd_op.sin %x
%z = pd_op.cos %x
pd_op.fetch %y "y"
pd_op.fetch %z "z"

// CHECK:      {{.*}}target_gradient_count.mlir: error: there are 2 targets but 1 target gradients
// CHECK-NEXT:    give one target gradient a target, in the same order
