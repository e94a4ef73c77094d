// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// An op without a rule is an error where a target depends on an input through it, and only there.

%x = pd_op.data "x" : tensor<3xf64>
%off = "pd_op.elsewhere"(%x) : (tensor<3xf64>) -> tensor<3xf64>
%y = "pd_op.mystery"(%x) : (tensor<3xf64>) -> tensor<3xf64>
pd_op.fetch %y "y"

// CHECK:      {{.*}}no_rule.mlir:7:1: error: pd_op.mystery has no gradient rule, and a target depends on an input through it
// CHECK-NEXT:    %y = "pd_op.mystery"(%x) : (tensor<3xf64>) -> tensor<3xf64>
// CHECK-NEXT:    ^
// CHECK-NEXT:    add a rule (docs/adding-an-op.md), or cut the path with no-grad
