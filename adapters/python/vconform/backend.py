"""A backend in Python: what it claims, and the functions that a run calls."""

import inspect
from typing import NamedTuple

from . import steps as named
from .numbers import BY_CODE, ROUNDINGS

# The most programs that are answered at once.
MOST_PROGRAMS = 1024

# The memories of a program, by their numbers in the protocol.
MEMORIES = ("UB", "L1", "L0C", "GM", "FB")


class Rejected(Exception):
    """Raised for arguments outside the documented range: nothing is written."""


class Unsupported(Exception):
    """Raised for what the backend does not have. Of a claimed row it is a broken claim."""


class Call(NamedTuple):
    """The conversion that an array is for."""

    source: str  # a type, such as "f32"
    destination: str
    rounding: str  # "r", "a", "f", "c", "z", "o", or "" for the bare name
    ctrl: int  # the CTRL register; bit 48 is 1 where infinities are kept

    @property
    def keeps_infinities(self):
        return bool(self.ctrl >> 48 & 1)


class Program(NamedTuple):
    """Register writes and instructions, and the memories that they work on.

    `steps` are the records of adapters/exec/protocol.md as they were sent; `memories` has a
    bytearray, which may be written, for each memory that the program has.
    """

    steps: list
    memories: dict

    @staticmethod
    def kind(step):
        """0 a register write, 1 vconv, 2 deq, 3 cast_deq, 4 copy_matrix, 5 data_copy."""
        return named.kind_of(step)

    def named_steps(self):
        """The steps as objects of steps.py."""
        return [named.read(step) for step in self.steps]


class Backend:
    """The base of a backend: give it a name, claims, and convert() or execute().

    claims: a list, each a dict as in the answer to `start` of adapters/exec/protocol.md, such as
    {"instructions": ["vconv_f322f16*"], "features": ["keep-inf"], "by": "convert"}.
    """

    name = "python"
    version = "1"
    claims = []
    # Further fields of the answer, such as {"checks_arguments": True}.
    options = {}

    def convert(self, x, call):
        """Returns the array of call.destination that x, of call.source, becomes."""
        raise Unsupported("this backend has no convert()")

    def execute(self, program):
        """Runs a program on its memories."""
        raise Unsupported("this backend has no execute()")

    def start_answer(self):
        return {
            "protocol": 1,
            "name": self.name,
            "version": self.version,
            "claims": self.claims,
            "batch": MOST_PROGRAMS,
            **self.options,
        }


class FunctionBackend(Backend):
    """A function from array to array. Calling it calls the function."""

    def __init__(self, function, rows, features, name, version):
        self.function = function
        self.name = name or _name_of(function)
        self.version = version
        self.claims = [{"instructions": list(rows), "features": features, "by": "convert"}]
        self.takes_call = _takes_call(function)
        self.__doc__ = function.__doc__

    def __call__(self, *arguments):
        return self.function(*arguments)

    def convert(self, x, call):
        return self.function(x, call) if self.takes_call else self.function(x)


def _name_of(function):
    """That of the function, as a certificate may hold it: at most 64 printable characters of ASCII."""
    name = getattr(function, "__name__", type(function).__name__)
    return name.encode("ascii", "backslashreplace").decode()[:64]


def _takes_call(function):
    """Whether it has a second parameter without a default, or one with the name `call`."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # of some built-in functions nobody knows
        return False
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    taken = [p for p in found if p.kind in positional]
    return sum(p.default is p.empty for p in taken) > 1 or any(p.name == "call" for p in taken[1:2])


def backend(rows, features=("keep-inf",), name="", version="1"):
    """Makes a backend of a function f(x) or f(x, call) from array to array, as a decorator.

    rows: instructions of vconv that it serves, such as "vconv_f322f16r"; "vconv_*" is all that begin
    so. features: "keep-inf" for half results with CTRL[48]=1, "saturate" with 0, "ctrl59".
    """
    rows = [rows] if isinstance(rows, str) else list(rows)
    if not rows:
        raise ValueError("rows is empty: name instructions, such as vconv_f322f16r, or vconv_* for all")
    if isinstance(features, str) and features != "all":
        features = [features]
    features = features if features == "all" else list(features)
    return lambda function: FunctionBackend(function, rows, features, name, version)


def call_of(source, destination, rounding, ctrl):
    return Call(BY_CODE[source].name, BY_CODE[destination].name, ROUNDINGS[rounding], ctrl)
