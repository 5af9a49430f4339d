"""Kernels as other kernels use them, which take their code into their own.

For a kernel that only other kernels call, numba would still make machine code, and a wrapper that turns objects of
Python into its arguments. Together they take about half of the time, and both are left out here. A kernel that is
called from Python as well is compiled twice.

numba would also optimise a kernel with the code of all that it calls, and do so again in each kernel that calls it.
Here its code is kept as it is, beside that of what it needs. Only a kernel that is called from Python takes all of it
in, and LLVM optimises all of it once. Compiling takes three fourths of the time, and the searches for the least pushes
are 5 to 10 % faster.

numba would also compile a kernel anew for each width of a whole number, and for each constant, that other kernels hand
to it. All of them are handed on with 64 bits, and constants as any other number.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from llvmlite import binding
from numba import types as numba_types
from numba.core import compiler, registry
from numba.core import dispatcher as numba_dispatcher

dispatcher: Any = numba_dispatcher
types: Any = numba_types
untyped: Any = registry.CPUDispatcher
untyped_compiler: Any = dispatcher._FunctionCompiler
untyped_result: Any = compiler.CompileResult


class LinkedKernel(untyped):  # type: ignore[misc]
    """The code of a kernel for each kind of arguments that other kernels hand to it."""

    def __init__(self, kernel: Any) -> None:
        """`kernel` is what numba has made of the same function."""
        options = {**kernel.targetoptions, "no_cpython_wrapper": True}
        super().__init__(kernel.py_func, targetoptions=options)
        self._compiler = _Compiler(kernel.py_func, self.targetdescr, options, {}, compiler.Compiler)

    def get_call_template(self, arguments: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """What a call has to know, of the code for the wide types of its arguments."""
        wide = {name: _wide(type_) for name, type_ in named.items()}
        return super().get_call_template(tuple(map(_wide, arguments)), wide)

    def add_overload(self, result: Any) -> None:
        """Keep a result; Python cannot call it, so that it is not entered where calls of Python are resolved."""
        self.overloads[tuple(result.signature.args)] = result
        # numba has let calls of it take in its own code alone.
        context, called = result.target_context, result.entry_point
        context.remove_user_function(called)
        context.insert_user_function(called, result.fndesc, [result.library, *result.library.needed])


class _Compiler(untyped_compiler):  # type: ignore[misc]
    """Compiles down to the code of LLVM, no further."""

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        return flags

    def _compile_core(self, arguments: Any, return_type: Any) -> Any:
        result = super()._compile_core(arguments, return_type)
        _end(result.library)
        # Calls are found by the entry point of what they call; here it is but a name.
        result = result._replace(entry_point=object())
        result.target_context.insert_user_function(result.entry_point, result.fndesc)
        return result


def _end(library: Any) -> None:
    """End a library without what it needs, which is kept beside it: other libraries, as a tuple."""
    needed: dict[Any, None] = {}
    for other in dict.fromkeys(library._linking_libraries):
        library._reload_init.update(other._reload_init)
        needed.update(dict.fromkeys((other, *getattr(other, "needed", ()))))
    library.needed = tuple(needed)
    library._finalize_dynamic_globals()
    library._finalized = True


def _wide(type_: Any) -> Any:
    """The type of 64 bits for that of a signed number or a constant, also in a tuple; any other type as it is."""
    type_ = types.unliteral(type_)
    if isinstance(type_, types.Integer) and type_.signed:
        return types.int64
    if isinstance(type_, types.Tuple | types.UniTuple):
        return types.Tuple(tuple(map(_wide, type_)))
    return type_


def reduced(result: Any) -> tuple[Any, ...]:
    """What is kept of a result, beginning with its code of LLVM and that of all it needs."""
    result.fndesc.typemap = result.fndesc.calltypes = None
    library = result.library
    return (
        tuple((part.name, part._final_module.as_bitcode()) for part in (library, *library.needed)),
        result.fndesc,
        result.environment,
        result.signature,
        str(result.type_annotation),
        tuple(library._reload_init),
        tuple(result._find_referenced_environments()),
    )


def rebuilt(target_context: Any, kept: tuple[Any, ...]) -> Any:
    """The result of which `reduced` has kept something."""
    codes, description, environment, signature, annotation, reload_init, environments = kept
    for function in reload_init:
        function()
    library, *needed = (_library(target_context.codegen(), name, code) for name, code in codes)
    library._reload_init.update(reload_init)
    library.needed = tuple(needed)
    return untyped_result(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=library,
        environment=environment,
        entry_point=object(),
        fndesc=description,
        type_annotation=annotation,
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=environments,
    )


@cache
def _library(codegen: Any, name: str, code: bytes) -> Any:
    """The library with some code; what many kernels need is read once."""
    library = codegen.create_library(name)
    library._final_module = binding.parse_bitcode(code)
    library._finalized = True
    return library
