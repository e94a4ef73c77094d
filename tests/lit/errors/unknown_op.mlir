// RUN: not pd-opt %s 2>&1 | filecheck %s

// An op that no family defines is read in its generic form only.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.tahn %x : tensor<3xf64>

// CHECK:      {{.*}}unknown_op.mlir:6:{{[0-9]+}}: error: there is no op pd_op.tahn (pd_op.tan, pd_op.tanh, pd_op.atan?); an op that pdgrad does not define is written in its generic form, "pd_op.tahn"(...) : (...) -> ...
// CHECK-NEXT:   %y = pd_op.tahn %x : tensor<3xf64>
// CHECK-NEXT:                   ^
