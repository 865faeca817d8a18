// Conversions of single elements of FIXPIPE and DataCopy, for their tests.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/number/decode.h"
#include "oracle/predict/element.h"
#include "oracle/testing/test_support.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::oracle::testing {

inline constexpr std::uint32_t kOne = 0x3f800000;
inline constexpr std::uint32_t kHalfOf = 0x3f000000;
inline constexpr std::uint32_t kTwo = 0x40000000;
inline constexpr std::uint64_t kNan = 0x7fc00000;
inline constexpr std::uint64_t kInf = 0x7f800000;
inline constexpr std::uint64_t kMinusInf = 0xff800000;
inline constexpr const char* kAnyZeroF16 = "0x0|0x8000";

// A quant word or a deqValue, which agree up to bit 46.
struct Factor {
  std::uint32_t scale = kOne;
  int offset = 0;
  bool sign = true;
  // The shift of MCB; 0 switches MCB off.
  int shift = 0;

  std::uint64_t word() const {
    std::uint64_t word = spec::kQuantScale.put(0, scale);
    word = spec::kQuantOffset.put(word, static_cast<std::uint64_t>(offset));
    word = spec::kQuantSign.put(word, sign ? 1 : 0);
    word = spec::kQuantMcb.put(word, shift != 0 ? 1 : 0);
    return spec::kQuantShift.put(word, shift != 0 ? static_cast<std::uint64_t>(shift - 1) : 0);
  }
};

// The readings of golden, except for these.
inline spec::Choices all_pinned(std::initializer_list<std::string_view> readings = {}) {
  spec::Choices choices = spec::choices_of_golden();
  for (const std::string_view reading : readings) {
    spec::pin_from_text(choices, reading);
  }
  return choices;
}

// The result under each reading of one rule, the other rules having their defaults.
template <typename Convert>
std::vector<std::string> by_reading(std::string_view rule, const Convert& convert) {
  std::vector<std::string> results;
  for (const spec::Reading& reading : spec::rule_of(*spec::rule_with_slug(rule)).readings) {
    results.push_back(convert(std::string(rule) + "=" + std::string(reading.name)));
  }
  return results;
}
using Results = std::vector<std::string>;

struct FixpipeElement {
  // The pair of types, as in "s322s8".
  std::string pair;
  std::uint64_t source;
  std::uint64_t word = 0;
  spec::ReluPre relu = spec::ReluPre::kNone;
  std::uint32_t alpha = kHalfOf;
  std::uint64_t ctrl = kKeepInf;
  bool quantpre_is_zero = false;

  ElementInput input() const { return {source, word, alpha}; }
  FixpipeMode mode() const {
    const bool is_b4 = pair.ends_with("s4");
    const spec::Cell of =
        cell((is_b4 ? "copy_matrix_cc_to_gm_b4_" : "copy_matrix_cc_to_gm_") + pair);
    spec::CopyMatrix step;
    step.cell = of;
    step.quant_pre = quantpre_is_zero ? 0 : spec::quant_code_of(of.conversion()).scalar;
    step.relu_pre = static_cast<std::uint8_t>(relu);
    return fixpipe_mode(step, ctrl);
  }
};

inline Expectation expectation_of(const FixpipeElement& element, const spec::Choices& choices) {
  const Expectation result =
      only(convert_element(ElementArithmetic(element.mode()), element.input(), choices));
  EXPECT_TRUE(result.cited.test(result.rule));
  return result;
}

inline std::string rule_of_result(const FixpipeElement& element,
                                  std::initializer_list<std::string_view> readings = {}) {
  return slug(expectation_of(element, all_pinned(readings)).rule);
}

inline RuleSet cited_by(const FixpipeElement& element) {
  return expectation_of(element, all_pinned()).cited;
}

// Integers as numbers, by the type of the result; else as text_of writes it.
inline std::string number_text(const Expectation& result, spec::NumberType type) {
  const spec::NumberFormat& format = spec::format_of(type);
  return result.is_exact() && !format.is_floating()
             ? decimal_text(decode(format, result.patterns.front()))
             : text_of(result);
}

inline std::string result_of(const FixpipeElement& element,
                             std::initializer_list<std::string_view> readings = {}) {
  return number_text(expectation_of(element, all_pinned(readings)),
                     fixpipe_result_type(element.mode(), {element.source, element.word, 0}));
}

inline Results results_of(std::string_view rule, const FixpipeElement& element) {
  return by_reading(rule,
                    [&](const std::string& reading) { return result_of(element, {reading}); });
}

struct CopyElement {
  // The instruction name after data_copy_, as in "deq8_s322s8".
  std::string name;
  std::uint64_t source;
  std::uint64_t word = 0;
  bool relu = false;

  spec::DataCopy step() const {
    spec::DataCopy step;
    step.cell = cell("data_copy_" + name);
    step.is_relu = relu;
    return step;
  }
};

inline Expectation copy_expectation(const CopyElement& element, const spec::Choices& choices) {
  const spec::DataCopy step = element.step();
  const Expectation result =
      only(convert_element(ElementArithmetic(step), {element.source, element.word}, choices));
  EXPECT_TRUE(result.cited.test(result.rule));
  return result;
}

inline std::string copy_result(const CopyElement& element,
                               std::initializer_list<std::string_view> readings = {}) {
  return number_text(copy_expectation(element, all_pinned(readings)),
                     data_copy_result_type(element.step(), {element.source, element.word, 0}));
}

inline Results copy_results(std::string_view rule, const CopyElement& element) {
  return by_reading(rule,
                    [&](const std::string& reading) { return copy_result(element, {reading}); });
}

inline std::uint64_t s32(std::int64_t value) {
  return integer(32, value);
}

}  // namespace vconform::oracle::testing
