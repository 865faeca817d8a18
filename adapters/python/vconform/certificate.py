"""What a run found, as objects."""

import json
import os
import re
from typing import NamedTuple

from .numbers import TYPES

_EXAMPLE = re.compile(r"(0x[0-9a-f]+) = .* -> (0x[0-9a-f]+) = .*, not (0x[0-9a-f]+) = ")
_VCONV = re.compile(r"vconv_([a-z]+[0-9]+)2([a-z]+[0-9]+?)([rafcoz]?)$")


class Deviation(NamedTuple):
    """A deviation from a rule, in one instruction."""

    instruction: str
    rule: str
    verdict: str  # "MISMATCH", "CRASH", "TIMEOUT", …
    example: str
    failing_cases: int
    waived_by: str  # the reason of the waiver, or None
    file: str  # the smallest case

    def snippet(self, function="mine"):
        """Lines that show it with numpy alone; "" where no single source does."""
        example, types = _EXAMPLE.match(self.example), _VCONV.match(self.instruction)
        if not example or not types:
            return ""
        source, got, expected = example.groups()
        given, made = TYPES[types[1]], TYPES[types[2]]
        if 4 in (given.bits, made.bits):
            return ""
        return (
            "import numpy\n"
            f"x = numpy.array([{source}], 'uint{given.bits}').view('{given.numpy_name}')\n"
            f"result = {function}(x).view('uint{made.bits}')[0]\n"
            f"assert result == {expected}, hex(result)  # {self.instruction}; it was {got}\n"
        )

    def __str__(self):
        return f"{self.instruction}: {self.verdict} {self.rule or ''}: {self.example}"


class Certificate:
    """The certificate of a run, certificate.json in its folder.

    conforms: the verdict. headline: "conforms on N of M rows". text: what certify printed.
    deviations, rows: lists. json: the whole document.
    """

    def __init__(self, folder, text):
        self.folder = folder
        self.text = text
        with open(os.path.join(folder, "certificate.json"), encoding="utf-8") as file:
            self.json = json.load(file)
        self.verdict = self.json["verdict"]
        self.conforms = self.verdict == "conforms"
        self.headline = self.json["headline"]
        self.rows = [row for row in self.json["rows"] if row["claimed"]]
        self.deviations = [self._deviation(one) for one in self.json["deviations"]]

    def _deviation(self, one):
        return Deviation(
            one["instruction"],
            one["rule"],
            one["verdict"],
            one["example"],
            one["failing_cases"],
            None if one["waived_by"] is None else self.json["waivers"][one["waived_by"]]["reason"],
            os.path.join(self.folder, one["file"]) if one["file"] else "",
        )

    def deviations_of(self, instruction):
        return [one for one in self.deviations if one.instruction == instruction]

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<vconform certificate: {self.headline}, {self.verdict}>"
