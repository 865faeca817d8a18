"""The number types of the instructions, and arrays of them, with numpy where there is one.

An array holds one element for each number: a numpy array, or an array.array without numpy. Types for
which neither has a number are views of their patterns: bf16, and f16 without numpy, as unsigned
16-bit integers; s4 as 8-bit integers from -8 to 7, or unsigned ones from 0 to 15.
"""

import array
import sys
from typing import NamedTuple

try:
    import numpy
except ImportError:
    numpy = None

if sys.byteorder != "little":
    raise ImportError("vconform's arrays are little-endian, and this machine is not")


class NumberType(NamedTuple):
    """A number type by its code in vconform_adapter.h."""

    name: str
    code: int
    bits: int
    numpy_name: str
    typecode: str  # of array.array


TYPES = {
    t.name: t
    for t in (
        NumberType("s4", 0, 4, "int8", "b"),
        NumberType("s8", 1, 8, "int8", "b"),
        NumberType("s16", 2, 16, "int16", "h"),
        NumberType("s32", 3, 32, "int32", "i"),
        NumberType("s64", 4, 64, "int64", "q"),
        NumberType("u8", 5, 8, "uint8", "B"),
        NumberType("f16", 6, 16, "float16", "H"),
        NumberType("bf16", 7, 16, "uint16", "H"),
        NumberType("f32", 8, 32, "float32", "f"),
        NumberType("u16", 9, 16, "uint16", "H"),
        NumberType("u32", 10, 32, "uint32", "I"),
        NumberType("u64", 11, 64, "uint64", "Q"),
        NumberType("f64", 12, 64, "float64", "d"),
    )
}
BY_CODE = {t.code: t for t in TYPES.values()}

# The suffixes of rounding by their codes; the bare name has none.
ROUNDINGS = ("", "r", "a", "f", "c", "z", "o")


def round_up(size, unit):
    return -(-size // unit) * unit


def packed_bytes(number_type, count):
    """The bytes of an array without gaps."""
    return (count * number_type.bits + 7) // 8


def _nibbles(view):
    """The bytes of s4 numbers, the first of each two in the low bits; an odd one is followed by a zero."""
    lowest, highest = (-8, 7) if view.format == "b" else (0, 15)
    values = view.tolist() if view.ndim == 1 else view.cast("B").cast(view.format).tolist()
    for value in values:
        if not lowest <= value <= highest:
            raise ValueError(f"{value}, which is no s4: they are from {lowest} to {highest}")
    values += [0] * (len(values) % 2)
    return bytes((a & 15) | (b & 15) << 4 for a, b in zip(values[0::2], values[1::2]))


def _from_nibbles(data):
    values = bytearray()
    for byte in data:
        values += bytes((byte & 15, byte >> 4))
    return array.array("b", bytes(v if v < 8 else v | 0xF0 for v in values))


def array_from(data, number_type, count=None):
    """A writable array of the numbers in `data`, packed without gaps; of s4, the first `count`."""
    if number_type.bits == 4:
        values = _from_nibbles(data)[:count]
        return values if numpy is None else numpy.frombuffer(values, numpy.int8)
    if numpy is not None:
        return numpy.frombuffer(bytearray(data), number_type.numpy_name)
    return array.array(number_type.typecode, bytes(data))


def bytes_of(values, number_type, count=None):
    """The bytes of an array, packed without gaps.

    Takes what array_from() makes, other numpy arrays of the same type, and unsigned views of the
    patterns. Raises TypeError for another type, which would have to be converted, and ValueError
    for another number of elements than `count`, or a number that is no s4.
    """
    view = memoryview(numpy.ascontiguousarray(values).reshape(-1) if _is_numpy(values) else values)
    found = number_of(view)
    if count is not None and found != count:
        raise ValueError(f"{found} elements, not {count}")
    _expect_type(view, values, number_type)
    return _nibbles(view) if number_type.bits == 4 else view.tobytes()


def number_of(values):
    """How many elements an array has."""
    if _is_numpy(values):
        return values.size
    view = memoryview(values)
    return len(view) if view.ndim == 1 else view.nbytes // view.itemsize


def _is_numpy(values):
    return numpy is not None and isinstance(values, numpy.ndarray)


def _expect_type(view, values, number_type):
    own = numpy.dtype(number_type.numpy_name).char if numpy is not None else number_type.typecode
    width = max(number_type.bits, 8) // 8
    kinds = {own, number_type.typecode} | {1: {"B"}, 2: {"H"}, 4: {"I"}, 8: {"Q", "L"}}[width]
    if number_type.typecode == "q":
        kinds.add("l")
    if view.itemsize != width or view.format not in kinds:
        given = values.dtype if _is_numpy(values) else f"{type(values).__name__} of '{view.format}'"
        raise TypeError(f"{given}, not {number_type.numpy_name} for {number_type.name}")
