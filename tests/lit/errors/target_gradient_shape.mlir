// RUN: not pd-opt %s --append-backward="targets=y inputs=x target-gradients=g" 2>&1 | filecheck %s

// A target gradient has the target's shape.

%x = pd_op.data "x" : tensor<3xf64>
%g = pd_op.data "g" : tensor<4xf64>
%y = pd_op.sin %x
pd_op.fetch %y "y"

// CHECK:      {{.*}}target_gradient_shape.mlir:6:1: error: target gradient g is tensor<4xf64>, its target is tensor<3xf64>
// CHECK-NEXT:    %g = pd_op.data "g" : tensor<4xf64>
// CHECK-NEXT:    ^
