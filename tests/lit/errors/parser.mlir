// RUN: not pd-opt %s  2>&1 | filecheck %s

// Text that is no program.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.sin %z

// CHECK:      {{.*}}parser.mlir:6:16: error: %z is not defined before this use
// CHECK-NEXT:    %y = pd_op.sin %z
// CHECK-NEXT:                   ^
