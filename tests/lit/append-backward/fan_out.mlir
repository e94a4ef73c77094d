// RUN: pd-opt %s --append-backward | filecheck %s

// A value that is used three times gets three partial cotangents. They are added up once, where
// the value is defined: combine and add_n.

func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %h = pd_op.exp %x
  %s = pd_op.sin %h
  %t = pd_op.tanh %h
  %a = pd_op.multiply %s, %t
  %y = pd_op.multiply %a, %h
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %h = pd_op.exp %x : tensor<3xf64>
// CHECK-NEXT:     %s = pd_op.sin %h : tensor<3xf64>
// CHECK-NEXT:     %t = pd_op.tanh %h : tensor<3xf64>
// CHECK-NEXT:     %a = pd_op.multiply %s, %t : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.multiply %a, %h : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %a_grad, %1 = pd_op.multiply_grad %a, %h, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %s_grad, %t_grad = pd_op.multiply_grad %s, %t, %a_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %2 = pd_op.tanh_grad %t, %t_grad : tensor<3xf64>
// CHECK-NEXT:     %3 = pd_op.sin_grad %h, %s_grad : tensor<3xf64>
// CHECK-NEXT:     %4 = builtin.combine %1, %2, %3 : tuple<tensor<3xf64>, tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:     %h_grad = pd_op.add_n %4 : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.exp_grad %h, %h_grad : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
