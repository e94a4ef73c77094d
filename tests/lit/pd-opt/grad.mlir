// RUN: pd-opt %s --grad --grad="value-and-grad ones suffix=_vjp" | filecheck %s

// grad leaves @f alone. @f_grad takes a cotangent for each result; with ones and value-and-grad
// the second one takes none and returns the results first.

func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> tensor<3xf64> {
  %y = pd_op.sin %x
  func.return %y : tensor<3xf64>
}

