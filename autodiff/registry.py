"""What is known about differentiating each op: its rule, or its decomposition.

Comes in: op classes, with what `autodiff/rules` and `autodiff/decompositions` (or a foreign
package) register for them. Goes out: look-ups by op class, for activity, sweep and
`decompose-grad`. The next file is `activity.py`.

A family has one file name everywhere, so the rules of an op defined in `dialects/pd_op/linalg.py`
are found by importing `rules/linalg.py` when they are first asked for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation

if TYPE_CHECKING:
    from .builder import Builder
    from .program import Program
    from .sweep import Sweep

Partials: TypeAlias = Sequence[SSAValue | None]
"""One contribution to the cotangent of each operand, None where there is none."""

Cotangents: TypeAlias = Sequence[SSAValue | None]
"""The cotangent of each result, None where it is zero."""

Wanted: TypeAlias = Sequence[bool]
"""Which operands want a partial."""

RuleFunction: TypeAlias = Callable[[Any, Cotangents, Wanted, "Builder"], Partials]
StructuralFunction: TypeAlias = Callable[[Any, "Sweep"], None]


@dataclass(frozen=True)
class Rule:
    """How cotangents of results become partials of operands.

    `differentiable` names the operands that can get a partial (None: all of them); no path of
    activity leads through the others. `structural` rules (regions, vecs, tapes, calls) work on
    the sweep itself.
    """

    function: RuleFunction | None = None
    structural: StructuralFunction | None = None
    differentiable: frozenset[str] | None = None


class Flow(Protocol):
    """How values get through an op other than "every operand reaches every result"."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        """The values that vary when operand `index` of the op varies."""
        ...

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        """For a result of the op, or an argument of its regions: what it takes its value from,
        each with the op that reads it there."""
        ...


_FLOWS: dict[type[Operation], Flow] = {}
_RULES: dict[type[Operation], Rule] = {}
_DECOMPOSITIONS: dict[type[Operation], Callable[..., Any]] = {}
_LOADED: set[str] = set()


def rule(
    *op_types: type[Operation], differentiable: Sequence[str] | None = None
) -> Callable[[RuleFunction], RuleFunction]:
    """Registers a rule: `(op, cotangents, wanted, build) -> partials`, one partial an operand."""

    def register(function: RuleFunction) -> RuleFunction:
        names = None if differentiable is None else frozenset(differentiable)
        for op_type in op_types:
            _RULES[op_type] = Rule(function=function, differentiable=names)
        return function

    return register


def structural(*op_types: type[Operation]) -> Callable[[StructuralFunction], StructuralFunction]:
    """Registers a rule that works on the sweep itself: `(op, sweep) -> None`."""

    def register(function: StructuralFunction) -> StructuralFunction:
        for op_type in op_types:
            _RULES[op_type] = Rule(structural=function)
        return function

    return register


def flow(*op_types: type[Operation]) -> Callable[[type[Flow]], type[Flow]]:
    """Registers how values get through an op."""

    def register(flow_type: type[Flow]) -> type[Flow]:
        for op_type in op_types:
            _FLOWS[op_type] = flow_type()
        return flow_type

    return register


def not_differentiable(*op_types: type[Operation]) -> None:
    """Says that results of these ops do not vary with any operand (shapes, comparisons, ...)."""
    for op_type in op_types:
        _RULES[op_type] = Rule(function=_no_partials, differentiable=frozenset())


def fused(
    forward: type[IRDLOperation],
    gradient: type[IRDLOperation],
    constant: Sequence[str] = (),
    **renames: str,
) -> RuleFunction:
    """The rule "emit the fused gradient op", read off the two definitions as Paddle names things.

    An operand of the gradient op named like an operand or a result of the forward op is that
    value; one named `R_grad` is the cotangent of result R. A result named `N_grad` is the partial
    of operand N. Attributes with the same name are copied. `renames` maps a name of the gradient
    op to the forward op's where Paddle's names differ. `constant` names float results that do
    not vary with the operands (a mask, a permutation): a cotangent of any other result that the
    gradient op does not read is an error. Returns the rule, for one that adds to it.
    """
    plan = _Plan(forward, gradient, renames)
    plan.read_results.update(plan.result_index[name] for name in constant)
    _RULES[forward] = Rule(function=plan.checked, differentiable=frozenset(plan.outputs.values()))
    return plan


def decomposition(*op_types: type[Operation]) -> Callable[[Callable[..., Any]], Any]:
    """Registers what an op means in ordinary ops.

    The function gets a `Value` for each operand (None for an absent one, a tuple of Values for a
    vec), in order, then those attributes (as Python values) that it has parameters for; a
    parameter `op` gets the op itself, `wanted` a tuple that says which results are used. It
    returns a Value a result (None for one that is not wanted).
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for op_type in op_types:
            _DECOMPOSITIONS[op_type] = function
        return function

    return register


def find_rule(op_type: type[Operation]) -> Rule | None:
    """The rule of an op class, or None."""
    found = _RULES.get(op_type)
    if found is None:
        _load_family(op_type)
        found = _RULES.get(op_type)
    return found


def find_flow(op_type: type[Operation]) -> Flow | None:
    """How values get through an op, None for the default."""
    found = _FLOWS.get(op_type)
    if found is None and op_type.__module__ not in _LOADED:
        _load_family(op_type)
        found = _FLOWS.get(op_type)
    return found


def find_decomposition(op_type: type[Operation]) -> Callable[..., Any] | None:
    """The decomposition of an op class, or None."""
    found = _DECOMPOSITIONS.get(op_type)
    if found is None:
        _load_family(op_type)
        found = _DECOMPOSITIONS.get(op_type)
    return found


def _load_family(op_type: type[Operation]) -> None:
    module = op_type.__module__
    if module in _LOADED:
        return
    _LOADED.add(module)
    family = module.rsplit(".", 1)[-1]
    for kind in ("rules", "decompositions"):
        name = f"{__package__}.{kind}.{family}"
        if find_spec(name) is not None:
            import_module(name)


def operand_names(op: Operation) -> Sequence[str]:
    """The name of each operand in the op's definition; variadic ones repeat theirs."""
    if not isinstance(op, IRDLOperation):
        return [str(index) for index in range(len(op.operands))]
    definition = op.get_irdl_definition()
    names = [name for name, _ in definition.operands]
    if len(names) == len(op.operands) and not _segmented(definition.options):
        return names
    out: list[str] = []
    for name in names:
        value: Any = getattr(op, name)
        if value is None:
            continue
        out.extend([name] if isinstance(value, SSAValue) else [name] * len(value))
    return out


_MASKS: dict[type[Operation], tuple[bool, ...]] = {}


def is_differentiable(op: Operation, index: int) -> bool:
    """Whether a path of activity can lead through an operand (ops without a rule: yes)."""
    mask = _MASKS.get(type(op))
    if mask is not None and index < len(mask):
        return mask[index]
    found = find_rule(type(op))
    if found is None or found.differentiable is None:
        return True
    if not found.differentiable:
        return False
    names = operand_names(op)
    if isinstance(op, IRDLOperation) and names == [n for n, _ in op.get_irdl_definition().operands]:
        _MASKS[type(op)] = tuple(name in found.differentiable for name in names)
    return names[index] in found.differentiable


def _segmented(options: Sequence[Any]) -> bool:
    return any(isinstance(option, AttrSizedOperandSegments) for option in options)


def _no_partials(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    return [None] * len(op.operands)


@dataclass
class _Plan:
    """A fused gradient op's operands, results and attributes, worked out once a pair of ops."""

    forward: type[IRDLOperation]
    gradient: type[IRDLOperation]
    renames: dict[str, str]
    sources: list[tuple[str, str, bool]] = field(default_factory=list[tuple[str, str, bool]])
    """For each operand of the gradient op: where from ("operand", "result", "cotangent"), the
    name there, and whether it may be absent."""
    outputs: dict[str, str] = field(default_factory=dict[str, str])
    """Result of the gradient op -> operand of the forward op."""
    attributes: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        forward = self.forward.get_irdl_definition()
        gradient = self.gradient.get_irdl_definition()
        gradient_name = self.gradient.name
        operands = {name for name, _ in forward.operands}
        results = {name for name, _ in forward.results}
        optional = _segmented(gradient.options)
        for name, defined in gradient.operands:
            source = self.renames.get(name, name)
            may_miss = optional and "Opt" in type(defined).__name__
            base = source.removesuffix("_grad")
            if source in operands:
                self.sources.append(("operand", source, may_miss))
            elif source in results:
                self.sources.append(("result", source, may_miss))
            elif source.endswith("_grad") and base in results:
                self.sources.append(("cotangent", base, may_miss))
            else:
                raise TypeError(f"{gradient_name}: operand {name} is not in {self.forward.name}")
        for name, _ in gradient.results:
            source = self.renames.get(name, name).removesuffix("_grad")
            if source not in operands:
                raise TypeError(f"{gradient_name}: result {name} is not in {self.forward.name}")
            self.outputs[name] = source
        self.attributes = [
            name
            for name in gradient.properties
            if name in forward.properties and name != "operandSegmentSizes"
        ]
        self.segmented = optional
        self.forward_segmented = _segmented(forward.options)
        self.operand_index = {name: i for i, (name, _) in enumerate(forward.operands)}
        self.result_index = {name: i for i, (name, _) in enumerate(forward.results)}
        self.read_results = {
            self.result_index[name] for kind, name, _ in self.sources if kind == "cotangent"
        }
        self.defaults = {
            name: defined.default_value
            for name, defined in gradient.properties.items()
            if defined.default_value is not None
        }

    def __call__(
        self, op: IRDLOperation, cotangents: Cotangents, wanted: Wanted, build: Builder
    ) -> Partials:
        operands: list[SSAValue] = []
        sizes: list[int] = []
        for kind, name, may_miss in self.sources:
            value = self._source(op, kind, name, may_miss, cotangents, build)
            sizes.append(0 if value is None else 1)
            if value is not None:
                operands.append(value)
        properties: dict[str, Attribute] = dict(self.defaults)
        for name in self.attributes:
            if name in op.properties:
                properties[name] = op.properties[name]
        if self.segmented:
            from xdsl.dialects.builtin import DenseArrayBase, i32

            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        targets = [self._operand(op, name) for name in self.outputs.values()]
        absent_type = operands[-1].type
        gradient = self.gradient.create(
            operands=operands,
            result_types=[absent_type if t is None else t.type for t in targets],
            properties=properties,
        )
        build.emit(gradient)
        return self._partials(op, targets, gradient)

    def checked(
        self, op: IRDLOperation, cotangents: Cotangents, wanted: Wanted, build: Builder
    ) -> Partials:
        """The plan as a rule of its own: no cotangent may be lost, so the gradient op must read
        that of every result which has one."""
        for index, cotangent in enumerate(cotangents):
            if cotangent is not None and index not in self.read_results:
                from .errors import DiffError

                names = [name for name, _ in self.forward.get_irdl_definition().results]
                raise DiffError(
                    f"{op.name} has no gradient for its result {names[index]}, and a target "
                    "depends on an input through it",
                    op,
                    "cut the path with no-grad, or write a rule (docs/adding-an-op.md)",
                )
        return self(op, cotangents, wanted, build)

    def _operand(self, op: IRDLOperation, name: str) -> SSAValue | None:
        if self.forward_segmented:
            return getattr(op, name)
        return op.operands[self.operand_index[name]]

    def _source(
        self,
        op: IRDLOperation,
        kind: str,
        name: str,
        may_miss: bool,
        cotangents: Cotangents,
        build: Builder,
    ) -> SSAValue | None:
        if kind == "operand":
            return self._operand(op, name)
        index = self.result_index[name]
        if kind == "result":
            return op.results[index]
        cotangent = cotangents[index]
        if cotangent is None and not may_miss:
            return build.zeros_like(op.results[index])
        return cotangent

    def _partials(
        self, op: IRDLOperation, targets: Sequence[SSAValue | None], gradient: IRDLOperation
    ) -> Partials:
        if not self.forward_segmented:
            partials: list[SSAValue | None] = [None] * len(op.operands)
            for result, name in zip(gradient.results, self.outputs.values(), strict=True):
                partials[self.operand_index[name]] = result
            return partials
        by_name = dict(zip(self.outputs.values(), gradient.results, strict=True))
        return [by_name.get(name) for name in operand_names(op)]


def parameters_of(function: Callable[..., Any]) -> frozenset[str] | None:
    """The names of a function's parameters; None where Python cannot tell (NumPy's ufuncs)."""
    try:
        return frozenset(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None
