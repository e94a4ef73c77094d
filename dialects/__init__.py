"""The dialects of pdgrad and the context that knows them beside all of xDSL's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from xdsl.context import Context
from xdsl.ir import Dialect, Operation

if TYPE_CHECKING:
    from xdsl.parser import Parser


def get_pd_op() -> Dialect:
    """The `pd_op` dialect with all its families."""
    from .pd_op import operations
    from .pd_op.array import ArrayType

    return Dialect("pd_op", operations(), [ArrayType])


def get_types() -> Dialect:
    """The types of `pd_op` alone: `PdContext` finds each op when it is asked for."""
    from .pd_op.array import ArrayType

    return Dialect("pd_op", [], [ArrayType])


def get_cf() -> Dialect:
    """xDSL's `cf` with Paddle's ops for tapes and yields."""
    from .cf import Cf

    return Cf


class PdContext(Context):
    """xDSL's context, with two additions: `pd.NAME` reads as `pd_op.NAME`, and a `pd_op` that no
    family defines is taken as it stands (it is an error only where it must be differentiated or
    run)."""

    def get_optional_op(
        self, name: str, *, dialect_stack: Sequence[str] = ()
    ) -> type[Operation] | None:
        if name.startswith("pd."):
            name = "pd_op." + name[3:]
        if not name.startswith("pd_op."):
            return super().get_optional_op(name, dialect_stack=dialect_stack)
        found = self._loaded_ops.get(name)
        if found is None:
            found = self._loaded_ops[name] = self._find(name)
        return found

    def _find(self, name: str) -> type[Operation]:
        """The class of an op of ours: from its family, or made for an in-place form."""
        from .pd_op import find_op

        found = find_op(name)
        if found is None and name.endswith("_"):
            found = self._in_place(find_op(name[:-1]))
        if found is None:
            from xdsl.dialects.builtin import UnregisteredOp

            found = UnregisteredOp.with_name(name)
            found.parse = _no_short_form(name)
        return found

    def _in_place(self, pure: type[Operation] | None) -> type[Operation] | None:
        """The in-place form of a pure op."""
        from .pd_op.base import PdOp

        if pure is None or not issubclass(pure, PdOp):
            return None
        from .pd_op.inplace import in_place_variant

        return in_place_variant(pure)


def _no_short_form(name: str) -> Callable[..., NoReturn]:
    """What reads the short form of an op that no family defines: the error that says so."""

    def parse(parser: Parser) -> NoReturn:
        from difflib import get_close_matches

        from .pd_op import op_names

        near = get_close_matches(name, op_names(), 3)
        hint = f" ({', '.join(near)}?)" if near else ""
        parser.raise_error(
            f"there is no op {name}{hint}; an op that pdgrad does not define is written in its "
            f'generic form, "{name}"(...) : (...) -> ...'
        )

    return parse


def register_dialects(context: Context) -> None:
    """Registers every dialect of xDSL and ours; what is registered loads when first used."""
    from xdsl.universe import Universe

    for name, factory in Universe.get_multiverse().all_dialects.items():
        if name not in ("cf", "pd_op"):
            context.register_dialect(name, factory)
    context.register_dialect("cf", get_cf)
    context.register_dialect("pd_op", get_types)
    from .pir import OPERATIONS

    for op in OPERATIONS:
        context.load_op(op)


def new_context() -> PdContext:
    """A context with all dialects registered."""
    context = PdContext()
    register_dialects(context)
    return context
