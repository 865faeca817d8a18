"""The package with python3 alone; numpy is hidden."""

import array
import ast
import contextlib
import ctypes
import functools
import os
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.modules["numpy"] = None
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import vconform
from vconform import golden, numbers
from vconform.numbers import TYPES

ROW = "vconv_s162f32"
A2 = ["--profile", "a2"]


def setUpModule():
    # certify() without a folder of the caller's leaves one there.
    tempfile.tempdir = unittest.enterModuleContext(tempfile.TemporaryDirectory())


def floats(x):
    return array.array("f", map(float, x))


def judged(function, rows=(ROW,), **arguments):
    arguments.setdefault("options", A2)
    return vconform.certify(vconform.backend(list(rows))(function), **arguments)


@contextlib.contextmanager
def no_messages():
    """Without those of a backend that is meant to fail."""
    null = os.open(os.devnull, os.O_WRONLY)
    own = os.dup(2)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(own, 2)
        os.close(own)
        os.close(null)


@functools.cache
def failed_case():
    """The smallest case of a wrong value."""
    return judged(lambda x: floats(v + (v == 77) for v in x)).deviations[0].file


def replayed(function):
    with no_messages():
        options = [*A2, "--time-limit", "0.2"]
        return vconform.replay(vconform.backend(ROW)(function), failed_case(), options=options).text


class Arrays(unittest.TestCase):
    def test_each_type_survives(self):
        for number_type in TYPES.values():
            data = bytes(range(0, 240, 3))
            values = numbers.array_from(data, number_type)
            self.assertEqual(len(values), len(data) * 8 // number_type.bits, number_type.name)
            self.assertEqual(numbers.bytes_of(values, number_type), data, number_type.name)

    def test_nibbles_have_signs(self):
        self.assertEqual(list(numbers.array_from(b"\x81\xf7", TYPES["s4"])), [1, -8, 7, -1])

    def test_what_is_no_s4_is_refused(self):
        for typecode, values in (("b", [100]), ("b", [8]), ("b", [-9, 0]), ("B", [16])):
            with self.assertRaisesRegex(ValueError, f"{max(values, key=abs)}, which is no s4"):
                numbers.bytes_of(array.array(typecode, values), TYPES["s4"])
        self.assertEqual(numbers.bytes_of(array.array("B", [15, 0, 8]), TYPES["s4"]), b"\x0f\x08")

    def test_other_types_and_lengths_are_refused(self):
        with self.assertRaisesRegex(TypeError, "array of 'd', not float32 for f32"):
            numbers.bytes_of(array.array("d", [1]), TYPES["f32"])
        with self.assertRaisesRegex(ValueError, "2 elements, not 3"):
            numbers.bytes_of(array.array("f", [1, 2]), TYPES["f32"], 3)


class Golden(unittest.TestCase):
    def test_converts_as_the_page_says(self):
        x = array.array("f", struct.pack("<3I", 0x40003C00, 0x3F801000, 0x7F800000))
        self.assertEqual(list(vconform.convert(x, "f32", "f16", "o")), [0x4001, 0x3C01, 0x7BFF])
        kept = vconform.convert(x, "f32", "f16", "r", ctrl=1 << 48)
        self.assertEqual(list(kept), [0x4002, 0x3C00, 0x7C00])

    def test_converts_more_than_an_instruction_holds(self):
        x = array.array("h", range(-32768, 32768))
        self.assertEqual(vconform.convert(x, "s16", "f32"), floats(x))
        for count in (0, 1, 63, 64, 65):
            self.assertEqual(vconform.convert(x[:count], "s16", "f32"), floats(x[:count]))

    def test_nibbles(self):
        halves = vconform.convert(array.array("b", [1, -2, 7, -8]), "s4", "f16")
        self.assertEqual(list(halves), [0x3C00, 0xC000, 0x4700, 0xC800])
        odd = vconform.convert(array.array("b", [1, -2, 7]), "s4", "f16")
        self.assertEqual(list(odd), [0x3C00, 0xC000, 0x4700])
        self.assertEqual(list(vconform.convert(odd, "f16", "s4")), [1, -2, 7])

    def test_other_readings_and_bad_names(self):
        infinity = array.array("f", [1e30])
        for reading, result in (("max", 0x7BFF), ("inf-beyond-max", 0x7C00)):
            made = vconform.convert(
                infinity, "f32", "f16", "o", ctrl=1 << 48, backend=f"golden:overflow.odd={reading}"
            )
            self.assertEqual(list(made), [result], reading)
        with self.assertRaisesRegex(vconform.SuiteError, "no bundled backend 'nobody'"):
            vconform.convert(infinity, "f32", "f16", "r", backend="nobody")
        for name in ("x86", "eigen"):
            with self.assertRaisesRegex(vconform.SuiteError, "executes no programs|no bundled backend"):
                vconform.convert(infinity, "f32", "f16", "r", backend=name)
        for ctrl in (-1, 1 << 64):
            with self.assertRaisesRegex(ValueError, "64 bits"):
                vconform.convert(infinity, "f32", "f16", "r", ctrl=ctrl)
        with self.assertRaisesRegex(ValueError, "no conversion from f32 to f99"):
            vconform.convert(infinity, "f32", "f99", "r")
        with self.assertRaises(ValueError):
            vconform.convert(array.array("h", [1]), "s16", "bf16")

    def test_explains(self):
        self.assertIn("result    0x4001", vconform.explain("vconv_f322f16o", 0x40003C00))
        with self.assertRaisesRegex(vconform.SuiteError, "vconv_f322f99"):
            vconform.explain("vconv_f322f99", 0)


class Certified(unittest.TestCase):
    def test_a_right_function_conforms(self):
        certificate = judged(floats, level="quick", seed=7)
        self.assertTrue(certificate.conforms, certificate)
        self.assertEqual(certificate.headline.split(" of ")[0], "conforms on 1")
        self.assertEqual([row["instruction"] for row in certificate.rows], [ROW])
        self.assertEqual(certificate.deviations, [])
        self.assertEqual(certificate.json["seed"], 7)
        again = judged(floats, level="quick", seed=7)
        self.assertEqual(again.json["digest"], certificate.json["digest"])

    def test_a_wrong_value_is_found_and_shown(self):
        wrong = lambda x: floats(v + (v == 77) for v in x)
        certificate = judged(wrong, out=self.enterContext(tempfile.TemporaryDirectory()))
        self.assertFalse(certificate.conforms)
        first = certificate.deviations[0]
        self.assertEqual((first.instruction, first.verdict), (ROW, "MISMATCH"))
        self.assertIn("0x004d = 77", first.example)
        lines = first.snippet("mine").splitlines()
        ast.parse("\n".join(lines))
        self.assertIn("numpy.array([0x004d], 'uint16').view('int16')", lines[1])
        self.assertIn("assert result == 0x429a0000", lines[3])
        backend = vconform.backend([ROW])(wrong)
        again = vconform.replay(backend, first.file, options=A2)
        self.assertFalse(again)
        self.assertIn("FAILS", str(again))

    def test_every_misdeed_is_a_verdict(self):
        def raises(x):
            raise ZeroDivisionError("no\nline")

        def raises_what_is_no_text(x):
            raise OSError("caf\udce9")

        def hangs(x):
            time.sleep(60)

        def spins(x):
            while True:
                pass

        def changes_descriptors(x):
            os.closerange(3, 100)
            return floats(x)

        misdeeds = {
            raises: ("ERROR", "ZeroDivisionError: no line"),
            raises_what_is_no_text: ("ERROR", "OSError: caf?"),
            hangs: ("TIMEOUT", "no answer"),
            spins: ("TIMEOUT", "no answer"),
            changes_descriptors: ("CRASH", "ended its process"),
            lambda x: floats(x)[1:]: ("ERROR", "elements, not"),
            lambda x: floats(x) + floats(x): ("ERROR", "elements, not"),
            lambda x: array.array("d", x): ("ERROR", "not float32 for f32"),
            lambda x: None: ("ERROR", "returned"),
            lambda x: os._exit(0): ("CRASH", "ended its process with status 0"),
            lambda x: sys.exit(3): ("CRASH", "ended its process with status 1"),
            lambda x: ctypes.string_at(0): ("CRASH", "ended its process with status 139"),
            lambda x: os.abort(): ("CRASH", "ended its process with status 134"),
        }
        for misdeed, (verdict, example) in misdeeds.items():
            with self.subTest(f"{misdeed.__name__} {verdict} {example}"):
                text = replayed(misdeed)
                self.assertTrue(text.startswith(verdict), text)
                self.assertIn(example, text)

    def test_what_it_prints_is_no_answer(self):
        def prints(x):
            print("a line")
            os.write(1, b"and another\n")
            return floats(x)

        self.assertIn("passes", replayed(prints))

    def test_refusals(self):
        def unsupported(x):
            raise vconform.Unsupported("not today")

        def rejected(x):
            raise vconform.Rejected("not this")

        self.assertIn("BROKE CLAIM", replayed(unsupported))
        self.assertIn("REJECTED", replayed(rejected))

    def test_a_function_with_a_call_has_a_snippet_that_gives_it_one(self):
        asked = {"ctrl": 1 << 48, "way_to_call": "{0}(x, {1})"}
        element = {"source_type": "f32", "source": "0x3f800001", "type": "f16", "expected": ["0x3c01"], "got": "0x3c00"}
        first = vconform.Deviation("vconv_f322f16o", "", "", "", 1, None, "", element, **asked)
        lines = first.snippet("mine").splitlines()
        ast.parse("\n".join(lines))
        self.assertIn("mine(x, vconform.Call(*('f32', 'f16', 'o'), 0x1000000000000))", lines[2])

    def test_what_is_callable_or_a_class_is_judged(self):
        class Floats:
            def __call__(self, x):
                return floats(x)

        class Chip(vconform.Backend):
            claims = [{"instructions": [ROW], "features": [], "by": "convert"}]

            def convert(self, x, call):
                return floats(v + (v == 77) for v in x)

        self.assertTrue(judged(Floats()).conforms)
        self.assertTrue(judged(functools.partial(floats)).conforms)
        wrong = vconform.certify(Chip, options=A2)
        self.assertEqual(len(wrong.rows), 1)
        self.assertIn("mine.convert(x, vconform.Call(*('s16', 'f32', '')", wrong.deviations[0].snippet())
        with self.assertRaisesRegex(ValueError, "a Backend claims its own"):
            vconform.certify(Chip, rows=[ROW])

    def test_a_call_is_given_to_who_names_it(self):
        takes_call = lambda function: vconform.backend(rows=["vconv_s162f32"])(function).takes_call
        self.assertTrue(takes_call(lambda x, c: x))
        self.assertTrue(takes_call(lambda x, call=None: x))
        self.assertFalse(takes_call(lambda x: x))
        self.assertFalse(takes_call(lambda x, scale=1: x))

    def test_a_function_may_have_any_name(self):
        judged = vconform.backend(rows=["vconv_s162f32"])
        mine = lambda x: x
        mine.__name__ = "gr\u00f6\u00dfe" * 20
        self.assertEqual(judged(mine).name, ("gr\\xf6\\xdfe" * 20)[:64])

    def test_what_is_no_function_is_no_backend(self):
        with self.assertRaisesRegex(TypeError, "3 is no function"):
            vconform.certify(3, rows=["vconv_s162f32"])

    def test_a_program_that_is_asked_for_and_is_none_is_refused(self):
        asked = os.environ["VCONFORM"]
        os.environ["VCONFORM"] = "/nowhere/vconform"
        try:
            with self.assertRaisesRegex(vconform.SuiteError, "VCONFORM is '/nowhere/vconform', which is no program"):
                vconform.explain("vconv_f322f16r", 0)
        finally:
            os.environ["VCONFORM"] = asked

    def test_without_the_plugin_a_tested_backend_is_a_test_that_fails(self):
        test = vconform.tested(lambda x: x, rows=["vconv_s162f32"])
        with self.assertRaisesRegex(vconform.SuiteError, "-p vconform.pytest_plugin"):
            test()

    def test_a_string_is_no_list_of_options(self):
        with self.assertRaisesRegex(ValueError, "list of words"):
            judged(floats, options="--profile a2")
        with self.assertRaisesRegex(vconform.SuiteError, "make no certificate"):
            judged(floats, options=["--help"])

    def test_the_name_of_the_temporary_folder_may_be_long(self):
        with tempfile.TemporaryDirectory() as above:
            folder = os.path.join(above, "a" * 100)
            os.mkdir(folder)
            before, tempfile.tempdir = tempfile.tempdir, folder
            try:
                self.assertTrue(judged(floats, out=os.path.join(above, "out")).conforms)
            finally:
                tempfile.tempdir = before
            self.assertEqual(os.listdir(folder), [])

    def test_what_a_later_run_could_not_know_again_is_refused(self):
        for words in (["--resume"], ["--shard", "1/2"], ["--shard=1/2"]):
            with self.assertRaisesRegex(ValueError, f"{words[0]}: a function may have changed"):
                judged(floats, options=words)

    def test_bad_claims_are_one_line(self):
        with self.assertRaisesRegex(vconform.SuiteError, "'vconv_s162f99', which is no instruction"):
            judged(floats, rows=["vconv_s162f99"])
        with self.assertRaisesRegex(vconform.SuiteError, "unknown feature 'wings'"):
            vconform.certify(vconform.backend(ROW, features=["wings"])(floats))
        with self.assertRaisesRegex(vconform.SuiteError, "--level"):
            judged(floats, level="easy")

    def test_programs_are_executed(self):
        class Chip(vconform.Backend):
            name = "golden in Python"
            claims = [{"instructions": ["vconv_deq*"], "features": "all"}]

            def execute(self, program):
                golden.execute(program.steps, program.memories)

        certificate = vconform.certify(Chip(), options=[*A2, "--family", "deq"])
        self.assertTrue(certificate.conforms, certificate)
        self.assertGreater(len(certificate.rows), 2)

    def test_no_rows_are_not_all_rows(self):
        for rows in ([], ()):
            with self.assertRaisesRegex(ValueError, "rows is empty"):
                vconform.certify(lambda x: x, rows=rows)

    def test_nothing_is_left_behind(self):
        before = set(os.listdir("/proc/self/fd"))
        replayed(lambda x: time.sleep(60))
        self.assertEqual(set(os.listdir("/proc/self/fd")), before)
        with self.assertRaises(ChildProcessError):
            os.waitpid(-1, os.WNOHANG)


class Smallest(unittest.TestCase):
    def test_is_what_the_pages_show(self):
        with open(os.path.join(HERE, os.pardir, "smallest.py"), encoding="utf-8") as file:
            own = file.read()
        for page in ("README.md", "../../README.md"):
            with open(os.path.join(HERE, os.pardir, page), encoding="utf-8") as file:
                shown = file.read().split("```python\n")[1].split("```")[0]
            self.assertTrue(own.endswith(shown), page)

    def test_conforms_as_it_is(self):
        done = subprocess.run(
            [sys.executable, "-B", os.path.join(HERE, os.pardir, "smallest.py")],
            env={**os.environ, "PYTHONPATH": os.path.dirname(HERE)},
            capture_output=True,
            text=True,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("smallest conforms on 1 of ", done.stdout)

    def test_what_it_starts_reads_no_frame(self):
        served = (
            "import subprocess, vconform\n"
            "@vconform.backend(['vconv_s162f32'])\n"
            "def reads(x):\n"
            "    assert subprocess.check_output(['cat']) == b''\n"
            "    return memoryview(x).cast('B').cast('h')\n"
            "vconform.serve_standard_streams(reads)\n"
        )
        header, array_header = struct.Struct("<4sIIIQ"), struct.Struct("<IIIIQQ")
        body = array_header.pack(TYPES["s16"].code, TYPES["s16"].code, 0, 0, 0, 4) + bytes(range(8))
        done = subprocess.run(
            [sys.executable, "-B", "-c", served],
            input=b"{}\n" + header.pack(b"VCX1", 2, 1, 1, len(body)) + body + b'{"stop": true}\n',
            env={**os.environ, "PYTHONPATH": os.path.dirname(HERE)},
            capture_output=True,
            check=True,
            timeout=60,
        )
        answer = done.stdout.split(b"\n", 1)[1]
        self.assertEqual(answer[header.size + 16 :], bytes(range(8)))

    def test_has_at_most_15_lines(self):
        with open(os.path.join(HERE, os.pardir, "smallest.py"), encoding="utf-8") as file:
            lines = [line for line in file if line.strip() and not line.startswith(("#", '"""'))]
        self.assertLessEqual(len(lines), 15)


if __name__ == "__main__":
    unittest.main()
