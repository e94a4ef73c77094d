// RUN: pd-opt %s --inline-pylayer | filecheck %s

// The ops of a callback, and of one inside it, in its place; a value passed through stays itself.

%x = pd_op.data "x" : tensor<3xf64>
%y, %same = pd_op.pylayer (%x) -> tensor<3xf64>, tensor<3xf64> attributes {backward_function_id = 8 : i32} {
  %inner = pd_op.pylayer (%x) -> tensor<3xf64> {
    %1 = pd_op.exp %x
    cf.yield %1
  }
  %2 = pd_op.multiply %inner, %x
  cf.yield %2, %x
}
%z = pd_op.add %y, %same
pd_op.fetch %z "z"

// CHECK:      builtin.module {
// CHECK-NEXT:   %x = pd_op.data "x" : tensor<3xf64>
// CHECK-NEXT:   %inner = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:   %y = pd_op.multiply %inner, %x : tensor<3xf64>
// CHECK-NEXT:   %z = pd_op.add %y, %x : tensor<3xf64>
// CHECK-NEXT:   %0 = pd_op.fetch %z "z" : tensor<3xf64>
// CHECK-NEXT: }
