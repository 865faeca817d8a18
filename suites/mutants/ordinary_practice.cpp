#include "suites/mutants/ordinary_practice.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "generators/programs/systematic/listed_values.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/memory_image.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

constexpr double kTolerance = 1e-3;
constexpr double kMayDiffer = 1e-3;
constexpr float kLargest = 1000;

// The pattern that a cast of the float gives, cut off.
std::uint64_t pattern_of(float value, const spec::NumberFormat& format) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (format.bits == 64) {
    return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  }
  if (format.bits == 32) {
    return bits;
  }
  if (format.exponent_bits == 8) {
    return bits >> (23 - format.fraction_bits);
  }
  const std::uint64_t sign = bits >> 31 << (format.bits - 1);
  const int exponent = static_cast<int>(bits >> 23 & 0xff) - 127 + format.bias();
  if (exponent <= 0) {
    return sign;
  }
  const std::uint64_t fraction = (bits & 0x7fffff) >> (23 - format.fraction_bits);
  return sign | static_cast<std::uint64_t>(exponent) << format.fraction_bits | fraction;
}

std::uint64_t uniform(std::mt19937_64& random, const spec::NumberFormat& format) {
  if (!format.is_floating()) {
    return random() & format.pattern_mask();
  }
  constexpr int kUnused = 64 - 24;
  const auto unit = static_cast<float>(random() >> kUnused) / static_cast<float>(1 << 24);
  return pattern_of((2 * unit - 1) * kLargest, format);
}

double number_of(std::uint64_t pattern, const spec::NumberFormat& format) {
  const bool negative = (pattern & format.sign_mask()) != 0;
  if (!format.is_floating()) {
    const auto magnitude =
        static_cast<double>(negative ? (0 - pattern) & format.pattern_mask() : pattern);
    return negative ? -magnitude : magnitude;
  }
  const auto fraction = static_cast<double>(pattern & format.fraction_mask());
  const auto exponent =
      static_cast<int>(pattern >> format.fraction_bits & format.exponent_field_mask());
  double magnitude = 0;
  if (static_cast<std::uint64_t>(exponent) == format.exponent_field_mask()) {
    magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  } else {
    const double hidden = exponent == 0 ? 0 : std::ldexp(1.0, format.fraction_bits);
    magnitude =
        std::ldexp(fraction + hidden, std::max(exponent, 1) - format.bias() - format.fraction_bits);
  }
  return negative ? -magnitude : magnitude;
}

// As numpy.isclose.
bool is_close(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::abs(a - b) <= kTolerance + kTolerance * std::abs(b);
}

std::vector<oracle::PredictedElement> elements_of(const spec::Case& test_case,
                                                  const spec::MemoryImage& before,
                                                  const spec::Choices& pinned) {
  return oracle::predict(test_case, before, pinned, oracle::every_rule()).front().elements;
}

// The instruction over contiguous operands whose sources are random.
spec::Case random_case(const spec::Cell& cell, const spec::Choices& pinned, std::uint64_t seed) {
  const spec::Conversion& row = cell.conversion();
  spec::Case test_case = generators::systematic_case(cell, 0, 0);
  const spec::MemoryImage before = spec::initial_image(test_case);
  std::mt19937_64 random(seed);
  for (const oracle::PredictedElement& element : elements_of(test_case, before, pinned)) {
    if (element.has_source) {
      const std::uint64_t byte = element.source / oracle::kNibblesPerByte;
      const std::uint64_t nibble = element.source % oracle::kNibblesPerByte;
      test_case.placements.emplace_back(spec::PlaceElement{
          {element.source_memory, byte}, row.source, nibble, uniform(random, row.from())});
    }
  }
  return test_case;
}

}  // namespace

OrdinaryVerdict ordinary_check(const Executor& wrong, const Executor& golden,
                               const spec::Cell& cell, const spec::Choices& pinned,
                               std::uint64_t seed) {
  const spec::Case test_case = random_case(cell, pinned, seed);
  const spec::MemoryImage before = spec::initial_image(test_case);
  const spec::Outcome expected = golden(test_case, before);
  const spec::Outcome actual = wrong(test_case, before);
  if (actual.status != spec::OutcomeStatus::kCompleted) {
    return {true, true};
  }
  OrdinaryVerdict verdict;
  const spec::NumberFormat& format = cell.conversion().to();
  std::size_t elements = 0;
  std::size_t far = 0;
  for (const oracle::PredictedElement& element : elements_of(test_case, before, pinned)) {
    const std::uint64_t right =
        oracle::load_at(expected.after.of(element.memory), element.destination, format);
    const std::uint64_t got =
        oracle::load_at(actual.after.of(element.memory), element.destination, format);
    ++elements;
    verdict.exactly |= right != got;
    far += is_close(number_of(got, format), number_of(right, format)) ? 0 : 1;
  }
  verdict.with_tolerance = static_cast<double>(far) > kMayDiffer * static_cast<double>(elements);
  return verdict;
}

}  // namespace vconform::suites
