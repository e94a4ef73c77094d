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

