// RUN: pd-opt %s --append-backward | filecheck %s

// A loop in a branch: the loop's stack is created in the branch, and the branch saves its handles.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %out = pd_op.if %c -> tensor<3xf64> {
    %in = pd_op.while %c (%z = %x) : tensor<3xf64> {
      %s = pd_op.sin %z
      %no = pd_op.full 0 : tensor<1xi1>
      cf.yield %no, %s
    }
    cf.yield %in
  } else {
    cf.yield %w
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out = pd_op.if %c -> tensor<3xf64> {
// CHECK-NEXT:       %stack_1, %inlet_1, %outlet_1 = cf.stack_create
// CHECK-NEXT:       %in = pd_op.while %c (%z = %x) : tensor<3xf64> {
// CHECK-NEXT:         %s = pd_op.sin %z : tensor<3xf64>
// CHECK-NEXT:         %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:         cf.tuple_push %inlet_1, %z : tensor<3xf64>
// CHECK-NEXT:         cf.yield %no, %s : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       cf.tuple_push %inlet, %stack_1, %outlet_1 : !cf.stack, !cf.outlet
// CHECK-NEXT:       cf.yield %in : tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       cf.yield %w : tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %w_grad, %x_grad = pd_op.if %c -> tensor<3xf64>, tensor<3xf64> {
// CHECK-NEXT:       %stack_2, %outlet_2 = cf.tuple_pop %outlet : !cf.stack, !cf.outlet
// CHECK-NEXT:       %1 = cf.has_elements %stack_2
// CHECK-NEXT:       %x_grad_1 = pd_op.while %1 (%z_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:         %z_1 = cf.tuple_pop %outlet_2 : tensor<3xf64>
// CHECK-NEXT:         %z_grad_1 = pd_op.sin_grad %z_1, %z_grad : tensor<3xf64>
// CHECK-NEXT:         %2 = cf.has_elements %stack_2
// CHECK-NEXT:         cf.yield %2, %z_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:       }
// CHECK-NEXT:       %3 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %3, %x_grad_1 : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %4 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       cf.yield %out_grad, %4 : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad, %w_grad : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
