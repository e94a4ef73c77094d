// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// A program that fetches nothing has no target.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.sin %x

// CHECK:      {{.*}}no_target.mlir: error: there is no target: the program fetches no float tensor
// CHECK-NEXT:    name one with targets=, or fetch it
