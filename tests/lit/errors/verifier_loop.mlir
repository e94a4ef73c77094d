// RUN: not pd-opt %s  2>&1 | filecheck %s

// Paddle's loop yields one value more than it carries.

%x = pd_op.data "x" : tensor<3xf64>
%c = pd_op.full 1 : tensor<1xi1>
%y = pd_op.while %c (%v = %x) : tensor<3xf64> {
  cf.yield %c
}

// CHECK:      {{.*}}verifier_loop.mlir:7:1: error: pd_op.while: pd_op.while has 1 carried values, 1 region arguments, 1 results and yields 1 values (one more than carried: the condition first)
// CHECK-NEXT:    %y = pd_op.while %c (%v = %x) : tensor<3xf64> {
// CHECK-NEXT:    ^
