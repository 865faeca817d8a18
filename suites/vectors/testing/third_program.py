#!/usr/bin/env python3
"""A machine without the suite: runs the vconv_f322f16 programs of an exported folder.

It knows suites/vectors/README.md and the public page of vconv, and nothing else of vconform.

usage: third_program.py DIR [--flip INSTRUCTION PROGRAM BYTE] [--skip INSTRUCTION PROGRAM]
"""
import array
import functools
import json
import os
import sys
from fractions import Fraction

HEADER = 128
UB = 0
BLOCK = 32
LANES = 64  # f32 elements in a repeat


def table(path, columns):
    with open(path, "rb") as file:
        numbers = array.array("Q", file.read()[HEADER:])
    return [numbers[i:i + columns] for i in range(0, len(numbers), columns)]


def npy_of_bytes(data):
    text = "{'descr': '|u1', 'fortran_order': False, 'shape': (%d,), }" % len(data)
    text = text.ljust(HEADER - 11) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + bytes(data)


def rounded(value, mode):
    """A Fraction as an integer, by the suffix of vconv."""
    down = value.numerator // value.denominator
    rest = value - down
    if rest == 0:
        return down
    if mode == "f":
        return down
    if mode == "c":
        return down + 1
    if mode == "z":
        return down if value > 0 else down + 1
    if mode == "o":
        return down | 1 if value > 0 else -((-value).numerator // (-value).denominator | 1)
    half = Fraction(1, 2)
    if rest != half:
        return down + (1 if rest > half else 0)
    if mode == "a":
        return down + 1 if value > 0 else down
    return down + (down & 1)


@functools.lru_cache(maxsize=None)
def f16_of(bits, mode, keeps_inf):
    """The f16 of an f32; CTRL[48] keeps inf and NaN."""
    sign, exponent, fraction = bits >> 31, bits >> 23 & 0xff, bits & 0x7fffff
    if exponent == 0xff and fraction:
        return 0x7e00 if keeps_inf else 0
    if exponent == 0xff:
        return sign << 15 | (0x7c00 if keeps_inf else 0x7bff)
    significand = fraction if exponent == 0 else fraction | 0x800000
    value = Fraction(significand) * Fraction(2) ** (max(exponent, 1) - 150)
    if value == 0:
        return sign << 15
    # The unit of the last place: of subnormal numbers 2^-24.
    unit = Fraction(1, 1 << 24)
    while value >= unit * 2048:
        unit *= 2
    count = abs(rounded((-value if sign else value) / unit, mode))
    if count == 2048:
        count, unit = 1024, unit * 2
    steps = (unit * (1 << 24)).numerator.bit_length() - 1
    pattern = (steps << 10) + count if count >= 1024 or steps else count
    if pattern >= 0x7c00:
        pattern = 0x7c00 if keeps_inf else 0x7bff
    return sign << 15 | pattern


class Machine:
    def __init__(self, windows, before):
        self.windows = windows
        self.data = {UB: {}}
        for memory, address, size, at in windows:
            for i in range(size):
                self.data.setdefault(memory, {})[address + i] = before[at + i]
        self.registers = {}

    def word(self, address, size):
        ub = self.data[UB]
        return sum(ub.get(address + i, 0) << 8 * i for i in range(size))

    def vconv(self, name, fields):
        mode = name[len("vconv_f322f16"):]
        ctrl = self.registers["ctrl"]["value"]
        mask = self.registers["mask"]["mask0"]
        counter = ctrl >> 56 & 1
        count = mask & 0xffffffff
        repeats = -(-count // LANES) if counter else fields["repeat"]
        results = []
        for r in range(repeats):
            for lane in range(LANES):
                active = r * LANES + lane < count if counter else mask >> lane & 1
                if not active:
                    continue
                source = fields["src.offset"] + BLOCK * (
                    r * fields["srcRepeatStride"] + lane // 8 * fields["srcBlockStride"])
                target = fields["dst.offset"] + BLOCK * (
                    r * fields["dstRepeatStride"] + lane // 16 * fields["dstBlockStride"])
                bits = self.word(source + lane % 8 * 4, 4)
                results.append((target + lane % 16 * 2, f16_of(bits, mode, ctrl >> 48 & 1)))
        for address, pattern in results:
            self.data[UB][address] = pattern & 0xff
            self.data[UB][address + 1] = pattern >> 8

    def after(self):
        return b"".join(bytes(self.data[memory][address + i] for i in range(size))
                        for memory, address, size, _ in self.windows)


def run(folder, manifest, instruction):
    own = os.path.join(folder, instruction)
    with open(os.path.join(own, "before.npy"), "rb") as file:
        before = file.read()[HEADER:]
    programs = table(os.path.join(own, "programs.npy"), 5)
    steps = table(os.path.join(own, "steps.npy"), 24)
    windows = table(os.path.join(own, "windows.npy"), 4)
    kinds = [(kind["name"], kind["fields"]) for kind in manifest["steps"]]
    after = bytearray()
    for first_step, step_count, first_window, window_count, _ in programs:
        machine = Machine(windows[first_window:first_window + window_count], before)
        for row in steps[first_step:first_step + step_count]:
            name, fields = kinds[row[0]]
            values = dict(zip(fields, row[2:]))
            if name == "vconv":
                machine.vconv(manifest["instructions"][row[1]], values)
            else:
                machine.registers[name] = values
        after += machine.after()
    return bytearray(b"\x01") * len(programs), after


def numbers_of(option, instruction, arguments):
    """The numbers behind the option, if it is given for the instruction."""
    at = arguments.index(option) if option in arguments else len(arguments)
    return [int(word) for word in arguments[at + 2:at + 4] if word.isdigit()] \
        if arguments[at + 1:at + 2] == [instruction] else []


def main(arguments):
    folder = arguments[0]
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    for group in manifest["groups"]:
        instruction = group["instruction"]
        status, after = run(folder, manifest, instruction)
        flip = numbers_of("--flip", instruction, arguments)
        if flip:
            row = table(os.path.join(folder, instruction, "programs.npy"), 5)[flip[0]]
            window = table(os.path.join(folder, instruction, "windows.npy"), 4)[row[2]]
            after[window[3] + flip[1]] ^= 1
        for program in numbers_of("--skip", instruction, arguments)[:1]:
            status[program] = 0
        results = os.path.join(folder, "results", instruction)
        os.makedirs(results, exist_ok=True)
        for name, data in (("status", status), ("after", after)):
            with open(os.path.join(results, name + ".npy"), "wb") as file:
                file.write(npy_of_bytes(data))


if __name__ == "__main__":
    main(sys.argv[1:])
