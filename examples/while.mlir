// y = tanh(y) * x, five times, starting from x
func.func @f(%x: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %zero = pd_op.full 0 : tensor<1xi64>
  %five = pd_op.full 5 : tensor<1xi64>
  %one = pd_op.full 1.0 : tensor<1xf32>
  %more = pd_op.less_than %zero, %five
  %trips, %out = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<4x4xf64> {
    %next = pd_op.scale %i, %one {bias = 1.0}
    %t = pd_op.tanh %y
    %product = pd_op.multiply %t, %x
    %again = pd_op.less_than %next, %five
    cf.yield %again, %next, %product
  }
  func.return %out : tensor<4x4xf64>
}
