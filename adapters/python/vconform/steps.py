"""The steps of a program as objects: the records of adapters/vconform_adapter.h, with its names.

A field that is not given is 0. An Address is the byte `offset` of a memory, by its number in
backend.MEMORIES; types are numbers.NumberType.code, roundings places in numbers.ROUNDINGS.
"""

import ctypes
import operator
import struct

STEP_BYTES = 264
# A DataBlock, the unit of strides.
BLOCK_BYTES = 32
_HEAD = struct.Struct("<II")

_u8, _u16, _u32, _u64 = ctypes.c_uint8, ctypes.c_uint16, ctypes.c_uint32, ctypes.c_uint64

# Registers.
MASK, CTRL, DEQSCALE, ND_PARA, LRELU_ALPHA, QUANT_PRE, FPC = range(7)


class _Record(ctypes.Structure):
    """Equal to one of its kind with the same bytes."""

    def __eq__(self, other):
        return type(self) is type(other) and bytes(self) == bytes(other)

    __hash__ = None

    def __repr__(self):
        fields = ", ".join(f"{name}={_shown(getattr(self, name))}" for name, _ in self._fields_)
        return f"{type(self).__name__}({fields})"


def _shown(value):
    return list(value) if isinstance(value, ctypes.Array) else value


class Address(_Record):
    _fields_ = [("offset", _u64), ("memory", _u32), ("reserved", _u32)]


class SetRegister(_Record):
    _fields_ = [("register_id", _u32), ("reserved", _u32), ("value", _u64 * 2)]


_STRIDES = [
    ("dstBlockStride", _u16),
    ("srcBlockStride", _u16),
    ("dstRepeatStride", _u16),
    ("srcRepeatStride", _u16),
]


class Vconv(_Record):
    _fields_ = [
        ("source_type", _u32),
        ("destination_type", _u32),
        ("rounding", _u32),
        ("repeat", _u32),
        ("dst", Address),
        ("src", Address),
        *_STRIDES,
    ]


class Deq(_Record):
    """form: vconv_deqs162b8h, …l, vconv_vdeqs162b8h, …l, vconv_deq."""

    _fields_ = [
        ("form", _u32),
        ("destination_type", _u32),
        ("repeat", _u32),
        ("reserved", _u32),
        ("dst", Address),
        ("src", Address),
        *_STRIDES,
    ]


class CastDeq(_Record):
    """form: by count, by the first n elements, by bit masks."""

    _fields_ = [
        ("form", _u32),
        ("source_type", _u32),
        ("destination_type", _u32),
        ("count", _u32),
        ("mask", _u64 * 2),
        ("dst", Address),
        ("src", Address),
        ("repeat_time", _u32),
        ("dstBlkStride", _u16),
        ("srcBlkStride", _u16),
        ("dstRepStride", _u16),
        ("srcRepStride", _u16),
        ("is_set_mask", _u8),
        ("is_vec_deq", _u8),
        ("half_block", _u8),
        ("reserved", _u8),
    ]


class CopyMatrix(_Record):
    _fields_ = [
        ("source_type", _u32),
        ("destination_type", _u32),
        ("dst", Address),
        ("src", Address),
        ("QuantPRE", _u64),
        ("dstStride_dst_D", _u32),
        ("NSize", _u32),
        ("MSize", _u32),
        ("srcStride", _u32),
        ("sid", _u8),
        ("UnitFlagMode", _u8),
        ("ReLUPRE", _u8),
        ("channelSplit", _u8),
        ("NZ2ND_EN", _u8),
        ("reserved", _u8 * 3),
    ]


class DataCopy(_Record):
    _fields_ = [
        ("source_type", _u32),
        ("destination_type", _u32),
        ("source_position", _u32),
        ("destination_position", _u32),
        ("dst", Address),
        ("src", Address),
        ("blockCount", _u16),
        ("blockLen", _u16),
        ("srcStride", _u16),
        ("dstStride", _u16),
        ("blockMode", _u32),
        ("deqScale", _u32),
        ("deqValue", _u64),
        ("deqTensorAddr", _u64),
        ("sidStoreMode", _u8),
        ("isRelu", _u8),
        ("padMode", _u8),
        ("reserved", _u8 * 5),
        ("padValue", _u64),
    ]


# By their numbers in the protocol.
KINDS = (SetRegister, Vconv, Deq, CastDeq, CopyMatrix, DataCopy)


def set_register(register, low, high=0):
    for word in (low, high):
        if not 0 <= operator.index(word) < 1 << 64:
            raise ValueError(f"a register holds 64 bits, not {word}")
    return SetRegister(register, 0, (low, high))


def packed(step):
    """The record of a step, as a program has it."""
    head = _HEAD.pack(STEP_BYTES, KINDS.index(type(step)))
    return (head + bytes(step)).ljust(STEP_BYTES, b"\0")


def kind_of(record):
    """The kind of the step of a record, by its number in the protocol."""
    return _HEAD.unpack_from(record)[1]


def read(record):
    """The step of a record. Raises ValueError for a kind that has no name here."""
    kind = kind_of(record)
    if kind >= len(KINDS):
        raise ValueError(f"step kind {kind}: this package knows 0 to {len(KINDS) - 1}")
    return KINDS[kind].from_buffer_copy(record, _HEAD.size)
