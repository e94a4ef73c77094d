// RUN: pd-opt %s --append-backward="inputs=x" | filecheck %s

// The array is written in place inside the loop. First the write becomes a new value and the
// array a carry. Its cotangent is an array: a read puts one element in, a write takes one out.

func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>, %k: tensor<1xi64>) -> tensor<3xf64> {
  %a = pd_op.create_array {dtype = f64}
  %w = pd_op.array_write_ %a, %x, %k
  %out = pd_op.while %c (%y = %x) : tensor<3xf64> {
    %r = pd_op.array_read %a, %k : tensor<3xf64>
    %p = pd_op.sin %r
    %v = pd_op.array_write_ %a, %p, %k
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %y
  }
  %z = pd_op.array_read %a, %k : tensor<3xf64>
  func.return %z : tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<3xf64>, %c: tensor<1xi1>, %k: tensor<1xi64>) -> (tensor<3xf64>, tensor<3xf64>) {
// CHECK-NEXT:     %a = pd_op.create_array {dtype = f64} : !pd_op.array<f64>
// CHECK-NEXT:     %w = pd_op.array_write %a, %x, %k : !pd_op.array<f64>
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out, %a_1 = pd_op.while %c (%y = %x, %a_2 = %w) : tensor<3xf64>, !pd_op.array<f64> {
// CHECK-NEXT:       %r = pd_op.array_read %a_2, %k : tensor<3xf64>
// CHECK-NEXT:       %p = pd_op.sin %r : tensor<3xf64>
// CHECK-NEXT:       %v = pd_op.array_write %a_2, %p, %k : !pd_op.array<f64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       cf.tuple_push %inlet, %r : tensor<3xf64>
// CHECK-NEXT:       cf.yield %no, %y, %v : tensor<1xi1>, tensor<3xf64>, !pd_op.array<f64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %z = pd_op.array_read %a_1, %k : tensor<3xf64>
// CHECK-NEXT:     %0 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %z_grad = pd_op.full_like %z, %0 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %a_grad = pd_op.array_read_grad %k, %z_grad : !pd_op.array<f64>
// CHECK-NEXT:     %1 = cf.has_elements %stack
// CHECK-NEXT:     %w_grad = pd_op.while %1 (%a_grad_1 = %a_grad) : !pd_op.array<f64> {
// CHECK-NEXT:       %r_1 = cf.tuple_pop %outlet : tensor<3xf64>
// CHECK-NEXT:       %2 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       %3, %p_grad = pd_op.array_write_grad %2, %k, %a_grad_1 : !pd_op.array<f64>, tensor<3xf64>
// CHECK-NEXT:       %r_grad = pd_op.sin_grad %r_1, %p_grad : tensor<3xf64>
// CHECK-NEXT:       %4 = pd_op.array_read_grad %k, %r_grad : !pd_op.array<f64>
// CHECK-NEXT:       %5 = builtin.combine %3, %4 : tuple<!pd_op.array<f64>, !pd_op.array<f64>>
// CHECK-NEXT:       %a_grad_2 = pd_op.add_n_array %5 : !pd_op.array<f64>
// CHECK-NEXT:       %6 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %6, %a_grad_2 : tensor<1xi1>, !pd_op.array<f64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %7, %x_grad = pd_op.array_write_grad %x, %k, %w_grad : !pd_op.array<f64>, tensor<3xf64>
// CHECK-NEXT:     func.return %z, %x_grad : tensor<3xf64>, tensor<3xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
