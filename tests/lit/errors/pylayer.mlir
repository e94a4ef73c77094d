// RUN: not pd-opt %s --append-backward 2>&1 | filecheck %s

// Paddle's callbacks carry a Python function as their gradient, which no file holds. What the
// region computes may have another gradient (here: none), so it is not differentiated in silence.

%x = pd_op.data "x" : tensor<3xf64>
%y = pd_op.pylayer (%x) -> tensor<3xf64> {
  %1 = pd_op.round %x : tensor<3xf64>
  cf.yield %1 : tensor<3xf64>
}
pd_op.fetch %y "y" : tensor<3xf64>

// CHECK:      {{.*}}pylayer.mlir:7:1: error: the gradient of pd_op.pylayer is a Python function, which a program does not hold
// CHECK-NEXT:    %y = pd_op.pylayer (%x) -> tensor<3xf64> {
// CHECK-NEXT:    ^
// CHECK-NEXT:    cut the path with no-grad, or run --inline-pylayer first, which puts the ops of its region in its place
