"""Runs the program vconform."""

import dataclasses
import os
import shutil
import subprocess
import tempfile

from .backend import Backend, FunctionBackend, backend as decorated
from .certificate import Certificate
from .forked import ForkingServer


class SuiteError(Exception):
    """The suite could not judge: bad input, no backend, or a fault of the machine. One line."""


def program():
    """The program: $VCONFORM, or the one of this checkout, or `vconform` on the PATH."""
    asked = os.environ.get("VCONFORM")
    if asked and not _is_program(asked):
        raise SuiteError(f"VCONFORM is {asked!r}, which is no program")
    checkout = os.path.realpath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "vconform"))
    for place in (asked, checkout, shutil.which("vconform")):
        if place and _is_program(place):
            return place
    raise SuiteError("there is no program vconform: install it, or set VCONFORM to its path")


def _is_program(place):
    return os.path.isfile(place) and os.access(place, os.X_OK)


def run(*words):
    """What a command prints. Raises SuiteError with its message unless it ends with 0 or 1."""
    done = subprocess.run([program(), *words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SuiteError(_last_line(done.stderr) or f"vconform ended with {done.returncode}")
    return done.stdout


def _last_line(text):
    lines = [line for line in text.splitlines() if line.startswith("vconform: ")]
    return lines[-1][len("vconform: ") :] if lines else ""


def _judge(judged, words):
    """Runs a command on a backend of this interpreter. Returns what it printed, and whether it ended with 0."""
    with ForkingServer(judged) as server:
        process = subprocess.Popen(
            [program(), *words, "--backend", f"exec:{server.command}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=server.environment,
        )
        with process:
            try:
                text, said = server.wait_for(process)
            except BaseException:
                process.kill()
                raise
    if process.returncode not in (0, 1):
        why = _last_line(said) or f"vconform ended with {process.returncode}"
        raise SuiteError(why.replace(f"exec:{ForkingServer.command}", judged.name))
    return text, process.returncode == 0


def _backend_of(function, rows):
    if isinstance(function, type) and issubclass(function, Backend):
        function = function()
    if not isinstance(function, Backend):
        if not callable(function):
            raise TypeError(f"{function!r} is no function and no Backend")
        return decorated(["vconv_*"] if rows is None else rows)(function)
    if rows is not None:
        raise ValueError("rows is for a function: a Backend claims its own")
    return function


def _way_to_call(judged):
    """As Deviation.snippet() shows it; "" where no array alone is what it takes."""
    if isinstance(judged, FunctionBackend):
        return "{0}(x, {1})" if judged.takes_call else "{0}(x)"
    return "{0}.convert(x, {1})" if type(judged).convert is not Backend.convert else ""


def certify(function, *, rows=None, level="quick", seed=1, out=None, options=()):
    """Judges a backend, or a function from array to array with its `rows`. Returns a Certificate.

    The suite runs as a process of its own, and the function in processes that this interpreter
    forks: it may crash, hang or call os._exit(), which is a deviation. They are not contained: they
    may do what this interpreter may. out: a folder for the results; without it a temporary one.
    options: further words of `vconform certify`, such as ["--profile", "a2"]. Not --resume and
    --shard: what is judged has no file by which a later run could know it again.
    """
    if isinstance(options, str):
        raise ValueError(f"options is a list of words, such as {options.split()}")
    options = [str(word) for word in options]
    for word in options:
        if word.partition("=")[0] in ("--resume", "--shard"):
            raise ValueError(f"{word}: a function may have changed since an earlier run; certify a file with exec:")
    judged = _backend_of(function, rows)
    folder = os.fspath(out or tempfile.mkdtemp(prefix="vconform-"))
    words = ["certify", "--level", level, "--seed", str(seed), "--out", folder, *options]
    if isinstance(judged, FunctionBackend) and "--family" not in options:
        words += ["--family", "vconv"]  # a function from array to array serves no other
    place = os.path.join(folder, "certificate.json")
    before = os.stat(place) if os.path.exists(place) else None
    text, passed = _judge(judged, words)
    if not os.path.exists(place) or (before and os.path.samestat(before, os.stat(place))):
        raise SuiteError(f"these options make no certificate: {' '.join(options)}")
    return Certificate(folder, text, passed, _way_to_call(judged))


@dataclasses.dataclass(frozen=True)
class Replay:
    """A case that was run again; true if it passes now. text: what the suite says of it."""

    text: str
    passes: bool

    def __bool__(self):
        return self.passes

    def __str__(self):
        return self.text


def replay(function, case, *, rows=None, options=()):
    """Runs a case file, such as Deviation.file, again. Returns a Replay."""
    return Replay(*_judge(_backend_of(function, rows), ["replay", os.fspath(case), *options]))


def explain(what, *arguments):
    """How a result comes about, step by step: explain("vconv_f322f16r", 0x3f801000)."""
    return run("explain", what, *(hex(a) if isinstance(a, int) else str(a) for a in arguments))


class Tested:
    """A backend as tests of pytest_plugin.py."""

    def __init__(self, function, options, arguments):
        self._function = function
        self._arguments = dict(arguments, options=options)
        self._certificate = None

    def certificate(self):
        """That of one run, however often it is asked for."""
        if self._certificate is None:
            self._certificate = certify(self._function, **self._arguments)
        return self._certificate


def tested(function, *, waivers=None, options=(), **arguments):
    """For pytest: a test of each row and of each rule that is broken (pytest_plugin.py).

    waivers: a file of certify's waivers. The others are those of certify(). Without the plugin it is
    one test, which fails.
    """
    words = [*options, *(["--waivers", str(waivers)] if waivers else [])]
    backend = Tested(function, words, arguments)

    # pytest takes functions alone for tests, and passes over all else without a word.
    def test():
        raise SuiteError("pytest knows no tests of a backend: pytest -p vconform.pytest_plugin")

    test.tested = backend
    return test
