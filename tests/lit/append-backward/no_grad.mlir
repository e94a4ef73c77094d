// RUN: pd-opt %s --append-backward="inputs=x no-grad=s" | filecheck %s

// no-grad cuts the path at %s: only the path through %e is differentiated.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %e = pd_op.exp %x
  %s = pd_op.sin %x
  %y = pd_op.multiply %e, %s
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %e = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:     %s = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.multiply %e, %s : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %e_grad, %1 = pd_op.multiply_grad %e, %s, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.exp_grad %e, %e_grad : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
