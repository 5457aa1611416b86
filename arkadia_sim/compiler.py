"""Two kinds of compiled functions that numba does not have, for the sake of a quick first start.

numba makes machine code of every function on its own, with a way to call it from Python, and takes the code of all its
callees into each caller. A ``Helper`` is never made into machine code of its own: only its callers are. Callers of an
``EntryPoint`` hold no copy of it: they call it through a *slot*, a place in memory that holds its address and has the
same name in every process. Processes that need the same entry points share the work: the one that compiles one locks a
file in the cache, and the others compile something else meanwhile, or wait and then load it.
"""

import ctypes
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, Any
from weakref import WeakSet, WeakValueDictionary

import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import cgutils, compiler, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.imputils import fix_returning_optional, impl_ret_new_ref
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from arkadia_sim import system

_llvm: Any = llvmlite.binding
_ir: Any = ir
_Library: Any = JITCodeLibrary
_Dispatcher: Any = CPUDispatcher
_Compiler: Any = compiler.CompilerBase
_Lowering: Any = NativeLowering
_numba: Any = numba
_one_thread: Any = global_compiler_lock

SLOT = "arkadia_sim.slot:"
"""What the name of a slot begins with."""

WAITS_SECONDS = 60.0
"""Who has waited so long for another process to compile an entry point compiles it, too: the other may be stopped."""

_LOOKS_SECONDS = 0.05


class _HelperLibrary(_Library):
    """Code that is made to be taken into its callers and optimised there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _HelperLowering(_Lowering):
    _name = "helper_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = _HelperLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = state.flags.no_cpython_wrapper = state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        lowered, key = state["cr"], object()
        state.targetctx.insert_user_function(key, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=key)
        return True


register_pass(mutates_CFG=True, analysis_only=False)(_HelperLowering)


class _HelperCompiler(_Compiler):
    def define_pipelines(self) -> list[Any]:
        usual = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager = PassManager("helper")
        for step, description in usual.passes:
            manager.add_pass(_HelperLowering if step is NativeLowering else step, description)
        manager.finalize()
        return [manager]


class Helper(_Dispatcher):
    """A function that is compiled into its callers."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        super().__init__(function, None, {"nopython": True, "forceinline": True, **options}, _HelperCompiler)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return _for_python(self.py_func)(*arguments, **named)

    def add_overload(self, result: Any) -> None:
        self.overloads[tuple(result.signature.args)] = result


@cache
def _for_python(function: Callable[..., Any]) -> Any:
    return _numba.njit(function)


class EntryPoint(_Dispatcher):
    """A function of one declared signature (with the type that it returns), compiled when it is first needed. ``kept``
    gives the name of its slot, the same in every process, and another one where the code is another; and the cache of
    its machine code. It is asked once, before anything is compiled or loaded."""

    def __init__(
        self,
        function: Callable[..., Any],
        signature: Any,
        kept: Callable[[], tuple[str, Any]],
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(function, None, {"nopython": True, **options})
        self.declared = typing.signature(signature.return_type, *signature.args)
        self._key, self._kept, self._slot = object(), kept, ctypes.c_void_p(0)
        self._result: Any = None
        _UNSETTLED.add(self)

    def settle(self) -> None:
        """Find its slot and its place in the cache, unless that has been done."""
        with _one_thread:
            if self not in _UNSETTLED:
                return
            name, self._cache = self._kept()
            symbol = SLOT + name
            self._slot = _SLOTS.setdefault(symbol, self._slot)
            _ENTRY_POINTS[symbol] = self
            _llvm.add_symbol(symbol, ctypes.addressof(self._slot))
            self.targetctx._defns[self._key].append(_call_through(symbol, self.declared), self.declared.args)
            _UNSETTLED.discard(self)

    @property
    def nopython_signatures(self) -> list[Any]:
        return [self.declared]

    def make(self) -> Any:
        """Compile it and all that it calls, or load them, unless that has been done."""
        with _one_thread:  # of two threads that call it first, one makes it
            if self.overloads or self._result is not None:  # the latter while what it calls is made, which may call it
                return self._result.entry_point
            return self._made()

    def _made(self) -> Any:
        self.settle()
        for part in [*_UNSETTLED]:  # machine code from the cache may call any of them
            with suppress(OSError):  # the file of a bot that could not be loaded may be gone
                part.settle()
        try:
            if self.is_kept():
                super().compile(self.declared)
            else:
                with announced(self), self._alone():
                    super().compile(self.declared)
            library, name = self._result.library, self._result.fndesc.llvm_func_name
            self._slot.value = library.get_pointer_to_function(name)
            for callee in free_first(_ENTRY_POINTS[symbol] for symbol in _slots_of(library)):
                callee.make()
        except BaseException:  # it must not be called without them
            self._result = None
            raise
        super().add_overload(self._result)
        self.disable_compile()
        return self._result.entry_point

    def add_overload(self, result: Any) -> None:
        """Keep what it was compiled to. Other threads may call it when all that it calls is there."""
        self._result = result

    def is_kept(self) -> bool:
        """Whether it is loaded, or its machine code is in the cache."""
        if self.overloads:
            return True
        self.settle()
        key = self._cache._index_key(self.declared, self.targetctx.codegen())
        return key in self._cache._cache_file._load_index()

    def is_free(self) -> bool:
        """Whether no other process compiles it."""
        if self.is_kept():
            return True
        with self._lock_file() as lock:
            return system.lock(lock)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other process compile it at the same time, unless that takes too long."""
        with self._lock_file() as lock:
            begin = time.monotonic()
            while not system.lock(lock) and time.monotonic() - begin < WAITS_SECONDS:
                time.sleep(_LOOKS_SECONDS)
            yield

    @contextmanager
    def _lock_file(self) -> Iterator[IO[bytes]]:
        """The file in the cache that is locked while it is compiled. For one thread at a time: a process that closes a
        file gives up all its locks on it."""
        path = Path(f"{self._cache._cache_file._index_path}.lock")
        with _one_thread:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                yield file

    def compile(self, sig: Any) -> Any:
        """Compile the declared signature, whatever was asked for."""
        return self.make()

    def get_compile_result(self, sig: Any) -> Any:
        """What it was compiled to, for who takes its address."""
        self.make()
        return self._result

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How a compiled caller finds out what it returns."""
        self.settle()
        pysig, folded = self._compiler.fold_argument_types(args, kws)
        name = f"CallTemplate({self.py_func.__name__})"
        template = typing.make_concrete_template(name, self.py_func.__name__, self.nopython_signatures)
        return template, pysig, folded, {}

    def get_overload(self, sig: Any) -> Any:
        """The key of what a compiled caller calls."""
        return self._key

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        """What a first call from Python comes to: it is made, and called once more."""
        self.make()
        return self


_ENTRY_POINTS: WeakValueDictionary[str, EntryPoint] = WeakValueDictionary()
_UNSETTLED: WeakSet[EntryPoint] = WeakSet()
_SLOTS: dict[str, Any] = {}
"""By the names of the symbols. Never freed: machine code may look there as long as the process lives."""


@contextmanager
def _to_nobody(_: EntryPoint) -> Iterator[None]:
    yield


announced: Callable[[EntryPoint], AbstractContextManager[None]] = _to_nobody
"""Entered while an entry point is compiled."""


def free_first(parts: Iterable[EntryPoint]) -> Iterator[EntryPoint]:
    """These entry points, last those that another process compiles when it is their turn."""
    taken = []
    for part in parts:
        if part.is_free():
            yield part
        else:
            taken.append(part)
    yield from taken


def _slots_of(library: Any) -> list[str]:
    """The names of the slots that a library's machine code calls through."""
    module = library._get_module_for_linking()
    return [variable.name for variable in module.global_variables if variable.name.startswith(SLOT)]


def _call_through(symbol: str, signature: Any) -> Any:
    """How a compiled caller calls what the slot holds."""

    def call(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        returned, taken = signature.return_type, signature.args
        kind = context.call_conv.get_function_type(returned, taken).as_pointer()
        address = _ir.IntType(8).as_pointer()
        slot = builder.module.globals.get(symbol) or _ir.GlobalVariable(builder.module, address, symbol)
        function = builder.bitcast(builder.load(slot), kind)
        status, value = context.call_conv.call_function(builder, function, returned, taken, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        value = fix_returning_optional(context, builder, sig, status, value)
        return impl_ret_new_ref(context, builder, returned, value)

    call.signature = signature.args  # type: ignore[attr-defined]
    call.libs = ()  # type: ignore[attr-defined]
    return call
