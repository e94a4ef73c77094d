// RUN: not pd-opt %s --append-backwards 2>&1 | filecheck %s

// A pass that there is not, and the nearest ones.

%x = pd_op.data "x" : tensor<3xf64>

// CHECK:      pd-opt: error: there is no option or pass --append-backwards
// CHECK-NEXT:    did you mean --append-backward?
