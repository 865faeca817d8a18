#include "oracle/predict/element.h"

#include <cassert>

#include "oracle/deq/deq.h"
#include "oracle/dequantise/deq16.h"
#include "oracle/vconv/vconv.h"

namespace vconform::oracle {

namespace {

Expectation dequantise_to(spec::NumberType destination, const ElementInput& input,
                          Readings& readings) {
  DeqDerivation derivation = dequantise(input.scale, input.pattern, readings);
  if (sign_bit_decides(derivation, destination)) {
    derivation.expectation.cited.set(spec::cite("deq.sign-bit-decides"));
  }
  return derivation.expectation;
}

}  // namespace

Expectation convert_element(const spec::Cell& cell, std::uint64_t ctrl, const ElementInput& input,
                            Readings& readings) {
  const spec::Conversion& row = cell.conversion();
  assert(row.family != spec::Family::kCastDeq);
  if (row.deq == spec::DeqForm::kNone) {
    return convert(cell, ctrl, input.pattern, readings).expectation;
  }
  if (row.deq == spec::DeqForm::kHalf) {
    return dequantise16(input.scale, ctrl, input.pattern, readings).expectation;
  }
  return dequantise_to(row.destination, input, readings);
}

}  // namespace vconform::oracle
