// RUN: pd-opt %s --functionalize | filecheck %s

// tanh_ overwrites %y, in a branch: the branch passes the new value out, and a later read of %y
// sees it. The name %alias sees it too.

func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %y = pd_op.exp %x
  %alias = pd_op.share_data_ %y
  pd_op.if %c {
    %z = pd_op.tanh_ %y
    cf.yield
  } else {
    cf.yield
  }
  %p = pd_op.multiply %y, %alias
  func.return %p : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
// CHECK-NEXT:     %y = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:     %alias = pd_op.share_data %y : tensor<3xf64>
// CHECK-NEXT:     %y_1 = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %z = pd_op.tanh %y : tensor<3xf64>
// CHECK-NEXT:       cf.yield %z : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       cf.yield %y : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %p = pd_op.multiply %y_1, %y_1 : tensor<3xf64>
// CHECK-NEXT:     func.return %p : tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
