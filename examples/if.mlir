// y = x * w where the sum of x is positive, else sin(x)
func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %axis = pd_op.full_int_array []
  %sum = pd_op.sum %x, %axis
  %zero = pd_op.full 0.0 : tensor<f64>
  %positive = pd_op.greater_than %sum, %zero
  %y = pd_op.if %positive -> tensor<3xf64> {
    %product = pd_op.multiply %x, %w
    cf.yield %product
  } else {
    %sine = pd_op.sin %x
    cf.yield %sine
  }
  func.return %y : tensor<3xf64>
}
