"""vconform from Python: judge a function, ask golden, explain a result.

    import vconform

    @vconform.backend(rows=["vconv_s162f32"])
    def mine(x):
        return x.astype("float32")

    print(vconform.certify(mine))

README.md of this folder has the rest.
"""

from .backend import Backend, Call, Program, Rejected, Unsupported, backend
from .certificate import Certificate, Deviation
from .elements import element, half_word, quant_word
from .golden import convert
from .served import serve_standard_streams
from .suite import SuiteError, certify, explain, replay, tested

__all__ = [
    "Backend",
    "Call",
    "Certificate",
    "Deviation",
    "Program",
    "Rejected",
    "SuiteError",
    "Unsupported",
    "backend",
    "certify",
    "convert",
    "element",
    "explain",
    "half_word",
    "quant_word",
    "replay",
    "serve_standard_streams",
    "tested",
]
