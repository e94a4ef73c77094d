// RUN: not pd-opt %s --append-backward="targets=prodct" 2>&1 | filecheck %s

// A name that there is not: the names there are, the nearest first.

%x = pd_op.data "x" : tensor<3xf64>
%product = pd_op.multiply %x, %x
pd_op.fetch %product "y"

// CHECK:      {{.*}}unknown_target.mlir: error: there is no value named prodct (targets)
// CHECK-NEXT:    names here: product, x, y
