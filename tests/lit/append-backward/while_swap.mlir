// RUN: pd-opt %s --append-backward | filecheck %s

// Carries that change places: the cotangent of a region argument that is yielded is what comes
// back for the carry it becomes. %h is yielded twice and gets both.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %p, %q, %r = pd_op.while %c (%a = %x, %b = %w, %d = %x) : tensor<3xf64>, tensor<3xf64>, tensor<3xf64> {
    %h = pd_op.sin %a
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %b, %h, %h
  }
  %s = pd_op.multiply %p, %q
  %y = pd_op.multiply %s, %r
  func.return %y : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %p, %q, %r = pd_op.while %c (%a = %x, %b = %w, %d = %x) : tensor<3xf64>, tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %h = pd_op.sin %a : tensor<3xf64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %a : tensor<3xf64>
// CHECK-NEXT:       cf.yield %no, %b, %h, %h : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %s = pd_op.multiply %p, %q : tensor<3xf64>
// CHECK-NEXT:     %y = pd_op.multiply %s, %r : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %y_grad = pd_op.full_like %y, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %s_grad, %r_grad = pd_op.multiply_grad %s, %r, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %p_grad, %q_grad = pd_op.multiply_grad %p, %q, %s_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %2, %w_grad, %3 = pd_op.while %1 (%a_grad = %p_grad, %b_grad = %q_grad, %d_grad = %r_grad) : tensor<3xf64>, tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %a_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %4 = builtin.combine %b_grad, %d_grad : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %h_grad = pd_op.add_n %4 : tensor<3xf64>
// CHECK-NEXT:       %a_grad_1 = pd_op.sin_grad %a_1, %h_grad : tensor<3xf64>
// CHECK-NEXT:       %5 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       %6 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %6, %a_grad_1, %a_grad, %5 : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %7 = builtin.combine %2, %3 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:     %x_grad = pd_op.add_n %7 : tensor<3xf64>
// CHECK-NEXT:     func.return %y, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
