// RUN: pd-opt %s --append-backward | filecheck %s

// A vec has no cotangent of its own, its elements have: nothing is built for the element that is
// not used, and no zeros for it either.

func.func @f(%a: tensor<2xf64>, %b: tensor<3xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %vec = builtin.combine %a, %b, %a
  %p, %q, %r = builtin.split %vec
  %first = builtin.slice %vec {index = 0 : i32}
  %y = pd_op.multiply %p, %r
  func.return %y, %first : tensor<2xf64>, tensor<2xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%a: tensor<2xf64>, %b: tensor<3xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %vec = builtin.combine %a, %b, %a : tuple<tensor<2xf64>, tensor<3xf64>, tensor<2xf64>>
// CHECK-NEXT:     %p, %q, %r = builtin.split %vec : tensor<2xf64>, tensor<3xf64>, tensor<2xf64>
// CHECK-NEXT:     %first = builtin.slice %vec {index = 0 : i32} : tensor<2xf64>
// CHECK-NEXT:     %y = pd_op.multiply %p, %r : tensor<2xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<2xf64>
// CHECK-NEXT:     %1 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %first_grad = pd_op.full_like %first, %1 {dtype = f64} : tensor<2xf64>
// CHECK-NEXT:     %p_grad, %r_grad = pd_op.multiply_grad %p, %r, %y_grad : tensor<2xf64>, tensor<2xf64>
// CHECK-NEXT:     %2 = builtin.combine %first_grad, %p_grad : tuple<tensor<2xf64>, tensor<2xf64>>
// CHECK-NEXT:     %3 = pd_op.add_n %2 : tensor<2xf64>
// CHECK-NEXT:     %4 = builtin.combine %3, %r_grad : tuple<tensor<2xf64>, tensor<2xf64>>
// CHECK-NEXT:     %a_grad = pd_op.add_n %4 : tensor<2xf64>
// CHECK-NEXT:     %5 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %first, %a_grad, %5 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
