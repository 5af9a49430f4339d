"""Eight words at once: a line of the cache, in the registers that a processor has for vectors.

LLVM finds such registers by itself in long loops. In loops over eight words that are written to another row than they
are read from, it cannot tell that the rows do not overlap.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from generator.bit_kernels import Int, Words

LINE = 8
"""Words of a line."""


class Line(types.Type):
    """The type of a line for numba."""

    def __init__(self) -> None:
        super().__init__("Line")


_LINE = Line()
_VECTOR = ir.VectorType(ir.IntType(64), LINE)


@register_model(Line)
class _LineModel(models.PrimitiveModel):
    def __init__(self, manager: Any, line: Any) -> None:
        primitive: Any = super()
        primitive.__init__(manager, line, _VECTOR)


def _place(context: Any, builder: Any, row_type: Any, row: Any, word: Any) -> Any:
    """Where a line begins in a row."""
    first = builder.gep(context.make_array(row_type)(context, builder, row).data, [word])
    return builder.bitcast(first, _VECTOR.as_pointer())


def _lower_load(_typing: Any, row: Any, _word: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, signature.args[0], *arguments), align=8)

    return _LINE(row, types.int64), lower


def _lower_store(_typing: Any, row: Any, _word: Any, _line: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _place(context, builder, signature.args[0], *arguments[:2]), align=8)
        return context.get_dummy_value()

    return types.void(row, types.int64, _LINE), lower


def _lower_both(_typing: Any, _one: Any, _other: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(*arguments)

    return _LINE(_LINE, _LINE), lower


def _lower_either(_typing: Any, _one: Any, _other: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.or_(*arguments)

    return _LINE(_LINE, _LINE), lower


def _lower_without(_typing: Any, _one: Any, _other: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.not_(arguments[1]))

    return _LINE(_LINE, _LINE), lower


def _lower_differing(_typing: Any, _one: Any, _other: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.xor(*arguments)

    return _LINE(_LINE, _LINE), lower


def _spread(builder: Any, number: Any) -> Any:
    """A line of eight times the same word."""
    zero = ir.Constant(ir.IntType(32), 0)
    line = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), number, zero)
    mask = ir.Constant(ir.VectorType(ir.IntType(32), LINE), [0] * LINE)
    return builder.shuffle_vector(line, line, mask)


def _lower_shifted(_typing: Any, _line: Any, _left: Any, _right: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        line, left, right = arguments
        return builder.lshr(builder.shl(line, _spread(builder, left)), _spread(builder, right))

    return _LINE(_LINE, types.uint64, types.uint64), lower


def _lower_some(_typing: Any, _line: Any) -> Any:
    def lower(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        bits = builder.bitcast(arguments[0], ir.IntType(64 * LINE))
        return builder.icmp_unsigned("!=", bits, ir.Constant(bits.type, 0))

    return types.boolean(_LINE), lower


load: Callable[[Words, Int], Line] = cast(Any, intrinsic(_lower_load))
"""The line of a row that begins with a word."""
store: Callable[[Words, Int, Line], None] = cast(Any, intrinsic(_lower_store))
"""Write a line of a row that begins with a word."""
both: Callable[[Line, Line], Line] = cast(Any, intrinsic(_lower_both))
either: Callable[[Line, Line], Line] = cast(Any, intrinsic(_lower_either))
without: Callable[[Line, Line], Line] = cast(Any, intrinsic(_lower_without))
differing: Callable[[Line, Line], Line] = cast(Any, intrinsic(_lower_differing))
"""The bits that one of two lines holds."""
shifted: Callable[[Line, np.uint64, np.uint64], Line] = cast(Any, intrinsic(_lower_shifted))
"""Every word shifted to the left, and then to the right."""
some: Callable[[Line], bool] = cast(Any, intrinsic(_lower_some))
"""Whether a line holds any bit."""
