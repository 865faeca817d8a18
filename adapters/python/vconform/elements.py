"""Dequantisations, FIXPIPE and DataCopy from CO1 to CO2 on arrays: an element and a word to a result.

What the instructions do element by element, without their addressing: as the form `element` of
adapters/vconform_adapter.h.
"""

import operator
import re
import struct
from typing import Callable, NamedTuple

from .backend import MEMORIES, Rejected, Unsupported
from .golden import ALL_LANES, execute, in_normal_mode
from .numbers import TYPES, NumberType, array_from, bytes_of, packed_bytes, round_up
from .steps import (
    BLOCK_BYTES,
    CTRL,
    DEQSCALE,
    FPC,
    LRELU_ALPHA,
    MASK,
    QUANT_PRE,
    CastDeq,
    CopyMatrix,
    DataCopy,
    Deq,
    set_register,
)

_UB, _L1, _L0C, _GM, _FB = range(len(MEMORIES))
# Elements of one instruction: at most 255 repeats of the smallest operand, in a UB of 192 KiB.
_MOST_ELEMENTS = 8192
_RELUS = ("", "normal", "leaky", "prelu")
_S9 = 0x1FF


def _pattern_of(name, number, of_number, of_pattern):
    """The bits of a number in a format of struct, to nearest."""
    try:
        return struct.unpack("<" + of_pattern, struct.pack("<" + of_number, number))[0]
    except (OverflowError, struct.error):
        raise ValueError(f"{name} {number} is not a number of that format") from None


def quant_word(M, *, offset=0, sign=0, N=0, MCB=0, relu=0):
    """The word of a chain with an s9: deq_factor, quant word, or deqValue of DEQ8 and DEQ16.

    M: the scale, an f32, of which all but DataCopy take 1-8-10. offset: -256 to 255; the _b4 forms take
    its low five bits. sign: 1 for an s8, 0 for a u8. N, MCB: the shift to the right less 1, and 1 to shift an s32 to an s16 first. relu: 1
    for results not below 0, in a deqValue.
    """
    scale = _pattern_of("M", M, "f", "I")
    # Numbers of numpy have few bits, in which what is shifted beyond them vanishes.
    offset, sign, N, MCB, relu = map(operator.index, (offset, sign, N, MCB, relu))
    for name, value, least, most in (
        ("offset", offset, -256, 255),
        ("sign", sign, 0, 1),
        ("N", N, 0, 15),
        ("MCB", MCB, 0, 1),
        ("relu", relu, 0, 1),
    ):
        if not least <= value <= most:
            raise ValueError(f"{name} {value} is not in {least}..{most}")
    return scale | N << 32 | MCB << 36 | (offset & _S9) << 37 | sign << 46 | relu << 47


def half_word(M):
    """The word of s32 to f16 (vconv_deq, cast_deq_s322f16, DEQ and VDEQ of DataCopy): a half."""
    return _pattern_of("M", M, "e", "H")


def _blocks_of_halves(data, is_high):
    """The 16 results of each block of 32 bytes, of which they are one half."""
    first = 16 if is_high else 0
    return b"".join(data[at : at + 16] for at in range(first, len(data), BLOCK_BYTES))


class _Row(NamedTuple):
    """An instruction, and the function that runs it on elements with the same parameters."""

    name: str
    run: Callable
    form: str  # what its name says beside the types
    source: NumberType
    destination: NumberType


class _Asked(NamedTuple):
    """The parameters of some elements."""

    word: int
    relu: str
    alpha: int  # its pattern
    ctrl: int
    backend: str


def _expect_no_relu(row, asked):
    if asked.relu:
        raise ValueError(f"relu '{asked.relu}': {row.name} has none")


_DEQ_FORMS = {"deqs162b8h": 0, "deqs162b8l": 1, "vdeqs162b8h": 2, "vdeqs162b8l": 3, "": 4}


def _vector_program(row, asked, data, count, step, is_high):
    """Runs an instruction that has source and result in UB, the factors in DEQSCALE."""
    per_repeat = 128 if row.destination.bits == 8 else 64
    repeats = -(-count // per_repeat)
    result_at = repeats * 256
    room = repeats * per_repeat * 2
    factors_at = round_up(result_at + room, BLOCK_BYTES)
    ub = bytearray(data).ljust(factors_at, b"\0") + struct.pack("<Q", asked.word) * 16
    is_vector = row.form.startswith("vdeq")
    steps = [
        set_register(CTRL, in_normal_mode(asked.ctrl)),
        set_register(MASK, *ALL_LANES),
        set_register(DEQSCALE, factors_at // BLOCK_BYTES if is_vector else asked.word),
        step(repeats, result_at),
    ]
    execute(steps, {"UB": ub}, asked.backend)
    results = ub[result_at : result_at + room]
    return results if row.destination.bits != 8 else _blocks_of_halves(results, is_high)


def _deq(row, asked, data, count):
    _expect_no_relu(row, asked)
    form = _DEQ_FORMS[row.form]
    blocks = 8 if row.destination.bits == 8 else 4

    def step(repeats, to):
        return Deq(form, row.destination.code, repeats, 0, (to,), (0,), 1, 1, blocks, 8)

    return _vector_program(row, asked, data, count, step, row.form.endswith("h"))


def _cast_deq(row, asked, data, count):
    _expect_no_relu(row, asked)

    def step(_, to):
        return CastDeq(0, row.source.code, row.destination.code, count, dst=(to,), src=(0,))

    return _vector_program(row, asked, data, count, step, False)


# Codes of QuantPRE for a word of all columns.
_QUANT_PRE = {
    ("f32", "f16"): 1,
    ("f32", "bf16"): 16,
    ("f32", "s8"): 24,
    ("f32", "u8"): 24,
    ("f32", "s4"): 26,
    ("f32", "f32"): 0,
    ("s32", "f16"): 11,
    ("s32", "s16"): 13,
    ("s32", "s8"): 9,
    ("s32", "u8"): 9,
    ("s32", "s4"): 22,
    ("s32", "s32"): 0,
}


def _nz_of_rows(data, channels, rows):
    """Rows of so many 32-bit elements as column blocks of 16, each of `rows` rows."""
    c0_bytes, row_bytes = 16 * 4, channels * 4
    return b"".join(
        data[at + first : at + first + c0_bytes]
        for first in range(0, row_bytes, c0_bytes)
        for at in range(0, rows * row_bytes, row_bytes)
    )


def _copy_matrix(row, asked, data, count):
    code = _QUANT_PRE.get((row.source.name, row.destination.name))
    if code is None or row.name.count("_b4") != (row.destination.name == "s4"):
        raise _no_such(row.name)
    channels = {8: 32, 4: 64}.get(row.destination.bits, 16)
    rows = round_up(-(-count // channels), 16)
    row_bytes = packed_bytes(row.destination, channels)
    result = bytearray(rows * row_bytes)
    to, memory = (_L1, "L1") if row.form == "cbuf" else (_GM, "GM")
    copy = CopyMatrix(
        row.source.code,
        row.destination.code,
        (0, to),
        (0, _L0C),
        QuantPRE=code,
        dstStride_dst_D=len(result) // BLOCK_BYTES,
        NSize=channels,
        MSize=rows,
        srcStride=rows,
        ReLUPRE=_RELUS.index(asked.relu),
    )
    alpha = struct.pack("<I", asked.alpha)
    steps = [
        set_register(CTRL, asked.ctrl),
        set_register(QUANT_PRE, asked.word),
        set_register(LRELU_ALPHA, asked.alpha),
        set_register(FPC, 0),
        copy,
    ]
    data = data.ljust(rows * channels * 4, b"\0")
    memories = {
        "L0C": bytearray(_nz_of_rows(data, channels, rows)),
        memory: result,
        "FB": bytearray(alpha * channels),
    }
    execute(steps, memories, asked.backend)
    return bytes(result)


_DEQ_SCALES = ("", "deq", "vdeq", "deq8", "vdeq8", "deq16", "vdeq16")
_CO1, _CO2 = 6, 7
_MATRIX, _PACKED = 1, 2
_FRACTAL = 256


def _data_copy(row, asked, data, count):
    has_relu = row.form == "relu"
    if asked.relu not in ("", "normal") or has_relu and not asked.relu:
        wanted = "normal" if has_relu else "normal or none"
        raise ValueError(f"relu '{asked.relu}': of {row.name} it is {wanted}")
    scale = _DEQ_SCALES.index(row.form) if row.form in _DEQ_SCALES else 0
    fractals = -(-count // _FRACTAL)
    result_bytes = packed_bytes(row.destination, fractals * _FRACTAL)
    one = struct.pack("<Q", asked.word)[: 2 if row.form == "vdeq" else 8]
    ub = bytearray(result_bytes) + one * 16
    copy = DataCopy(
        row.source.code,
        row.destination.code,
        _CO1,
        _CO2,
        (0, _UB),
        (0, _L0C),
        blockCount=1,
        blockLen=fractals,
        blockMode=_MATRIX,
        deqScale=scale,
        deqValue=asked.word,
        deqTensorAddr=result_bytes,
        sidStoreMode=_PACKED if row.destination.bits == 8 else 0,
        isRelu=1 if asked.relu else 0,
    )
    l0c = bytearray(data.ljust(packed_bytes(row.source, fractals * _FRACTAL), b"\0"))
    execute([set_register(CTRL, asked.ctrl), copy], {"L0C": l0c, "UB": ub}, asked.backend)
    return bytes(ub[:result_bytes])


_TYPES = r"(?P<source>[a-z]+\d+)2(?P<destination>[a-z]+\d+)"
_NAMES = (
    (r"vconv_(?P<form>v?deqs162b8[hl])_(?P<destination>[su]8)", _deq, {"source": "s16"}),
    (r"vconv_deq", _deq, {"source": "s32", "destination": "f16"}),
    (rf"cast_deq_{_TYPES}", _cast_deq, {}),
    (rf"copy_matrix_cc_to_(?P<form>cbuf|gm)(?:_b4)?_{_TYPES}", _copy_matrix, {}),
    (rf"data_copy_(?P<form>v?deq(?:8|16)?|relu|co1_co2)_{_TYPES}", _data_copy, {}),
)


def _no_such(instruction):
    return ValueError(
        f"'{instruction}' is no dequantisation and no copy that computes: `vconform list` has them"
    )


def _row_of(instruction):
    for pattern, run, parts in _NAMES:
        found = re.fullmatch(pattern, instruction)
        if found:
            parts = {**parts, **found.groupdict()}
            if {parts["source"], parts["destination"]} <= TYPES.keys():
                types = (TYPES[parts["source"]], TYPES[parts["destination"]])
                return _Row(instruction, run, parts.get("form", ""), *types)
    raise _no_such(instruction)


def _each(values, count, name):
    """One for each element: the value itself, or those of an array."""
    if not getattr(values, "shape", hasattr(values, "__len__")):
        return [values] * count
    if len(values) != count:
        raise ValueError(f"{len(values)} of {name} for {count} elements: give one, or one for each")
    return list(values)


def _words(values, count):
    words = [operator.index(word) for word in _each(values, count, "word")]
    for word in words:
        if not 0 <= word < 1 << 64:
            raise ValueError(f"word {word:#x} has no 64 bits")
    return words


def _places_by_parameters(words, alphas):
    """What elements with the same word and pattern of alpha have in common, and where they are."""
    places = {}
    for i, key in enumerate(zip(words, alphas)):
        places.setdefault(key, []).append(i)
    return places


def element(x, instruction, word=0, *, relu="", alpha=0.0, ctrl=0, backend="golden"):
    """What an instruction makes of each element of x by its word: an array of the destination type.

    element(x, "copy_matrix_cc_to_gm_f322s8", quant_word(0.5, offset=3, sign=1)). instruction: any of
    vconv_deq*, vconv_vdeq*, cast_deq*, copy_matrix_cc_to_*, and data_copy_* from CO1 to CO2, as `list`
    has it. word, alpha: one number, or one for each element. relu: of copies "normal", "leaky" or
    "prelu", of which the last two take alpha. The rest as in convert(). Raises ValueError for what the
    instruction does not have, and TypeError for an array of another type.
    """
    row = _row_of(instruction)
    if relu not in _RELUS:
        raise ValueError(f"relu '{relu}': there are {', '.join(_RELUS[1:])}")
    data = bytes_of(x, row.source)
    width = row.source.bits // 8
    count = len(data) // width
    result = array_from(bytes(packed_bytes(row.destination, round_up(count, 2))), row.destination)
    result = result[:count]
    alphas = [_pattern_of("alpha", one, "f", "I") for one in _each(alpha, count, "alpha")]
    parameters = (_words(word, count), alphas)
    for (one_word, one_alpha), places in _places_by_parameters(*parameters).items():
        asked = _Asked(one_word, relu, one_alpha, ctrl, backend)
        for first in range(0, len(places), _MOST_ELEMENTS):
            here = places[first : first + _MOST_ELEMENTS]
            piece = b"".join(data[i * width : (i + 1) * width] for i in here)
            try:
                made = row.run(row, asked, piece, len(here))
            except (Rejected, Unsupported) as refusal:
                raise ValueError(str(refusal)) from None
            for i, value in zip(here, array_from(made, row.destination)):
                result[i] = value
    return result
