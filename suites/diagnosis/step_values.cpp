#include "suites/diagnosis/step_values.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "oracle/number/range.h"
#include "oracle/number/round.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"

namespace vconform::suites {

namespace {

using oracle::ExactValue;
using oracle::ValueKind;
using spec::NumberFormat;
using spec::NumberType;
using spec::Rounding;

enum class ValueKinds : std::uint8_t { kReal, kWhole, kNarrow, kOffset };

struct StepKind {
  std::string_view name;
  ValueKinds kind;
};
// The steps of quantise.cpp, half_scale.cpp, copy_matrix.cpp and data_copy.cpp, by their names.
constexpr std::array<StepKind, 25> kSteps = {{
    {"shifted", ValueKinds::kWhole},
    {"to s16", ValueKinds::kNarrow},
    {"start", ValueKinds::kReal},
    {"M", ValueKinds::kReal},
    {"M1", ValueKinds::kReal},
    {"alpha", ValueKinds::kReal},
    {"s32 to f32", ValueKinds::kReal},
    {"s32 to f16", ValueKinds::kReal},
    {"src / 2^17", ValueKinds::kReal},
    {"product", ValueKinds::kReal},
    {"product * 2^17", ValueKinds::kReal},
    {"f32 to f16", ValueKinds::kReal},
    {"integer", ValueKinds::kWhole},
    {"s9", ValueKinds::kNarrow},
    {"s5", ValueKinds::kNarrow},
    {"offset", ValueKinds::kOffset},
    {"sum", ValueKinds::kNarrow},
    {"ReLU", ValueKinds::kNarrow},
    {"s4", ValueKinds::kNarrow},
    {"s8", ValueKinds::kNarrow},
    {"u8", ValueKinds::kNarrow},
    {"s16", ValueKinds::kNarrow},
    {"f16", ValueKinds::kReal},
    {"bf16", ValueKinds::kReal},
    {"f32", ValueKinds::kReal},
}};

constexpr std::array<const NumberFormat*, 4> kReals = {
    &spec::kF32, &spec::kScaleFormat, &spec::kF16, &spec::format_of(NumberType::kBf16)};
constexpr std::array<const NumberFormat*, 6> kIntegers = {
    &spec::format_of(NumberType::kS4), &spec::kS5, &spec::format_of(NumberType::kS8),
    &spec::format_of(NumberType::kU8), &spec::kS9, &spec::kS16};

void add_neighbours(const ExactValue& exact, int grid, std::vector<ExactValue>& values) {
  const oracle::Rounded between = oracle::round_to_multiple(exact, grid, Rounding::kTowardZero);
  values.push_back(between.toward_zero);
  values.push_back(between.away_from_zero);
}

// Rounded to another format, or not; beyond its range the limit or inf.
void add_reals(const ExactValue& exact, std::vector<ExactValue>& values) {
  for (const NumberFormat* format : kReals) {
    if (!exact.is_zero()) {
      add_neighbours(exact, oracle::grid_of(*format, exact), values);
    }
    if (oracle::beyond_limit(*format, exact)) {
      values.push_back(oracle::limit_of(*format, exact.negative));
      values.push_back(oracle::infinite_value(exact.negative));
    }
  }
}

// Clamped or wrapped; a value that is not whole is rounded first, as its result would be.
void add_integers(const ExactValue& exact, std::vector<ExactValue>& values) {
  const ExactValue whole = oracle::rounded_multiple(exact, 0, Rounding::kNearestEven);
  values.push_back(whole);
  for (const NumberFormat* format : kIntegers) {
    values.push_back(oracle::saturated(*format, whole));
    values.push_back(oracle::keep_low_bits(*format, whole));
  }
  values.push_back(oracle::finite_value(false, 0, 0));
}

// Read with another sign or width, left out, or subtracted.
void add_offsets(const ExactValue& exact, std::vector<ExactValue>& values) {
  add_integers(exact, values);
  for (const NumberFormat* format : {&spec::kS5, &spec::kS9}) {
    const ExactValue modulus =
        oracle::finite_value(false, std::uint64_t{1} << static_cast<unsigned>(format->bits), 0);
    values.push_back(oracle::sum_of(exact, modulus));
  }
  values.push_back({exact.kind, !exact.negative, exact.magnitude, exact.exponent});
}

}  // namespace

std::vector<ExactValue> values_of_step(std::string_view name, const ExactValue& exact) {
  const auto step = std::ranges::find(kSteps, name, &StepKind::name);
  if (step == kSteps.end() || exact.kind != ValueKind::kFinite) {
    return {};
  }
  std::vector<ExactValue> values;
  switch (step->kind) {
    case ValueKinds::kReal:
      values.push_back(exact);
      add_reals(exact, values);
      break;
    case ValueKinds::kWhole:
      add_neighbours(exact, 0, values);
      break;
    case ValueKinds::kNarrow:
      values.push_back(exact);
      add_integers(exact, values);
      break;
    case ValueKinds::kOffset:
      add_offsets(exact, values);
      break;
  }
  return values;
}

bool rounds_to_whole(std::string_view name) {
  const auto step = std::ranges::find(kSteps, name, &StepKind::name);
  return step != kSteps.end() && step->kind == ValueKinds::kWhole;
}

bool has_value(const NumberFormat& format, const ExactValue& value) {
  if (!format.is_floating()) {
    return value.kind == ValueKind::kFinite && (value.is_zero() || value.exponent >= 0) &&
           oracle::equal_values(oracle::saturated(format, value), value);
  }
  return value.kind != ValueKind::kFinite ||
         oracle::equal_values(oracle::rounded_to(format, value), value);
}

}  // namespace vconform::suites
