// RUN: pd-opt %s -p canonicalize,cse,dce --append-backward -p canonicalize,cse,dce | filecheck %s

// Passes compose: what is merged or removed before or after changes nothing in the gradient. The
// two sines are one, and the zeros that append-backward writes are merged.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %s = pd_op.sin %x
  %t = pd_op.sin %x
  %unused = pd_op.exp %w
  %out = pd_op.while %c (%y = %s) : tensor<3xf64> {
    %p = pd_op.multiply %y, %w
    %q = pd_op.multiply %p, %t
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %q
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %s = pd_op.sin %x : tensor<3xf64>
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out = pd_op.while %c (%y = %s) : tensor<3xf64> {
// CHECK-NEXT:       %p = pd_op.multiply %y, %w : tensor<3xf64>
// CHECK-NEXT:       %q = pd_op.multiply %p, %s : tensor<3xf64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %y, %p : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       cf.yield %no, %q : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:     %2 = cf.has_elements %stack
// CHECK-NEXT:     %3, %4, %w_grad = pd_op.while %2 (%y_grad = %out_grad, %s_grad = %1, %w_grad_1 = %1) : tensor<3xf64>, tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %y_1, %p_1 = cf.tuple_pop %outlet : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %p_grad, %5 = pd_op.multiply_grad %p_1, %s, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %y_grad_1, %6 = pd_op.multiply_grad %y_1, %w, %p_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %7 = builtin.combine %s_grad, %5 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %s_grad_1 = pd_op.add_n %7 : tensor<3xf64>
// CHECK-NEXT:       %8 = builtin.combine %w_grad_1, %6 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %w_grad_2 = pd_op.add_n %8 : tensor<3xf64>
// CHECK-NEXT:       %9 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %9, %y_grad_1, %s_grad_1, %w_grad_2 : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %10 = builtin.combine %4, %3 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:     %s_grad_2 = pd_op.add_n %10 : tensor<3xf64>
// CHECK-NEXT:     %x_grad = pd_op.sin_grad %x, %s_grad_2 : tensor<3xf64>
// CHECK-NEXT:     func.return %out, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
