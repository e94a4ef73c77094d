// RUN: not pd-opt %s --append-backward="target=y" 2>&1 | filecheck %s

// An option that a pass does not have.

%x = pd_op.data "x" : tensor<3xf64>

// CHECK:      pd-opt: error: append-backward has no option target
// CHECK-NEXT:    did you mean targets or target-gradients?
