// RUN: not pd-opt %s --append-backward="inputs=n" 2>&1 | filecheck %s

// Integers have no gradients.

%x = pd_op.data "x" : tensor<3xf64>
%n = pd_op.data "n" : tensor<3xi64>
%f = pd_op.cast %n {dtype = f64}
%y = pd_op.multiply %x, %f
pd_op.fetch %y "y"

// CHECK:      {{.*}}integer_input.mlir:6:1: error: input n is tensor<3xi64>: only floats have gradients
// CHECK-NEXT:    %n = pd_op.data "n" : tensor<3xi64>
// CHECK-NEXT:    ^
