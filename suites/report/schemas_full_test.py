"""The JSON schemas against what the program writes and reads. argv[1]: the root of the tree."""

import copy
import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest

import jsonschema

ROOT = sys.argv.pop(1)
PROGRAM = os.environ["VCONFORM"]
QUICK = ("--level", "quick", "--profile", "a2")
ANSWER = {"protocol": 1, "name": "mine", "version": "1", "claims": [{"instructions": ["vconv_f322s32r"]}]}


def schema(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = json.load(file)
    jsonschema.Draft202012Validator.check_schema(text)
    return text


def with_changes(value, **changes):
    return {**copy.deepcopy(value), **changes}


def with_claim(**fields):
    return with_changes(ANSWER, claims=[with_changes(ANSWER["claims"][0], **fields)])


def fields_of(one):
    """Each object of a schema that has fields, with their names."""
    if isinstance(one, dict):
        if one.get("type") == "object" and "properties" in one:
            yield from one["properties"]
        for part in one.values():
            yield from fields_of(part)
    elif isinstance(one, list):
        for part in one:
            yield from fields_of(part)


def names_in(document):
    if isinstance(document, dict):
        yield from document
        document = list(document.values())
    if isinstance(document, list):
        for part in document:
            yield from names_in(part)


class Written(unittest.TestCase):
    """What the program writes."""

    @classmethod
    def setUpClass(cls):
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())

    def run_in_folder(self, *words, codes, **variables):
        done = subprocess.run(
            (PROGRAM, *words),
            cwd=self.folder,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertIn(done.returncode, codes, done.stdout + done.stderr)

    def read(self, *names):
        with open(os.path.join(self.folder, *names), encoding="utf-8") as file:
            return json.load(file)

    def certified(self, name, *options, codes=(0,), **variables):
        self.run_in_folder("certify", *QUICK, *options, "--out", name, codes=codes, **variables)
        return self.read(name, "certificate.json")

    def each_is_described(self, path, documents):
        text = schema(path)
        for name, document in documents.items():
            errors = jsonschema.Draft202012Validator(text).iter_errors(document)
            found = [(name, list(error.absolute_path), error.message) for error in errors]
            self.assertEqual(found, [])
        written = {name for document in documents.values() for name in names_in(document)}
        self.assertEqual(set(fields_of(text)) - written, set(), "described, and written by none")

    def test_certificates(self):
        wrong = ("--family", "cast_deq", "--backend", "mutant:cast-deq-counts-one-more")
        half = ("--family", "cast_deq", "--budget-units", "9")
        deviates = self.certified("wrong", *wrong, codes=(1,))
        self.certified("listed", *wrong, "--waivers", "waivers.json", "--update-waivers", codes=(1,))
        waivers = self.read("waivers.json")
        for waiver in waivers["waivers"]:
            waiver["reason"] = "known"
        with open(os.path.join(self.folder, "waivers.json"), "w", encoding="utf-8") as file:
            json.dump(waivers, file)
        key = os.path.join(self.folder, "key.pem")
        subprocess.run(("openssl", "genpkey", "-algorithm", "ed25519", "-out", key), check=True)
        libraries = os.path.join(os.path.dirname(PROGRAM), os.pardir, "adapters")
        testing = os.path.join(libraries, "testing")
        hangs = "read -r start; echo '" + json.dumps(with_claim(instructions=["vconv_s82f16"], features="all")) + "'; sleep 60"
        self.run_in_folder("vectors", "export", "--family", "deq", "--max-size", "8M", "--out", "vectors", codes=(0,))
        self.run_in_folder("vectors", "verify", "vectors", "--out", "supplied", codes=(1,))
        documents = {
            "deviates": deviates,
            "conforms": self.certified("right", "--family", "cast_deq"),
            "waived": self.certified("waived", *wrong, "--waivers", "waivers.json"),
            "budget": self.certified("budget", *half, codes=(1,)),
            "signed": self.certified("signed", "--family", "deq", "--sign", key),
            "exported": self.certified("exported", "--family", "deq", "--backend", f"intrinsics:{libraries}/libvconform_intrinsics.so"),
            "lowering": self.certified("lowering", "--backend", f"lowering:{testing}/cast_deq_lowering.so", "--on", "golden"),
            "laid out": self.certified("mixed", "--backend", f"{testing}/mixed_forms.so", "--family", "vconv", codes=(1,)),
            "not explained": self.certified(
                "one",
                "--backend",
                f"{testing}/one_wrong_input.so",
                codes=(1,),
                VCONFORM_WRONG_INPUT="vconv_f162s8r 0x4d37",
                VCONFORM_UNCLAIMED="counter",
            ),
            "hangs": self.certified("hangs", "--backend", f"exec:{hangs}", "--time-limit", "0.1", codes=(1,)),
            "supplied": self.read("supplied", "certificate.json"),
        }
        self.each_is_described("suites/report/certificate.schema.json", documents)
        self.each_is_described("suites/vectors/manifest.schema.json", {"manifest": self.read("vectors", "manifest.json")})


class Answers(unittest.TestCase):
    """A program's first line: the schema and the suite accept the same."""

    CONTROL = "adapters/exec/control.schema.json"

    def is_accepted(self, line):
        """Whether the suite is content with the line, and then with nothing that follows."""
        command = f"exec:head -n 1 >/dev/null; printf '%s\\n' {shlex.quote(line)}; sleep 1"
        done = subprocess.run(
            (PROGRAM, "smoke", command), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
        self.assertIn(done.returncode, (1, 3), done.stdout + done.stderr)
        return done.returncode == 1

    def test_the_schema_accepts_what_the_suite_does(self):
        validator = jsonschema.Draft202012Validator(
            {**schema(self.CONTROL), "oneOf": [{"$ref": "#/$defs/answer"}]}
        )
        without = [{k: v for k, v in ANSWER.items() if k != name} for name in ANSWER]
        for answer in (
            ANSWER,
            *without,
            with_changes(ANSWER, protocol=2),
            with_changes(ANSWER, protocol="1"),
            with_changes(ANSWER, more=1),
            with_changes(ANSWER, name=""),
            with_changes(ANSWER, name="n" * 64),
            with_changes(ANSWER, name="n" * 65),
            with_changes(ANSWER, version="\u00e9"),
            with_changes(ANSWER, version=1),
            with_changes(ANSWER, claims=[]),
            with_claim(instructions=[]),
            with_changes(ANSWER, claims={}),
            with_changes(ANSWER, claims=[{}]),
            *(with_changes(ANSWER, checks_arguments=value) for value in (True, 0, None)),
            *(with_changes(ANSWER, stride_bits=value) for value in (0, 1, 16, 17, 8.5, "8")),
            *(with_changes(ANSWER, overlap_order=value) for value in ("repeat", "snapshot", "none", 1)),
            *(with_changes(ANSWER, choices=value) for value in ([], ["round.bare-name-is-r"], "a=b", [1])),
            *(with_changes(ANSWER, notes=value) for value in ([], ["a line"], "a line", [1])),
            with_claim(more=1),
            with_claim(instructions="vconv_f322s32r"),
            with_claim(instructions=["vconv_f322s32?"]),
            with_claim(instructions=["vconv_f322s32*"]),
            *(with_claim(features=value) for value in ("all", "mask", ["mask"], ["masks"], ["all"])),
            *(with_claim(by=value) for value in ("convert", "execute", "element", 1)),
        ):
            line = json.dumps(answer, ensure_ascii=False)
            with self.subTest(line):
                self.assertEqual(validator.is_valid(answer), self.is_accepted(line))

    def test_each_line_is_of_one_kind(self):
        validator = jsonschema.Draft202012Validator(schema(self.CONTROL))
        for line in (
            {"protocol": 1, "suite": "0.2.0", "time_limit": 20.0},
            ANSWER,
            {"protocol": 1, "error": "no device"},
            {"stop": True},
        ):
            self.assertTrue(validator.is_valid(line), line)
        self.assertFalse(validator.is_valid({"stop": False}))


if __name__ == "__main__":
    unittest.main()
