"""The dialects of pdgrad and the context that knows them beside all of xDSL's."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.ir import Dialect, Operation


def get_pd_op() -> Dialect:
    """The `pd_op` dialect with all its families."""
    from .pd_op import operations
    from .pd_op.array import ArrayType

    return Dialect("pd_op", operations(), [ArrayType])


def get_cf() -> Dialect:
    """xDSL's `cf` with Paddle's ops for tapes and yields."""
    from .cf import Cf

    return Cf


class PdContext(Context):
    """xDSL's context, with two additions: `pd.NAME` reads as `pd_op.NAME`, and a `pd_op` that no
    family defines is taken as it stands (it is an error only where it must be differentiated or
    run)."""

    def get_optional_op(
        self, name: str, *, dialect_stack: tuple[str, ...] | list[str] = ()
    ) -> type[Operation] | None:
        if name.startswith("pd."):
            name = "pd_op." + name[3:]
        found = super().get_optional_op(name, dialect_stack=dialect_stack)
        if found is not None or not name.startswith("pd_op."):
            return found
        if name.endswith("_"):
            pure = super().get_optional_op(name[:-1])
            if pure is not None:
                return self._in_place(name, pure)
        from xdsl.dialects.builtin import UnregisteredOp

        unknown = UnregisteredOp.with_name(name)
        self._loaded_ops[name] = unknown
        return unknown

    def _in_place(self, name: str, pure: type[Operation]) -> type[Operation] | None:
        """The in-place form `NAME_` of a pure op."""
        from .pd_op.base import PdOp
        from .pd_op.inplace import in_place_variant

        if not issubclass(pure, PdOp):
            return None
        self._loaded_ops[name] = in_place_variant(pure)
        return self._loaded_ops[name]


def register_dialects(context: Context) -> None:
    """Registers every dialect of xDSL and ours; what is registered loads when first used."""
    from xdsl.universe import Universe

    for name, factory in Universe.get_multiverse().all_dialects.items():
        if name not in ("cf", "pd_op"):
            context.register_dialect(name, factory)
    context.register_dialect("cf", get_cf)
    context.register_dialect("pd_op", get_pd_op)
    from .pir import OPERATIONS

    for op in OPERATIONS:
        context.load_op(op)


def new_context() -> PdContext:
    """A context with all dialects registered."""
    context = PdContext()
    register_dialects(context)
    return context
