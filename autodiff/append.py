"""append-backward: a program, and what to differentiate, becomes the program with its gradient.

Comes in: a module and the names of targets and inputs. Goes out: the same module, with backward
ops at its end and each gradient fetched (program) or returned (function). The order of work is
activity, sweep, clean-up, tape; each has its file.
"""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue

from ..dialects.pd_op.base import element_of, is_float, shape_of
from ..dialects.pd_op.creation import FetchOp
from .activity import Activity, can_vary, find_activity, has_stop_mark
from .calls import Inliner
from .cleanup import remove_dead
from .decompose import decompose_active
from .errors import DiffError, name_of, warn
from .functionalize import functionalize
from .names import Scope
from .program import Program
from .sweep import Sweep
from .tape import TapeBuilder


@dataclass
class Request:
    """What to differentiate, as values."""

    targets: list[SSAValue]
    target_gradients: list[SSAValue | None]
    inputs: dict[str, SSAValue]
    cuts: list[SSAValue]


def append_backward(
    module: ModuleOp,
    targets: Sequence[str] = (),
    inputs: Sequence[str] = (),
    target_gradients: Sequence[str] = (),
    no_grad: Sequence[str] = (),
    function: str | None = None,
    suffix: str = "@GRAD",
) -> dict[str, SSAValue]:
    """Appends the gradient of the sum of the targets to a module, in place.

    Values are named by input (data, parameter, argument), fetch or SSA name. Without names, the
    results of the function or the fetches of the program are the targets, and its float
    arguments, or its data and parameters without `stop_gradient`, the inputs. The cotangent of
    each target is ones unless `target_gradients` names a value for each. No path leads through
    the values in `no_grad`.

    A program then fetches each gradient as `NAME` + `suffix`; a function returns the gradients
    as further results. Returns the gradients by input name; an input that no target depends on
    has none (a function returns zeros for it), and a warning says so.

    Raises DiffError when a name, a type or an op on an active path does not allow it.
    """
    scope = Scope(module, function)
    functionalize(module)
    request = _request(scope, targets, inputs, target_gradients, no_grad)
    if scope.function is None:
        _check_free(scope, request, suffix)
    gradients = differentiate(scope, request)
    missing = [name for name in request.inputs if name not in gradients]
    for name in missing:
        value = request.inputs[name]
        owner = value.owner if isinstance(value.owner, Operation) else scope.function
        warn(f"no target depends on {name}: it has no gradient", owner)
    if scope.function is None:
        _fetch(scope, gradients, suffix)
    else:
        _return(scope, request, gradients)
    return gradients


def differentiate(scope: Scope, request: Request) -> dict[str, SSAValue]:
    """Emits the backward ops at the end of the scope's block; the gradients by input name."""
    with _without_collector():
        return _differentiate(scope, request)


@contextmanager
def _without_collector() -> Generator[None]:
    """Many new objects and no garbage: the cycle collector would look at the whole program again
    and again, and its share would grow with the program."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _differentiate(scope: Scope, request: Request) -> dict[str, SSAValue]:
    block = scope.block
    terminator = block.last_op if scope.function is not None else None
    if terminator is not None:
        terminator.detach()
    activity = _activity(scope, request)
    mark = block.last_op
    sweep = Sweep(activity, block, request.inputs.values())
    _seed(sweep, request)
    sweep.block_before(mark)
    gradients = _collect(sweep, request)
    remove_dead(sweep, gradients.values())
    TapeBuilder(sweep).run()
    if terminator is not None:
        block.add_op(terminator)
    return gradients


def gradient_function(
    module: ModuleOp,
    function: str | None = None,
    inputs: Sequence[str] = (),
    ones: bool = False,
    value_and_grad: bool = False,
    suffix: str = "_grad",
) -> FuncOp:
    """Adds the gradient of a function as a function of its own, and leaves the function alone.

    `@f_grad` takes the arguments of `@f`, then a cotangent for each float result (none with
    `ones`: they are ones), and returns the gradient of each input (by default each float
    argument); with `value_and_grad` the results of `@f` first.
    """
    original = Scope(module, function).function
    if original is None:
        raise DiffError("there is no function here", module, "append-backward takes a program")
    name = original.sym_name.data + suffix
    if any(isinstance(op, FuncOp) and op.sym_name.data == name for op in module.body.ops):
        raise DiffError(f"there is a function @{name} already", original, "choose a suffix")
    copy = original.clone()
    copy.properties["sym_name"] = StringAttr(name)
    assert original.parent is not None
    original.parent.insert_op_after(copy, original)
    functionalize(copy)
    scope = Scope(module, name)
    results = scope.results()
    request = _request(scope, (), inputs, (), ())
    if not ones:
        request.target_gradients = [_cotangent_argument(copy, v) for v in request.targets]
    gradients = differentiate(scope, request)
    last = scope.block.last_op
    assert last is not None
    last.operands = results if value_and_grad else []
    _return(scope, request, gradients)
    return copy


def _cotangent_argument(function: FuncOp, target: SSAValue) -> SSAValue:
    block = function.body.block
    argument = block.insert_arg(target.type, len(block.args))
    if target.name_hint is not None:
        argument.name_hint = target.name_hint + "_grad"
    return argument


def _activity(scope: Scope, request: Request) -> Activity:
    """The activity, once every op on an active path has a rule."""
    inliner = Inliner(scope.module, scope.function)
    while True:
        program = Program(scope.module)
        activity = find_activity(program, request.inputs.values(), request.targets, request.cuts)
        if not decompose_active(activity, request, inliner):
            return activity


def _seed(sweep: Sweep, request: Request) -> None:
    for target, cotangent in zip(request.targets, request.target_gradients, strict=True):
        if target not in sweep.active:
            continue
        if cotangent is None:
            cotangent = sweep.build.full_like(target, 1.0)
        sweep.add(target, cotangent)


def _collect(sweep: Sweep, request: Request) -> dict[str, SSAValue]:
    """The gradient of each input; those that no op defines (arguments) are summed now."""
    gradients: dict[str, SSAValue] = {}
    for name, value in request.inputs.items():
        if value not in sweep.gradients:
            sweep.take(value)
        if value in sweep.gradients:
            gradients[name] = sweep.gradients[value]
    return gradients


# --- the request -----------------------------------------------------------------------------


def _request(
    scope: Scope,
    targets: Sequence[str],
    inputs: Sequence[str],
    target_gradients: Sequence[str],
    no_grad: Sequence[str],
) -> Request:
    found = scope.find(targets, "targets") if targets else _default_targets(scope)
    for value, name in zip(found, targets or [scope.name_of(v) for v in found], strict=True):
        if not is_float(value.type):
            raise DiffError(
                f"target {name} is {value.type}: only float tensors have gradients",
                _owner(value, scope),
            )
    if inputs:
        named = dict(zip(inputs, scope.find(inputs, "inputs"), strict=True))
    else:
        named = _default_inputs(scope)
    for name, value in named.items():
        if not can_vary(value.type):
            raise DiffError(
                f"input {name} is {value.type}: only floats have gradients",
                _owner(value, scope),
            )
    cuts = scope.find(no_grad, "no-grad")
    named = {name: value for name, value in named.items() if value not in cuts}
    return Request(found, _cotangents(scope, found, target_gradients), named, cuts)


def _default_targets(scope: Scope) -> list[SSAValue]:
    targets = [value for value in scope.results() if is_float(value.type)]
    if not targets:
        where = "the program fetches" if scope.function is None else "the function returns"
        raise DiffError(
            f"there is no target: {where} no float tensor",
            scope.function,
            "name one with targets=, or fetch it",
        )
    return targets


def _default_inputs(scope: Scope) -> dict[str, SSAValue]:
    found = {
        name: value
        for name, value in scope.sources().items()
        if can_vary(value.type) and not has_stop_mark(value)
    }
    if not found:
        raise DiffError(
            "there is no input to differentiate for: no float input without stop_gradient",
            scope.function,
            "name one with inputs=",
        )
    return found


def _cotangents(
    scope: Scope, targets: list[SSAValue], names: Sequence[str]
) -> list[SSAValue | None]:
    if not names:
        return [None] * len(targets)
    if len(names) != len(targets):
        raise DiffError(
            f"there are {len(targets)} targets but {len(names)} target gradients",
            scope.function,
            "give one target gradient a target, in the same order",
        )
    found = scope.find(names, "target-gradients")
    for name, cotangent, target in zip(names, found, targets, strict=True):
        if not _fits(cotangent, target):
            raise DiffError(
                f"target gradient {name} is {cotangent.type}, its target is {target.type}",
                _owner(cotangent, scope),
            )
    return list(found)


def _fits(cotangent: SSAValue, target: SSAValue) -> bool:
    """Element types are equal, and dims are equal or unknown."""
    if not isinstance(cotangent.type, TensorType) or not isinstance(target.type, TensorType):
        return False
    if element_of(cotangent) != element_of(target):
        return False
    left, right = shape_of(cotangent), shape_of(target)
    return len(left) == len(right) and all(
        a == b or -1 in (a, b) for a, b in zip(left, right, strict=True)
    )


def _owner(value: SSAValue, scope: Scope) -> Operation | None:
    return value.owner if isinstance(value.owner, Operation) else scope.function


# --- what comes out --------------------------------------------------------------------------


def _check_free(scope: Scope, request: Request, suffix: str) -> None:
    taken = scope.fetches()
    for name in request.inputs:
        if name + suffix in taken:
            raise DiffError(
                f"the program already fetches {name + suffix}",
                scope.function,
                'give the gradients another name with suffix, for example suffix="@GRAD2"',
            )


def _fetch(scope: Scope, gradients: dict[str, SSAValue], suffix: str) -> None:
    column = sum(isinstance(op, FetchOp) for op in scope.block.ops)
    for offset, (name, gradient) in enumerate(gradients.items()):
        fetch = FetchOp.create(
            operands=[gradient],
            result_types=[gradient.type],
            properties={
                "name": StringAttr(name + suffix),
                "col": IntegerAttr(column + offset, i32),
            },
        )
        if isinstance(gradient.owner, Operation):
            fetch.location = gradient.owner.location
        scope.block.add_op(fetch)


def _return(scope: Scope, request: Request, gradients: dict[str, SSAValue]) -> None:
    """Appends the gradients to what the function returns; zeros where there is none."""
    from .builder import Builder

    function, block = scope.function, scope.block
    assert function is not None
    last = block.last_op
    assert last is not None
    if name_of(last) != "func.return":
        raise DiffError(f"the function ends in {name_of(last)}, not in func.return", last)
    last.detach()
    build = Builder(block, last.location)
    values = [
        gradients[name] if name in gradients else build.zeros_like(value)
        for name, value in request.inputs.items()
    ]
    last.operands = [*last.operands, *values]
    block.add_op(last)
    function.properties["function_type"] = FunctionType.from_lists(
        [arg.type for arg in block.args], [value.type for value in last.operands]
    )
    for name, count in (("res_attrs", len(last.operands)), ("arg_attrs", len(block.args))):
        attributes: Any = function.properties.get(name)
        if attributes is not None:
            more = (DictionaryAttr({}) for _ in range(count))
            entries: list[Attribute] = [*attributes.data, *more]
            function.properties[name] = ArrayAttr(entries[:count])
