// RUN: pd-opt %s | filecheck %s

// xDSL's cf ops and Paddle's are one dialect here, and pd.NAME reads as pd_op.NAME.

func.func @f(%c: i1) {
  %stack, %inlet, %outlet = cf.stack_create
  %t = pd.full 1 : tensor<1xi1>
  cf.tuple_push %inlet, %t
  cf.cond_br %c, ^one, ^two
^one:
  %v = cf.tuple_pop %outlet : tensor<1xi1>
  cf.br ^two
^two:
  func.return
}

// CHECK:      builtin.module {
// CHECK-NEXT:   func.func @f(%c: i1) {
// CHECK-NEXT:     %stack, %inlet, %outlet = cf.stack_create
// CHECK-NEXT:     %t = pd_op.full 1 : tensor<1xi1>
// CHECK-NEXT:     cf.tuple_push %inlet, %t : tensor<1xi1>
// CHECK-NEXT:     cf.cond_br %c, ^one, ^two
// CHECK-NEXT:   ^one:
// CHECK-NEXT:     %v = cf.tuple_pop %outlet : tensor<1xi1>
// CHECK-NEXT:     cf.br ^two
// CHECK-NEXT:   ^two:
// CHECK-NEXT:     func.return
// CHECK-NEXT:   }
// CHECK-NEXT: }
