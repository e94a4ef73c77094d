// RUN: pd-opt %s --append-backward="inputs=w" | filecheck %s

// A value from outside, %w, has an accumulator among the carries of the backward loop: it starts
// at zero and each trip adds to it. %w itself is still there when the backward loop runs, so it
// is not saved, and neither is %e, which is the same in every trip: it is computed again.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
    %e = pd_op.exp %w
    %p = pd_op.multiply %y, %e
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %p
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
// CHECK-NEXT:       %e = pd_op.exp %w : tensor<3xf64>
// CHECK-NEXT:       %p = pd_op.multiply %y, %e : tensor<3xf64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %y : tensor<3xf64>
// CHECK-NEXT:       cf.yield %no, %p : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:     %2 = cf.has_elements %stack
// CHECK-NEXT:     %3, %w_grad = pd_op.while %2 (%y_grad = %out_grad, %w_grad_1 = %1) : tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %y_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %e_1 = pd_op.exp %w : tensor<3xf64>
// CHECK-NEXT:       %y_grad_1, %e_grad = pd_op.multiply_grad %y_1, %e_1, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %4 = pd_op.exp_grad %e_1, %e_grad : tensor<3xf64>
// CHECK-NEXT:       %5 = builtin.combine %w_grad_1, %4 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:       %w_grad_2 = pd_op.add_n %5 : tensor<3xf64>
// CHECK-NEXT:       %6 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %6, %y_grad_1, %w_grad_2 : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %w_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
