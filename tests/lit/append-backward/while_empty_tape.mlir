// RUN: pd-opt %s --append-backward="inputs=x" | filecheck %s

// The backward loop reads nothing from the trips, but it must run as often: the forward loop
// pushes an empty tuple a trip. After zero trips the cotangent comes back as it went in.

func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> tensor<3xf64> {
  %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
    %p = pd_op.multiply %y, %w
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %p
  }
  func.return %out : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %c: tensor<1xi1>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
// CHECK-NEXT:       %p = pd_op.multiply %y, %w : tensor<3xf64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %y : tensor<3xf64>
// CHECK-NEXT:       cf.yield %no, %p : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad = pd_op.while %1 (%y_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:       %y_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %y_grad_1, %2 = pd_op.multiply_grad %y_1, %w, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %3 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %3, %y_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
