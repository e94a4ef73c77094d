// RUN: pd-opt %s --append-backward="inputs=x" | filecheck %s

// add_grad reads only the shapes of its operands. In a loop these need not be saved: a zero of
// the same shape stands for them, and where the shape is known only when the program runs, the
// shape is saved.

func.func @f(%x: tensor<?xf64>, %c: tensor<1xi1>) -> (tensor<?xf64>, tensor<3xf64>) {
  %v = pd_op.full 1.0 : tensor<3xf64>
  %out, %sum = pd_op.while %c (%y = %x, %acc = %v) : tensor<?xf64>, tensor<3xf64> {
    %s = pd_op.sin %y
    %z = pd_op.add %s, %y
    %t = pd_op.add %acc, %z : tensor<3xf64>
    %no = pd_op.full 0 : tensor<1xi1>
    cf.yield %no, %z, %t
  }
  func.return %out, %sum : tensor<?xf64>, tensor<3xf64>
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%x: tensor<?xf64>, %c: tensor<1xi1>) -> (tensor<?xf64>, tensor<3xf64>, tensor<?xf64>) {
// CHECK-NEXT:     %v = pd_op.full 1.0 : tensor<3xf64>
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %out, %sum = pd_op.while %c (%y = %x, %acc = %v) : tensor<?xf64>, tensor<3xf64> {
// CHECK-NEXT:       %s = pd_op.sin %y : tensor<?xf64>
// CHECK-NEXT:       %z = pd_op.add %s, %y : tensor<?xf64>
// CHECK-NEXT:       %t = pd_op.add %acc, %z : tensor<3xf64>
// CHECK-NEXT:       %no = pd_op.full 0 : tensor<1xi1>
// CHECK-NEXT:       %0 = pd_op.shape64 %z : tensor<1xi64>
// CHECK-NEXT:       cf.tuple_push %inlet, %y, %0 : tensor<?xf64>, tensor<1xi64>
// CHECK-NEXT:       cf.yield %no, %z, %t : tensor<1xi1>, tensor<?xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     %1 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %out_grad = pd_op.full_like %out, %1 {dtype = f64} : tensor<?xf64>
// CHECK-NEXT:     %2 = pd_op.full 1.0 {place = "cpu"} : tensor<1xf32>
// CHECK-NEXT:     %sum_grad = pd_op.full_like %sum, %2 {dtype = f64} : tensor<3xf64>
// CHECK-NEXT:     %3 = cf.has_elements %stack
// CHECK-NEXT:     %x_grad, %4 = pd_op.while %3 (%y_grad = %out_grad, %acc_grad = %sum_grad) : tensor<?xf64>, tensor<3xf64> {
// CHECK-NEXT:       %y_1, %5 = cf.tuple_pop %outlet : tensor<?xf64>, tensor<1xi64>
// CHECK-NEXT:       %6 = pd_op.full 0.0 : tensor<3xf64>
// CHECK-NEXT:       %7 = pd_op.full 0.0 : tensor<1xf64>
// CHECK-NEXT:       %8 = pd_op.full_with_tensor %7, %5 {dtype = f64} : tensor<?xf64>
// CHECK-NEXT:       %acc_grad_1, %9 = pd_op.add_grad %6, %8, %acc_grad : tensor<3xf64>, tensor<?xf64>
// CHECK-NEXT:       %10 = builtin.combine %y_grad, %9 : tuple<tensor<?xf64>, tensor<?xf64>>
// CHECK-NEXT:       %z_grad = pd_op.add_n %10 : tensor<?xf64>
// CHECK-NEXT:       %s_grad, %11 = pd_op.add_grad %y_1, %y_1, %z_grad : tensor<?xf64>, tensor<?xf64>
// CHECK-NEXT:       %12 = pd_op.sin_grad %y_1, %s_grad : tensor<?xf64>
// CHECK-NEXT:       %13 = builtin.combine %11, %12 : tuple<tensor<?xf64>, tensor<?xf64>>
// CHECK-NEXT:       %y_grad_1 = pd_op.add_n %13 : tensor<?xf64>
// CHECK-NEXT:       %14 = cf.has_elements %stack
// CHECK-NEXT:       cf.yield %14, %y_grad_1, %acc_grad_1 : tensor<1xi1>, tensor<?xf64>, tensor<3xf64>
// CHECK-NEXT:     }
// CHECK-NEXT:     func.return %out, %sum, %x_grad : tensor<?xf64>, tensor<3xf64>, tensor<?xf64>
// CHECK-NEXT:   }
// CHECK-NEXT: }
