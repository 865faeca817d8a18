"""What a page gives its reader to run: the programs in numpy, and the lines that replay."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PACKAGE, PROGRAM = sys.argv.pop(1), os.environ["VCONFORM"]
sys.path.insert(0, PACKAGE)
import vconform
from vconform import numbers

WRONG = {
    "vconv": "mutant:round-half-away",
    "deq": "mutant:offset-unsigned-for-s8",
    "cast_deq": "mutant:offset-unsigned-for-s8",
    "copy_matrix": "mutant:fixpipe-mcb-ignored",
    "data_copy": "mutant:copy-half-away-for-u8",
}
RELU_PRE = ("", "normal", "leaky", "prelu")


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def golden_of(deviation, title):
    """The function that a program calls `mine`: golden, of what its last line names."""
    types = deviation["source"]["type"], deviation["type"]
    name = title.split(",")[0].split()[0]
    ctrl = re.search(r"under CTRL (0x[0-9a-f]+)", title)
    relu = re.search(r"with relu_pre=(\d)", title)
    options = {"ctrl": int(ctrl[1], 16) if ctrl else 0}
    if rounding := re.fullmatch("vconv_{}2{}([a-z]?)".format(*types), name):
        return lambda x: vconform.convert(x, *types, rounding[1], **options)
    options["relu"] = RELU_PRE[int(relu[1])] if relu else "normal" if "isRelu" in title else ""

    def computed(x, word=0, alpha=0):
        given = {"alpha": numbers.array_from(alpha.to_bytes(4, "little"), numbers.TYPES["f32"])[0]} if alpha else {}
        return vconform.element(x, name, word, **options, **given)

    return computed


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())

    def certified(self, family):
        """The deviations that the page of a wrong backend has, and what certify printed."""
        out = os.path.join(self.folder, family)
        options = ("--level", "quick", "--profile", "a2", "--backend", WRONG[family], "--out", out)
        made = run((PROGRAM, "certify", "--family", family, *options), self.folder)
        self.assertEqual(made.returncode, 1, made.stdout + made.stderr)
        page = run((PROGRAM, "report", f"{out}/certificate.json", "--format", "json"), self.folder)
        self.assertEqual(page.returncode, 0, page.stderr)
        return [one for one in json.loads(page.stdout)["deviations"] if one], made.stdout

    def test_programs_in_numpy_pass_with_golden_alone(self):
        for family in WRONG:
            deviations, _ = self.certified(family)
            programs = [one for one in deviations if one.get("numpy")]
            self.assertGreater(len(programs), 0, family)
            for one in programs:
                with self.subTest(one["numpy"]):
                    title = re.search(r"  # (.*); it was (0x[0-9a-f]+)$", one["numpy"])
                    destination = numbers.TYPES[one["drawing"]["type"]]
                    got = int(title[2], 16).to_bytes(destination.bits // 8, "little")
                    exec(one["numpy"], {"mine": golden_of(one["drawing"], title[1])})
                    with self.assertRaises(AssertionError):
                        exec(one["numpy"], {"mine": lambda *_: numbers.array_from(got, destination)})

    def test_printed_lines_replay_from_any_folder(self):
        _, printed = self.certified("deq")
        lines = re.findall(r"^ *replay +(.*)$", printed, re.MULTILINE)
        self.assertGreater(len(lines), 0, printed)
        for line in lines:
            for command, code in ((line, 1), (re.sub("--backend [^ ]*", "", line), 0)):
                done = run(("sh", "-c", command), "/")
                self.assertEqual(done.returncode, code, f"{command}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    unittest.main()
