"""What a run found, as objects."""

import json
import os
import re
from typing import NamedTuple

from .numbers import TYPES

# Instructions whose result depends on one source alone.
_VCONV = re.compile(r"vconv_[bfsu]+[0-9]+2[bfsu]+[0-9]+?([rafcoz]?)$")
_CTRL = re.compile(r"^ctrl (0x[0-9a-f]+)$", re.MULTILINE)


class Deviation(NamedTuple):
    """A deviation from a rule, in one instruction."""

    instruction: str
    rule: str
    verdict: str  # "MISMATCH", "CRASH", "TIMEOUT", …
    example: str
    failing_cases: int
    waived_by: str  # the reason of the waiver, or None
    file: str  # the smallest case
    element: dict  # its first wrong element as certificate.json has it, or None
    ctrl: int  # the CTRL register that the case begins with, or None where it is not recorded
    way_to_call: str  # of the backend and a Call, to be formatted; "" where no array alone is what it takes

    def snippet(self, function="mine"):
        """Lines that show it with numpy alone; "" where no single source does.

        Of a function f(x, call) and of convert() they need vconform.Call, too.
        """
        element, vconv = self.element, _VCONV.match(self.instruction)
        if not element or not element["source"] or not vconv or not self.way_to_call:
            return ""
        given, made = TYPES[element["source_type"]], TYPES[element["type"]]
        if 4 in (given.bits, made.bits) or len(element["expected"]) != 1:
            return ""
        (expected,) = element["expected"]
        words = (given.name, made.name, vconv[1])
        call = self.way_to_call.format(function, f"vconform.Call(*{words}, {self.ctrl or 0:#x})")
        return (
            f"import numpy{', vconform' if 'vconform' in call else ''}\n"
            f"x = numpy.array([{element['source']}], 'uint{given.bits}').view('{given.numpy_name}')\n"
            f"result = {call}.view('uint{made.bits}')[0]\n"
            f"assert result == {expected}, hex(result)  # {self.instruction}; it was {element['got']}\n"
        )

    def __str__(self):
        return f"{self.instruction}: {self.verdict} {self.rule or ''}: {self.example}"


class Certificate:
    """The certificate of a run, certificate.json in its folder.

    conforms: the verdict. passed: certify ended with 0, which also needs that what --require,
    --waivers and --baseline ask for holds. headline: "conforms on N of M rows". text: what certify
    printed. deviations, rows: lists. json: the whole document.
    """

    def __init__(self, folder, text, passed, call="{0}(x)"):
        self.folder = folder
        self.text = text
        self.passed = passed
        self._call = call
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
            one["element"],
            int(ctrl[1], 16) if (ctrl := _CTRL.search(one["case"] or "")) else None,
            self._call,
        )

    def deviations_of(self, instruction):
        return [one for one in self.deviations if one.instruction == instruction]

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<vconform certificate: {self.headline}, {self.verdict}>"
