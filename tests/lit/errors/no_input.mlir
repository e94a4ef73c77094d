// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// Everything is marked as constant: there is nothing to differentiate for.

%x = pd_op.data "x" {stop_gradient = [true]} : tensor<3xf64>
%y = pd_op.sin %x
pd_op.fetch %y "y"

// CHECK:      {{.*}}no_input.mlir: error: there is no input to differentiate for: no float input without stop_gradient
// CHECK-NEXT:    name one with inputs=
