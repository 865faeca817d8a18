"""The package with numpy, pytest, Hypothesis and as an installed wheel."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
sys.path.insert(0, ROOT)
import numpy
import vconform
from hypothesis import given, settings
from vconform import numbers, strategies

OPTIONS = ["--profile", "a2"]
DTYPES = {t.name: t.numpy_name for t in numbers.TYPES.values() if t.name not in ("s4", "bf16")}


@vconform.backend(
    rows=["vconv_f322f16r", "vconv_f162f32", "vconv_s162f32", "vconv_u82f16", "vconv_s322s64", "vconv_f322s32z"],
    features=["keep-inf"],
    name="numpy",
    version=numpy.__version__,
)
def numpy_cast(x, call):
    with numpy.errstate(all="ignore"):
        return x.astype(DTYPES[call.destination])


MODULE = '''
import numpy, vconform
@vconform.backend(rows=["vconv_s162f32", "vconv_f162s16z"])
def cast(x, call):
    with numpy.errstate(all="ignore"):
        return x.astype({"f32": "float32", "s16": "int16"}[call.destination])
test_cast = vconform.tested(cast, options=["--profile", "a2"])
test_waived = vconform.tested(cast, options=["--profile", "a2"], waivers="waivers.json")
'''


class Numpy(unittest.TestCase):
    def test_its_casts_are_judged(self):
        certificate = vconform.certify(numpy_cast, options=OPTIONS)
        wrong = {deviation.instruction for deviation in certificate.deviations}
        self.assertEqual(wrong, {"vconv_f322s32z"})
        self.assertEqual(len(certificate.rows), 6)
        rules = {deviation.rule for deviation in certificate.deviations}
        self.assertIn("special.int-overflow-saturates", rules)
        first = next(d for d in certificate.deviations if d.snippet())
        names = {"mine": numpy_cast}
        with self.assertRaises(AssertionError):
            exec(first.snippet("mine"), names)

    def test_numbers_and_arrays_of_any_shape(self):
        made = {vconform.quant_word(0.5, offset=kind(3), sign=kind(1), N=kind(2), MCB=kind(1))
                for kind in (int, numpy.int8, numpy.int32, numpy.uint64)}
        self.assertEqual(made, {vconform.quant_word(0.5, offset=3, sign=1, N=2, MCB=1)})
        self.assertEqual(vconform.convert(numpy.zeros((0, 3), "i1"), "s4", "f16").size, 0)
        self.assertEqual(list(vconform.convert(memoryview(bytes(6)).cast("B", (2, 3)), "u8", "f16")), [0] * 6)
        name, x = "copy_matrix_cc_to_gm_f322f32", numpy.array([-1.0], "float32")
        self.assertEqual(vconform.element(x, name, numpy.array(0), relu="leaky", alpha=numpy.array(0.5))[0], -0.5)

    def test_each_type_survives(self):
        for number_type in numbers.TYPES.values():
            data = bytes(range(0, 240, 3))
            values = numbers.array_from(data, number_type)
            self.assertEqual(values.dtype, number_type.numpy_name)
            self.assertEqual(numbers.bytes_of(values, number_type), data)

    def test_strided_arrays_are_taken_and_others_refused(self):
        x = numpy.arange(20, dtype="int16")[::2]
        self.assertEqual(list(vconform.convert(x, "s16", "f32")), list(range(0, 20, 2)))
        with self.assertRaisesRegex(TypeError, "float64, not float32 for f32"):
            vconform.convert(numpy.zeros(3), "f32", "f16", "r")

    @settings(max_examples=300, deadline=None, database=None)
    @given(strategies.cases("f32"))
    def test_drawn_arrays_convert_as_numpy_does(self, x):
        with numpy.errstate(all="ignore"):
            expected = x.astype("float16")
        made = vconform.convert(x, "f32", "f16", "r", ctrl=1 << 48)
        numbers_only = ~numpy.isnan(x)
        self.assertTrue((made.view("uint16") == expected.view("uint16"))[numbers_only].all())

    def test_drawn_arrays_have_the_size_asked_for(self):
        for name in numbers.TYPES:

            @settings(max_examples=5, deadline=None, database=None)
            @given(strategies.cases(name, min_size=3, max_size=3))
            def have_three(x):
                self.assertEqual(len(x), 3, name)

            have_three()

    def test_drawn_arrays_find_a_wrong_tie(self):
        @settings(max_examples=300, deadline=None, database=None)
        @given(strategies.cases("f32"))
        def halves_go_up(x):
            finite = x[numpy.abs(x) < 1000]
            wrong = numpy.floor(finite + numpy.float32(0.5)).astype("int32")
            self.assertTrue((vconform.convert(finite, "f32", "s32", "r") == wrong).all())

        with self.assertRaises(AssertionError):
            halves_go_up()


class Installed(unittest.TestCase):
    """pytest, in an environment in which the wheel is installed."""

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.environment = {**os.environ, "VCONFORM": vconform.suite.program()}
        cls.environment.pop("PYTHONPATH", None)
        cls.run_in_folder(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", "own")
        copied = os.path.join(cls.folder, "tree")
        cls.run_in_folder("cp", "-r", ROOT, copied)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-cache-dir")
        offline = ("--no-index", "--no-build-isolation", "--no-deps")
        cls.run_in_folder(*pip, "wheel", *offline, "-w", "wheels", copied)
        wheel = os.listdir(os.path.join(cls.folder, "wheels"))[0]
        cls.python = os.path.join(cls.folder, "own", "bin", "python3")
        cls.run_in_folder(*pip, "--python", cls.python, "install", "--no-index", f"wheels/{wheel}")

    @classmethod
    def run_in_folder(cls, *words, code=0):
        done = subprocess.run(
            words, cwd=cls.folder, env=cls.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (words, done.stdout, done.stderr)
        return done.stdout

    @classmethod
    def write_waivers(cls):
        """A file that waives all that is wrong with the module's function."""
        with open(os.path.join(cls.folder, "test_module.py"), "w", encoding="utf-8") as file:
            file.write(MODULE)
        waivers = os.path.join(cls.folder, "waivers.json")
        if os.path.exists(waivers):
            os.remove(waivers)
        sys.path.insert(0, cls.folder)
        from test_module import cast

        vconform.certify(cast, options=[*OPTIONS, "--waivers", waivers, "--update-waivers"])
        with open(waivers, encoding="utf-8") as file:
            text = file.read().replace('"reason": ""', '"reason": "numpy wraps"')
        with open(waivers, "w", encoding="utf-8") as file:
            file.write(text)
        return json.loads(text)

    def test_pytest_has_a_test_for_each_row_and_rule(self):
        self.write_waivers()
        printed = self.run_in_folder(self.python, "-m", "pytest", "-v", "test_module.py", code=1)
        self.assertIn("test_cast::vconv_s162f32 PASSED", printed)
        rule = "vconv_f162s16z::special.int-overflow-saturates"
        self.assertIn(f"test_cast::{rule} FAILED", printed)
        self.assertIn(f"test_waived::{rule} XFAIL", printed)
        self.assertNotIn("test_waived::vconv_f162s16z FAILED", printed)
        self.assertIn("test_waived::certify PASSED", printed)

    def test_pytest_goes_on_where_a_backend_cannot_be_judged(self):
        with open(os.path.join(self.folder, "test_bad.py"), "w", encoding="utf-8") as file:
            file.write(
                "import vconform\n"
                "@vconform.backend(['vconv_s162f99'])\n"
                "def cast(x):\n    return x\n"
                "test_bad = vconform.tested(cast)\n"
                "def test_good():\n    pass\n"
            )
        printed = self.run_in_folder(self.python, "-m", "pytest", "-v", "test_bad.py", code=1)
        self.assertIn("test_bad::certify FAILED", printed)
        self.assertIn("test_good PASSED", printed)
        self.assertIn("cast: ", printed)
        self.assertNotIn("suite.py", printed)

    def test_pytest_without_the_plugin_passes_nothing(self):
        self.write_waivers()
        words = (self.python, "-m", "pytest", "-p", "no:vconform", "-v", "test_module.py")
        printed = self.run_in_folder(*words, code=1)
        self.assertIn("test_cast FAILED", printed)
        self.assertIn("pytest -p vconform.pytest_plugin", printed)

    def test_pytest_fails_where_certify_does(self):
        def printed_for(waivers):
            with open(os.path.join(self.folder, "waivers.json"), "w", encoding="utf-8") as file:
                json.dump(waivers, file)
            return self.run_in_folder(self.python, "-m", "pytest", "-v", "test_module.py", code=1)

        waivers = self.write_waivers()
        rule = "test_waived::vconv_f162s16z::special.int-overflow-saturates"
        kept = next(waiver for waiver in waivers["waivers"] if waiver["rule"] in rule)
        # One of several that the rule has in this row is waived no more.
        last = kept["observed"].pop()
        self.assertTrue(kept["observed"])
        self.assertIn(f"{rule} FAILED", printed_for(waivers))
        # One matches nothing.
        kept["observed"] += [last, "MISMATCH Vconv.MatchesOracle/f162s16_z: nothing like it"]
        printed = printed_for(waivers)
        self.assertIn(f"{rule} XFAIL", printed)
        self.assertIn("test_waived::certify FAILED", printed)


if __name__ == "__main__":
    unittest.main()
