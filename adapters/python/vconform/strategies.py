"""Hypothesis strategies of arrays for a conversion. Needs the package hypothesis."""

from hypothesis import strategies

from .numbers import TYPES, array_from


# The bits of the fraction, and the exponent of 1, of the floating types.
_FLOATS = {"f16": (10, 15), "bf16": (7, 127), "f32": (23, 127), "f64": (52, 1023)}


def _with_telling_end(high, low_bits, at):
    """The pattern, whose last bits are replaced by some at, beside or between halves of their unit."""
    if low_bits == 0:
        return high
    unit = 1 << low_bits
    half = unit >> 1
    return high & -unit | (0, 1, half - 1, half, half + 1, unit - 1)[at] & (unit - 1)


def patterns(type_name):
    """Bit patterns of a type: uniform ones, and ones with what rounding depends on.

    These have low bits at, beside or between the halves of a unit, whatever bit the unit is of, and
    high bits that are a run of ones or zeros as often as not: powers of two, the largest numbers,
    infinities, subnormal ones. Of floating types there are also numbers from 1/2 to 2^16 at, beside or
    between whole numbers and their halves.
    """
    bits = TYPES[type_name].bits
    uniform = strategies.integers(0, (1 << bits) - 1)
    ends = strategies.integers(0, 5)
    runs = strategies.tuples(strategies.integers(0, bits), strategies.integers(0, bits)).map(
        lambda two: ((1 << max(two)) - 1) & ~((1 << min(two)) - 1)
    )
    any_unit = strategies.builds(
        _with_telling_end, uniform | runs, strategies.integers(0, bits), ends
    )
    if type_name not in _FLOATS:
        return uniform | any_unit
    fraction_bits, one = _FLOATS[type_name]

    def whole_or_half(high, exponent, at):
        mantissa = high & ((1 << fraction_bits) - 1)
        sign = high >> (bits - 1) << (bits - 1)
        number = sign | (one + exponent) << fraction_bits | mantissa
        # The bits behind the binary point; of a half that is all of the fraction.
        behind = min(max(fraction_bits - exponent, 0), fraction_bits)
        return _with_telling_end(number, behind, at)

    near_whole = strategies.builds(whole_or_half, uniform, strategies.integers(-1, 15), ends)
    return uniform | any_unit | near_whole


def cases(type_name, *, min_size=1, max_size=64):
    """Arrays of a type, as numbers.py makes them, of such patterns."""
    number_type = TYPES[type_name]

    def packed(values):
        if number_type.bits == 4:
            values = values + [0] * (len(values) % 2)
            return bytes(a | b << 4 for a, b in zip(values[0::2], values[1::2]))
        return b"".join(value.to_bytes(number_type.bits // 8, "little") for value in values)

    arrays = strategies.lists(patterns(type_name), min_size=min_size, max_size=max_size)
    return arrays.map(lambda values: array_from(packed(values), number_type, len(values)))
