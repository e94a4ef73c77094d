// RUN: pd-opt %s --append-backward 2>&1 | filecheck %s

// An input that no target depends on: a program fetches nothing for it, and a warning says so.

%x = pd_op.data "x" : tensor<3xf64>
%z = pd_op.data "z" : tensor<2xf64>
%y = pd_op.sin %x
pd_op.fetch %y "y"

// CHECK:      unused_input.mlir:6:1: warning: no target depends on z: it has no gradient
// CHECK-NEXT:    %z = pd_op.data "z" : tensor<2xf64>
// CHECK-NEXT:    ^
// CHECK-NEXT: builtin.module {
// CHECK-NEXT:   %x = pd_op.data "x" : tensor<3xf64>
// CHECK-NEXT:   %z = pd_op.data "z" : tensor<2xf64>
// CHECK-NEXT:   %y = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:   %0 = pd_op.fetch %y "y" : tensor<3xf64>
// CHECK-NEXT:   %1 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:   %y_grad = pd_op.full_like %y, %1 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:   %x_grad = pd_op.sin_grad %x, %y_grad : tensor<3xf64>
// CHECK-NEXT:   %2 = pd_op.fetch %x_grad "x@GRAD" {col = 1} : tensor<3xf64>
// CHECK-NEXT: }
