"""my_adapter: a backend of vconform. It converts s16 to f32, and conforms on that row as it is; FILL IN
marks what to replace by your library. README.md says how to try it.

An array is a numpy array, or an array.array where there is no numpy (vconform/numbers.py).
"""

import array

import vconform


class Library(vconform.Backend):
    name = "my_adapter"
    # FILL IN 1: the version of your library.
    version = "1"
    # FILL IN 2: what your library is meant to do and nothing else; "vconv_f322f16*" are all suffixes
    # of a pair. Results of 16 bits need "features": ["saturate"] (CTRL[48] is 0), ["keep-inf"] (it
    # is 1) or both.
    claims = [{"instructions": ["vconv_s162f32"], "by": "convert"}]

    # FILL IN 3: call your library for each pair and rounding that is claimed: call.source,
    # call.destination and call.rounding. The suite does masks, repeats and strides itself. A library
    # that has those of its own gets execute(self, program) instead. An exception is an answer:
    # vconform.Unsupported, vconform.Rejected, and any other as a failure.
    def convert(self, x, call):
        return array.array("f", map(float, x))


if __name__ == "__main__":
    vconform.serve_standard_streams(Library())
