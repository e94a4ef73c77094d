"""check-dominance finds what xDSL's verifier lets pass."""

from __future__ import annotations

import pytest
from pdgrad.dialects.pd_op.control import IfOp
from pdgrad.passes.check_dominance import DominanceError, check_dominance
from xdsl.dialects.builtin import ModuleOp

import pdgrad

PROGRAM = """
%x = pd_op.data "x" : tensor<3xf64>
%c = pd_op.full 1 : tensor<1xi1>
%r = pd_op.if %c -> tensor<3xf64> {
  %inside = pd_op.sin %x
  cf.yield %inside
} else {
  %other = pd_op.cos %x
  cf.yield %other
}
%y = pd_op.tanh %r
pd_op.fetch %y "y"
"""


def parsed() -> tuple[ModuleOp, IfOp]:
    module = pdgrad.parse(PROGRAM)
    (branch,) = (op for op in module.body.ops if isinstance(op, IfOp))
    return module, branch


def test_a_right_program_passes() -> None:
    check_dominance(parsed()[0])


def test_a_use_before_its_definition() -> None:
    module, branch = parsed()
    tanh = branch.next_op
    assert tanh is not None
    tanh.detach()
    module.body.block.insert_op_before(tanh, branch)
    module.verify()
    with pytest.raises(DominanceError, match=r"pd_op.tanh uses %r"):
        check_dominance(module)


def test_a_value_that_escapes_its_region() -> None:
    module, branch = parsed()
    tanh = branch.next_op
    inside = branch.then_region.block.first_op
    assert tanh is not None and inside is not None
    tanh.operands[0] = inside.results[0]
    module.verify()
    with pytest.raises(DominanceError, match=r"pd_op.tanh uses %inside"):
        check_dominance(module)


def test_a_value_of_the_other_branch() -> None:
    module, branch = parsed()
    inside = branch.then_region.block.first_op
    last = branch.else_region.block.last_op
    assert inside is not None and last is not None
    last.operands[0] = inside.results[0]
    module.verify()
    with pytest.raises(DominanceError, match=r"cf\.yield uses %inside"):
        check_dominance(module)


def test_several_blocks() -> None:
    module = pdgrad.parse(
        """
func.func @f(%c: i1, %x: tensor<3xf64>) -> tensor<3xf64> {
  cf.cond_br %c, ^one, ^two
^one:
  %y = pd_op.sin %x : tensor<3xf64>
  cf.br ^two
^two:
  %z = pd_op.cos %x : tensor<3xf64>
  func.return %z : tensor<3xf64>
}
"""
    )
    check_dominance(module)
    blocks = list(module.body.block.first_op.regions[0].blocks)  # pyright: ignore
    sine, cosine = blocks[1].first_op, blocks[2].first_op
    assert sine is not None and cosine is not None
    cosine.operands[0] = sine.results[0]
    with pytest.raises(DominanceError, match=r"pd_op\.cos uses %y"):
        check_dominance(module)
