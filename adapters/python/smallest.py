"""The smallest backend in Python: a function from array to array of one pair of types, s16 to f32."""

import array

import vconform


@vconform.backend(rows=["vconv_s162f32"])
def smallest(x):
    return array.array("f", map(float, x))


if __name__ == "__main__":
    print(vconform.certify(smallest))
