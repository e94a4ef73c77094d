"""Products of tensors by their indices: einsum, cross, Kronecker and bilinear products, trace."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from xdsl.dialects.builtin import StringAttr, TensorType, TupleType, f32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    broadcast,
    compatible,
    element_of,
    elements_of,
    integer32,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
    vec_type,
)
from .linalg import ProductGradOp, agree, known, same_element

FIRST_OF_THREE = 9
"""The `axis` of `cross` that means: the first axis with three elements."""


def labels_of(equation: str, ranks: Sequence[int]) -> tuple[list[str], str]:
    """The label of each axis of each operand, and of the result, with labels in place of `...`.

    Without `->` the result has the axes of `...`, then the labels that occur once, sorted.
    Raises VerifyException when the equation does not fit the ranks.
    """
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(ranks):
        raise VerifyException(f'"{equation}" has {len(terms)} terms for {len(ranks)} operands')
    free = [letter for letter in ascii_letters if letter not in equation]
    more = [rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True)]
    for term, rank, count in zip(terms, ranks, more, strict=True):
        if count < 0 or (count > 0 and "..." not in term):
            raise VerifyException(f'"{term}" does not fit an operand of rank {rank}')
    dots = "".join(free[: max(more, default=0)])
    filled = [
        term.replace("...", dots[len(dots) - count :])
        for term, count in zip(terms, more, strict=True)
    ]
    if not arrow:
        named = left.replace("...", "").replace(",", "")
        return filled, dots + "".join(c for c in sorted(set(named)) if named.count(c) == 1)
    out = right.replace("...", dots)
    unknown = set(out) - set("".join(filled))
    if unknown or len(set(out)) != len(out):
        raise VerifyException(f'"{right}" must have each of its labels once, and from a term')
    return filled, out


@irdl_op_definition
class EinsumOp(PdOp):
    """out = the products of operand elements, summed over the labels that it does not have.

    Axes under `...` broadcast. `inner_cache` is Paddle's scratch and stays empty; `xshape` are
    the operands again.
    """

    name = "pd_op.einsum"
    x = operand_def(TupleType)
    equation = prop_def(StringAttr)
    out = result_def(TensorType)
    inner_cache = result_def(TupleType)
    xshape = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = elements_of(self.x)
        if not types:
            raise VerifyException("there is no operand")
        shapes = [shape_of(type_) for type_ in types]
        terms, out = labels_of(python_value(self.equation), [len(shape) for shape in shapes])
        dims: dict[str, int] = {}
        for term, shape in zip(terms, shapes, strict=True):
            for label, dim in zip(term, shape, strict=True):
                (dims[label],) = broadcast((dims.get(label, 1),), (dim,))
        result = tensor(element_of(types[0]), [dims[label] for label in out])
        return (result, self._cache_type(len(types)), self.x.type)

    def _cache_type(self, count: int) -> Attribute:
        """Paddle prints `tensor<0xf32>` for each operand, and saves it without dims."""
        saved = vec_type([tensor(f32, [])] * count)
        return saved if self.inner_cache.type == saved else vec_type([tensor(f32, [0])] * count)

    def verify_(self) -> None:
        # What Paddle declares its scratch to be says nothing.
        out, _, again = self.infer()
        for value, type_ in ((self.out, out), (self.xshape, again)):
            if not compatible(value.type, type_):
                raise VerifyException(f"operands give {type_}, declared {value.type}")


@irdl_op_definition
class EinsumGradOp(PdOp):
    """Gradient of `einsum`: each operand gets the einsum of out_grad and the others."""

    name = "pd_op.einsum_grad"
    x_shape = operand_def(TupleType)
    inner_cache = operand_def(TupleType)
    out_grad = operand_def(TensorType)
    equation = prop_def(StringAttr)
    x_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("inner_cache"))

    def infer(self) -> Types:
        return (self.x_shape.type,)


@irdl_op_definition
class CrossOp(PdOp):
    """out = x × y, three-vectors along `axis` (9: the first axis with three elements)."""

    name = "pd_op.cross"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    axis = integer32(FIRST_OF_THREE)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        if len(x) != len(y):
            raise VerifyException("x and y must have one shape")
        for left, right in zip(x, y, strict=True):
            agree(left, right, "the dims of x and y")
        shape = [known(*dims) for dims in zip(x, y, strict=True)]
        axis = python_value(self.axis)
        if axis != FIRST_OF_THREE:
            agree(shape[normalize_axis(axis, len(shape))], 3, "the dim of the vectors and three")
        elif 3 not in shape and DYNAMIC not in shape:
            raise VerifyException("no axis has three elements")
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class CrossGradOp(ProductGradOp):
    """Gradient of `cross`."""

    name = "pd_op.cross_grad"
    axis = integer32(FIRST_OF_THREE)


@irdl_op_definition
class KronOp(PdOp):
    """out = the Kronecker product: y times each element of x, side by side; the operand of fewer
    axes gets axes of length one in front."""

    name = "pd_op.kron"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        rank = max(len(x), len(y))
        pairs = zip((*[1] * (rank - len(x)), *x), (*[1] * (rank - len(y)), *y), strict=True)
        shape = [DYNAMIC if DYNAMIC in pair else pair[0] * pair[1] for pair in pairs]
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class KronGradOp(ProductGradOp):
    """Gradient of `kron`."""

    name = "pd_op.kron_grad"


@irdl_op_definition
class TraceOp(PdOp):
    """out = the sum of the diagonal `offset` of the matrices that `axis1` and `axis2` span."""

    name = "pd_op.trace"
    x = operand_def(TensorType)
    offset = integer32(0)
    axis1 = integer32(0)
    axis2 = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        first = normalize_axis(python_value(self.axis1), len(shape), "axis1")
        second = normalize_axis(python_value(self.axis2), len(shape), "axis2")
        if first == second:
            raise VerifyException("axis1 and axis2 are the same axis")
        kept = [dim for axis, dim in enumerate(shape) if axis not in (first, second)]
        return (tensor(element_of(self.x), kept),)


@irdl_op_definition
class TraceGradOp(PdOp):
    """Gradient of `trace`: out_grad along the diagonal, zeros elsewhere."""

    name = "pd_op.trace_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    offset = integer32(0)
    axis1 = integer32(0)
    axis2 = integer32(1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class BilinearOp(PdOp):
    """out[b, k] = x[b] weight[k] y[b] + bias[k]; the bias is a row and may be absent."""

    name = "pd_op.bilinear"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    weight = operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    out = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y, self.weight)
        x, y, weight = (shape_of(operand) for operand in (self.x, self.y, self.weight))
        if len(x) != 2 or len(y) != 2 or len(weight) != 3:
            raise VerifyException("x and y must be matrices, weight a stack of matrices")
        agree(x[0], y[0], "the batches")
        agree(x[1], weight[1], "the columns of x and the rows of weight")
        agree(y[1], weight[2], "the columns of y and of weight")
        return (tensor(element_of(self.x), [known(x[0], y[0]), weight[0]]),)


@irdl_op_definition
class BilinearGradOp(PdOp):
    """Gradient of `bilinear`; without a bias, bias_grad is unused."""

    name = "pd_op.bilinear_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    weight = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    weight_grad = result_def(TensorType)
    bias_grad = result_def(TensorType)
    traits = traits_def(
        Pure(),
        ReadsFor(
            x=("y_grad", "weight_grad"), y=("x_grad", "weight_grad"), weight=("x_grad", "y_grad")
        ),
    )

    def infer(self) -> Types:
        bias = tensor(element_of(self.out_grad), [1, shape_of(self.weight)[0]])
        return (self.x.type, self.y.type, self.weight.type, bias)

    def verify_(self) -> None:
        # Without a bias, the type of bias_grad says nothing.
        if self.bias_grad.first_use is not None:
            super().verify_()


OPERATIONS: list[type[Operation]] = [
    EinsumOp,
    EinsumGradOp,
    CrossOp,
    CrossGradOp,
    KronOp,
    KronGradOp,
    TraceOp,
    TraceGradOp,
    BilinearOp,
    BilinearGradOp,
]
