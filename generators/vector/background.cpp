#include "generators/vector/background.h"

#include <array>
#include <cstddef>

namespace vconform::generators {

namespace {

// All integers of both ranges are exact in the type; the ranges do not meet. A row takes the range
// of its narrower type (by modulus), so the spare numbers of a type lie outside all ranges of types
// with a smaller modulus as well.
struct TypeRanges {
  spec::NumberType type;
  NumberRange numbers;
  NumberRange spare;
};

constexpr std::array<TypeRanges, 13> kRanges = {{
    {spec::NumberType::kS4, {-6, 13}, {-8, 2}},
    {spec::NumberType::kS8, {-125, 251}, {-128, 3}},
    {spec::NumberType::kS16, {-32760, 65521}, {-32768, 7}},
    {spec::NumberType::kS32, {-32760, 65521}, {100003, 65519}},
    {spec::NumberType::kS64, {-32760, 65521}, {100003, 65519}},
    {spec::NumberType::kU8, {0, 251}, {251, 5}},
    {spec::NumberType::kF16, {-510, 1021}, {1031, 1013}},
    {spec::NumberType::kBf16, {-125, 251}, {131, 113}},
    {spec::NumberType::kF32, {-32760, 65521}, {100003, 65519}},
    {spec::NumberType::kU16, {0, 65521}, {65521, 15}},
    {spec::NumberType::kU32, {0, 65521}, {100003, 65519}},
    {spec::NumberType::kU64, {0, 65521}, {100003, 65519}},
    {spec::NumberType::kF64, {-32760, 65521}, {100003, 65519}},
}};

constexpr const TypeRanges& ranges_of(spec::NumberType type) {
  return kRanges[static_cast<std::size_t>(type)];
}

}  // namespace

NumberRange source_numbers(const spec::Conversion& row) {
  const NumberRange& from = ranges_of(row.source).numbers;
  const NumberRange& to = ranges_of(row.destination).numbers;
  return from.modulus < to.modulus ? from : to;
}

NumberRange destination_numbers(const spec::Conversion& row) {
  return ranges_of(row.destination).spare;
}

}  // namespace vconform::generators
