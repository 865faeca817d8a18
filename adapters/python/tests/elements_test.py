"""Elements by golden against the oracle's derivations, with python3 alone; numpy is hidden."""

import array
import json
import os
import random
import re
import struct
import sys
import unittest

sys.modules["numpy"] = None
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import vconform
from vconform import numbers, steps, suite
from vconform.numbers import TYPES

COMPUTES = re.compile("vconv_v?deq|cast_deq|copy_matrix|data_copy_(v?deq|relu|co1_co2)")


def rows():
    """The instructions that take an element and a word: name, source, destination."""
    listed = json.loads(suite.run("list", "--format", "json"))
    for family in listed["families"]:
        for row in family["rows"]:
            for name in row["instructions"]:
                if COMPUTES.match(name):
                    yield name, row["source"], row["destination"]


def explained(name, source, fields):
    """The pattern of the oracle, under the readings that golden has."""
    what, scale = name, "M1" if name.startswith("copy_matrix") else "M"
    if not name.startswith(("copy_matrix", "data_copy")):
        what = "vconv_deq" if "M" in fields and fields["M"] < 0x10000 else "deq"
    words = [f"{scale if key == 'M' else key}={value:#x}" for key, value in fields.items()]
    text = vconform.explain(what, f"src={source:#x}", *words, "--profile", "a2")
    return int(re.search(r"result +(0x[0-9a-f]+)", text)[1], 16)


def of_pattern(pattern, type_name):
    number_type = TYPES[type_name]
    return numbers.array_from(pattern.to_bytes(number_type.bits // 8, "little"), number_type)


def pattern_of(values, type_name):
    number_type = TYPES[type_name]
    if number_type.bits == 4:
        return values[0] & 15
    return int.from_bytes(numbers.bytes_of(values, number_type), "little")


def is_half_word(name, destination):
    return name == "vconv_deq" or name == "cast_deq_s322f16" or re.match("data_copy_v?deq_", name)


def word_for(name, source, destination, draw):
    """A word that this instruction has, and its fields as explain takes them."""
    scale = draw.choice((0.37, 3.0))
    if is_half_word(name, destination):
        word = vconform.half_word(scale)
        return word, {"M": word}
    if re.search("relu|co1_co2|f322(f|bf)|s322s32", name):
        return 0, {}
    is_8_bits = destination in ("s8", "u8")
    offset = draw.randint(-16, 15) if is_8_bits or destination == "s4" else 0
    word = vconform.quant_word(scale, offset=offset, sign=int(destination == "s8"))
    fields = {"M": word & 0xFFFFFFFF}
    if is_8_bits:
        fields |= {"offset": word >> 37 & 0x1FF, "sign": word >> 46}
    elif destination == "s4":
        fields |= {"offset": word >> 37 & 0x1F}
    return word, fields


class Elements(unittest.TestCase):
    def test_every_row_is_what_the_oracle_derives(self):
        draw = random.Random(1)
        tried = 0
        for name, source_type, destination in rows():
            for source in draw.sample((7, 999, 0x41100000, 0xC0E80000), 2):
                source &= (1 << TYPES[source_type].bits) - 1
                word, fields = word_for(name, source_type, destination, draw)
                has_relu = "relu" in name
                made = vconform.element(
                    of_pattern(source, source_type), name, word, relu="normal" if has_relu else ""
                )
                fields = {"isRelu": 1} if has_relu else fields
                with self.subTest(name=name, source=hex(source), fields=fields):
                    self.assertEqual(pattern_of(made, destination), explained(name, source, fields))
                tried += 1
        self.assertGreater(tried, 100)

    def test_each_element_has_its_own_word_wherever_it_stands(self):
        x = array.array("f", range(-9000, 9000))
        scales = (0.5, 0.25, 2.0)
        words = [vconform.quant_word(scales[i % 3], offset=i % 3, sign=1) for i in range(len(x))]
        made = vconform.element(x, "copy_matrix_cc_to_gm_f322s8", words)
        expected = [
            max(-128, min(127, max(-256, min(255, round(v * scales[i % 3]))) + i % 3))
            for i, v in enumerate(x)
        ]
        self.assertEqual(list(made), expected)

    def test_any_number_of_elements(self):
        for name, typecode in (
            ("vconv_deqs162b8h_s8", "h"),
            ("vconv_vdeqs162b8l_s8", "h"),
            ("cast_deq_s162s8", "h"),
            ("copy_matrix_cc_to_cbuf_s322s8", "i"),
            ("copy_matrix_cc_to_gm_b4_s322s4", "i"),
            ("data_copy_vdeq8_s322s8", "i"),
        ):
            most = 7 if name.endswith("s4") else 100
            for count in (0, 1, 15, 17, 65, 8191, 8193):
                x = array.array(typecode, (i % most for i in range(count)))
                made = vconform.element(x, name, vconform.quant_word(1.0, sign=1))
                self.assertEqual(list(made), list(x), (name, count))

    def test_relus_take_their_alpha(self):
        x = array.array("f", [-4.0, 4.0, -8.0])
        name = "copy_matrix_cc_to_gm_f322f32"
        for relu, alpha, expected in (
            ("", 0.5, [-4.0, 4.0, -8.0]),
            ("normal", 0.5, [0.0, 4.0, 0.0]),
            ("leaky", 0.5, [-2.0, 4.0, -4.0]),
            ("prelu", [0.5, 0.5, 0.25], [-2.0, 4.0, -2.0]),
        ):
            made = vconform.element(x, name, relu=relu, alpha=alpha)
            self.assertEqual(list(made), expected, relu)

    def test_of_ctrl_only_bits_about_values_matter(self):
        numbers_of_f32 = array.array("f", (1e9, -0.5, 3.25))
        numbers_of_s16 = array.array("h", (-32768, -1, 300))
        word = vconform.quant_word(0.37, offset=3, sign=1)
        converted = list(vconform.convert(numbers_of_f32, "f32", "s16", "r"))
        dequantised = list(vconform.element(numbers_of_s16, "vconv_deqs162b8h_s8", word))
        changing = [
            bit
            for bit in range(64)
            if list(vconform.convert(numbers_of_f32, "f32", "s16", "r", ctrl=1 << bit)) != converted
            or list(vconform.element(numbers_of_s16, "vconv_deqs162b8h_s8", word, ctrl=1 << bit)) != dequantised
        ]
        self.assertEqual(changing, [])
        with self.assertRaises(ValueError):
            vconform.convert(numbers_of_f32, "f32", "s16", "r", ctrl=1 << 64)
        with self.assertRaises(ValueError):
            vconform.element(numbers_of_s16, "vconv_deqs162b8h_s8", word, ctrl=-1)

    def test_each_element_has_its_own_alpha_a_zero_of_either_sign_too(self):
        x = array.array("f", (-1.0, -1.0, -1.0))
        alphas = (0.0, -0.0, 0.5)
        name = "copy_matrix_cc_to_gm_f322f32"
        alone = [vconform.element(x[:1], name, relu="leaky", alpha=alpha)[0] for alpha in alphas]
        together = vconform.element(x, name, relu="leaky", alpha=alphas)
        self.assertEqual(list(map(str, together)), list(map(str, alone)))
        self.assertEqual(list(map(str, alone)), ["-0.0", "0.0", "-0.5"])
        with self.assertRaisesRegex(ValueError, "alpha 1e.39 is not a number of that format"):
            vconform.element(x, name, relu="leaky", alpha=1e39)

    def test_other_backends_answer(self):
        x = array.array("h", [7, -7])
        word = vconform.quant_word(0.5, offset=3, sign=1)
        for backend in ("golden", "golden:deq.offset-order=before-rounding"):
            made = vconform.element(x, "vconv_deqs162b8h_s8", word, backend=backend)
            self.assertEqual(list(made), [7, -1] if backend == "golden" else [6, 0], backend)

    def test_what_there_is_not_is_refused(self):
        x, y = array.array("f", [1.0]), array.array("i", [1])
        for arguments, message in (
            ((x, "vconv_f322f16r"), "is no dequantisation and no copy that computes"),
            ((x, "copy_matrix_cc_to_gm_f322s16"), "is no dequantisation"),
            ((x, "copy_matrix_cc_to_gm_f322s4"), "is no dequantisation"),
            ((x, "copy_matrix_cc_to_gm_b4_f322s8"), "is no dequantisation"),
            ((x, "data_copy_deq_f322f99"), "is no dequantisation"),
            ((x, "copy_matrix_cc_to_gm_f322s8", [1, 2]), "2 of word for 1 elements"),
            ((x, "copy_matrix_cc_to_gm_f322s8", -1), "word -0x1 has no 64 bits"),
            ((x, "copy_matrix_cc_to_gm_f322s8", 1 << 64), "has no 64 bits"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                vconform.element(*arguments)
        with self.assertRaisesRegex(TypeError, "array of 'i', not float32 for f32"):
            vconform.element(y, "copy_matrix_cc_to_gm_f322s8")
        with self.assertRaises(TypeError):
            vconform.element(x, "copy_matrix_cc_to_gm_f322s8", 0.5)
        for name, relu, message in (
            ("copy_matrix_cc_to_gm_s322s8", "maybe", "there are normal, leaky, prelu"),
            ("vconv_deq", "normal", "vconv_deq has none"),
            ("data_copy_deq8_s322s8", "leaky", "it is normal or none"),
            ("data_copy_relu_s322s32", "", "it is normal$"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                vconform.element(y, name, relu=relu)
        for offset, message in ((256, "offset 256"), (-257, "offset -257")):
            with self.assertRaisesRegex(ValueError, f"{message} is not in -256..255"):
                vconform.quant_word(1.0, offset=offset)
        for word in (vconform.half_word, vconform.quant_word):
            for scale in (1e6 if word is vconform.half_word else 1e40, "1"):
                with self.assertRaisesRegex(ValueError, "is not a number of that format"):
                    word(scale)


class Steps(unittest.TestCase):
    def test_a_step_is_its_record(self):
        for kind in steps.KINDS:
            record = steps.packed(kind()) + b"of a later version"
            for i in range(8, 8 + len(bytes(kind()))):
                changed = bytes([*record[:i], 0xA5, *record[i + 1 :]])
                step = steps.read(changed)
                self.assertIs(type(step), kind)
                self.assertEqual(steps.packed(step), changed[: steps.STEP_BYTES], (kind, i))
        with self.assertRaisesRegex(ValueError, "step kind 6"):
            steps.read(struct.pack("<II", steps.STEP_BYTES, 6))

    def test_a_program_names_its_steps(self):
        copy = steps.CopyMatrix(8, 6, (64, 3), (128, 2), QuantPRE=1, NSize=16, MSize=3, ReLUPRE=2)
        program = vconform.Program([steps.packed(copy)], {})
        self.assertEqual(program.named_steps(), [copy])
        self.assertIn("dst=Address(offset=64, memory=3, reserved=0)", repr(copy))
        self.assertNotEqual(copy, steps.Address())


if __name__ == "__main__":
    unittest.main()
