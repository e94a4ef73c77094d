// RUN: pd-opt %s --append-backward="inputs=x" | filecheck %s

// The backward loop reads nothing from the trips, but it must run as often: the forward loop
// pushes an empty tuple a trip. multiply_grad would read %y only for the gradient of %w, which
// nobody wants here: a zero of its shape stands for it. After zero trips the cotangent comes back
// as it went in.

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
// CHECK-NEXT:       cf.tuple_push %inlet
// CHECK-NEXT:       cf.yield %no, %p : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad = pd_op.while %1 (%y_grad = %out_grad) : tensor<3xf64> {
// CHECK-NEXT:       cf.tuple_pop %outlet
// CHECK-NEXT:       %2 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       %y_grad_1, %3 = pd_op.multiply_grad %2, %w, %y_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:       %4 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %4, %y_grad_1 : tensor<1xi1>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
