"""Conversions by a bundled backend: golden, golden with another reading, or a mutant."""

import ctypes
import functools
import glob
import operator
import os
import threading

from .backend import MEMORIES, Rejected, Unsupported
from .numbers import ROUNDINGS, TYPES, array_from, bytes_of, number_of, packed_bytes, round_up
from .steps import BLOCK_BYTES, CTRL, MASK, Vconv, packed, set_register
from .suite import SuiteError, program

_VERSION = 1
_OK = 0
_REFUSALS = {1: Unsupported, 2: Rejected}
_REPEAT_BYTES = 256
_MOST_REPEATS = 255
ALL_LANES = ((1 << 64) - 1,) * 2
_NAME_OF_ENTRY = "vconform_get_named_adapter"
# A context is used by one thread at a time; ctypes lets others run meanwhile.
_ONE_AT_A_TIME = threading.Lock()


class _Memory(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_uint64)]


class _Memories(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
        ("memory", _Memory * len(MEMORIES)),
    ]


class _Table(ctypes.Structure):
    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("abi_version", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        ("version", ctypes.c_char_p),
        ("create", ctypes.CFUNCTYPE(ctypes.c_void_p)),
        ("destroy", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)),
        ("capabilities", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)),
        (
            "execute",
            ctypes.CFUNCTYPE(
                ctypes.c_uint32,
                ctypes.c_void_p,
                ctypes.c_char_p,
                ctypes.c_uint64,
                ctypes.POINTER(_Memories),
            ),
        ),
    ]


def _library():
    """libvconform_backends.so: installed beside the program, or of the checkout's newest build."""
    folder = os.path.dirname(os.path.realpath(program()))
    places = []
    for _ in range(4):
        # "lib/*" is where Debian's packages have it.
        for below in ("lib*", "lib/*", "build/*/lib"):
            places += glob.glob(os.path.join(folder, below, "vconform/libvconform_backends.so"))
        if places:
            return max(places, key=os.path.getmtime)
        folder = os.path.dirname(folder)
    raise SuiteError(
        f"there is no libvconform_backends.so beside {program()}: build it with ./vconform certify"
    )


@functools.lru_cache(maxsize=None)
def _opened(backend):
    """The table and a context of a bundled backend. Both live as long as this process."""
    entry = getattr(ctypes.CDLL(_library()), _NAME_OF_ENTRY)
    entry.restype = ctypes.POINTER(_Table)
    entry.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    table = entry(_VERSION, backend.encode())
    context = table.contents.create() if table else None
    if not context:
        raise SuiteError(f"there is no bundled backend '{backend}': ./vconform backends lists them")
    if not table.contents.execute:
        raise SuiteError(
            f"'{backend}' converts arrays and executes no programs: use golden, golden:RULE=READING or a mutant"
        )
    return table.contents, context


def execute(steps, memories, backend="golden"):
    """Runs a program by a bundled backend: steps of backend.Program, or objects of steps.py.

    Memories are those of backend.Program. Raises Rejected and Unsupported as it answers, and ValueError for another failure.
    """
    table, context = _opened(backend)
    given = _Memories(struct_size=ctypes.sizeof(_Memories))
    for name, memory in memories.items():
        data = (ctypes.c_uint8 * len(memory)).from_buffer(memory)
        given.memory[MEMORIES.index(name)] = _Memory(ctypes.addressof(data), len(memory))
    records = [step if isinstance(step, (bytes, bytearray)) else packed(step) for step in steps]
    with _ONE_AT_A_TIME:
        status = table.execute(context, b"".join(records), len(records), given)
        why = b"" if status == _OK else table.last_error(context) or b"no reason given"
    if status != _OK:
        raise _REFUSALS.get(status, ValueError)(why.decode(errors="replace"))


def in_normal_mode(ctrl):
    """CTRL without CTRL[56], under which MASK counts elements: how many there are, an array says."""
    return operator.index(ctrl) & ~(1 << 56)


def convert(x, source, destination, rounding="", *, ctrl=0, backend="golden"):
    """What vconv_{source}2{destination}{rounding} makes of an array: an array of destination.

    convert(x, "f32", "f16", "r"). Arrays are as in numbers.py. ctrl: the CTRL register, of which
    1 << 48 keeps infinities in half results and counter mode changes nothing. backend: a bundled
    one, such as "golden:overflow.odd=inf-beyond-max". Raises ValueError for types and suffixes that
    there are not, and TypeError for an array of another type.
    """
    try:
        types, code = (TYPES[source], TYPES[destination]), ROUNDINGS.index(rounding)
    except (KeyError, ValueError):
        raise ValueError(f"no conversion from {source} to {destination} with '{rounding}'") from None
    from_type, to_type = types
    data = bytes_of(x, from_type)
    count = number_of(x)
    per_repeat = _REPEAT_BYTES * 8 // max(t.bits for t in types)
    result = bytearray()
    for first in range(0, count, per_repeat * _MOST_REPEATS):
        here = min(count - first, per_repeat * _MOST_REPEATS)
        repeats = -(-here // per_repeat)
        room = [repeats * packed_bytes(t, per_repeat) for t in types]
        at = packed_bytes(from_type, first)
        memory = bytearray(round_up(room[0], _REPEAT_BYTES) + room[1])
        piece = data[at : at + packed_bytes(from_type, here)]
        memory[: len(piece)] = piece
        to = len(memory) - room[1]
        blocks = [packed_bytes(t, per_repeat) // BLOCK_BYTES for t in types]
        steps = [
            set_register(CTRL, in_normal_mode(ctrl)),
            set_register(MASK, *ALL_LANES),
            Vconv(
                from_type.code, to_type.code, code, repeats, (to,), (0,), 1, 1, blocks[1], blocks[0]
            ),
        ]
        try:
            execute(steps, {"UB": memory}, backend)
        except (Rejected, Unsupported) as refusal:
            raise ValueError(str(refusal)) from None
        result += memory[to : to + packed_bytes(to_type, here)]
    return array_from(bytes(result), to_type, count)
