// RUN: pd-opt %s --append-backward | filecheck %s

// A mark that somebody set on a computed value cuts the path there: only the direct path from %h
// to %y is differentiated.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %h = pd_op.exp %x
  %d = pd_op.share_data %h {stop_gradient = [true]}
  %y = pd_op.multiply %h, %d
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %h = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:     %d = pd_op.share_data %h {stop_gradient = [true]} : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.multiply %h, %d : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %h_grad, %1 = pd_op.multiply_grad %h, %d, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.exp_grad %h, %h_grad : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
