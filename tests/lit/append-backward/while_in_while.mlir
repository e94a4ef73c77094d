// RUN: pd-opt %s --append-backward | filecheck %s

// A stack belongs to one run of its loop: the inner one is created in each outer trip, and the
// outer trip saves its handles. The accumulator of %w goes through the inner loop.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
    %in = pd_op.while %c (%z = %y) : tensor<3xf64> {
      %p = pd_op.multiply %z, %w
      %s = pd_op.sin %p
      %no = pd_op.full 0 : tensor<1xi1>
      cf.yield %no, %s
    }
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %in
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
// CHECK-NEXT:       %stack_1, %inlet_1, %outlet_1 = cf.stack_create
// CHECK-NEXT:       %in = pd_op.while %c (%z = %y) : tensor<3xf64> {
// CHECK-NEXT:         %p = pd_op.multiply %z, %w : tensor<3xf64>
// CHECK-NEXT:         %s = pd_op.sin %p : tensor<3xf64>
// CHECK-NEXT:         %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:         cf.tuple_push %inlet_1, %z, %p : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:         cf.yield %no, %s : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       %no_1 = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %stack_1, %outlet_1 : !cf.stack, !cf.outlet
// CHECK-NEXT:       cf.yield %no_1, %in : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:     %2 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad, %w_grad = pd_op.while %2 (%y_grad = %out_grad, %w_grad_1 = %1) : tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %stack_2, %outlet_2 = cf.tuple_pop %outlet : !cf.stack, !cf.outlet
// CHECK-NEXT:       %3 = cf.has_elements %stack_2
// CHECK-NEXT:       %y_grad_1, %w_grad_2 = pd_op.while %3 (%z_grad = %y_grad, %w_grad_3 = %w_grad_1) : tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:         %z_1, %p_1 = cf.tuple_pop %outlet_2 : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:         %p_grad = pd_op.sin_grad %p_1, %z_grad : tensor<3xf64>
// CHECK-NEXT:         %z_grad_1, %4 = pd_op.multiply_grad %z_1, %w, %p_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:         %5 = builtin.combine %w_grad_3, %4 : tuple<tensor<3xf64>, tensor<3xf64>>
// CHECK-NEXT:         %w_grad_4 = pd_op.add_n %5 : tensor<3xf64>
// CHECK-NEXT:         %6 = cf.has_elements %stack_2
// CHECK-NEXT:         cf.yield %6, %z_grad_1, %w_grad_4 : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       %7 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %7, %y_grad_1, %w_grad_2 : tensor<1xi1>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
