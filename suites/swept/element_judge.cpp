#include "suites/swept/element_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "generators/copies/work.h"
#include "oracle/explain/explain_text.h"
#include "oracle/predict/departures.h"
#include "oracle/predict/element.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"
#include "spec/rules/rules.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

using generators::SweepDomain;
using spec::NumberFormat;

const NumberFormat& result_format(const SweepDomain& domain) {
  return domain.cell.conversion().to();
}

// A class of wrong results, described by comparison with the expected one.
struct Form {
  std::string_view name;
  bool (*holds)(const NumberFormat& format, const SweptElement& element, std::uint64_t expected);
};

std::uint64_t negated(const NumberFormat& format, std::uint64_t pattern) {
  return (format.is_floating() ? pattern ^ format.sign_mask() : 0 - pattern) &
         format.pattern_mask();
}

bool is_limit(const NumberFormat& format, std::uint64_t pattern) {
  if (format.is_floating()) {
    return (pattern & ~format.sign_mask()) == format.max_finite_pattern();
  }
  const std::uint64_t largest = format.pattern_mask() & ~format.sign_mask();
  return pattern == largest || pattern == (format.pattern_mask() ^ largest);
}

// The first one that holds counts.
constexpr std::array<Form, 9> kForms = {{
    {"NaN", [](const NumberFormat& format, const SweptElement& element,
               std::uint64_t) { return is_nan(format, element.got); }},
    {"not NaN", [](const NumberFormat& format, const SweptElement&,
                   std::uint64_t expected) { return is_nan(format, expected); }},
    {"infinity", [](const NumberFormat& format, const SweptElement& element,
                    std::uint64_t) { return is_infinite(format, element.got); }},
    {"wrong sign", [](const NumberFormat& format, const SweptElement& element,
                      std::uint64_t expected) { return element.got == negated(format, expected); }},
    {"next above",
     [](const NumberFormat& format, const SweptElement& element, std::uint64_t expected) {
       return ordered(format, element.got) - 1 == ordered(format, expected);
     }},
    {"next below",
     [](const NumberFormat& format, const SweptElement& element, std::uint64_t expected) {
       return ordered(format, element.got) + 1 == ordered(format, expected);
     }},
    {"not written", [](const NumberFormat&, const SweptElement& element,
                       std::uint64_t) { return element.got == element.old; }},
    {"zero", [](const NumberFormat& format, const SweptElement& element,
                std::uint64_t) { return ordered(format, element.got) == 0; }},
    {"limit", [](const NumberFormat& format, const SweptElement& element,
                 std::uint64_t) { return is_limit(format, element.got); }},
}};

oracle::Alternatives results_of(const SweepDomain& domain, const generators::SweepValue& value,
                                const spec::Choices& pinned) {
  const spec::Conversion& row = domain.cell.conversion();
  const oracle::ElementInput input{value.source, value.scale};
  if (row.family == spec::Family::kCopyMatrix) {
    spec::CopyMatrix step;
    step.cell = domain.cell;
    step.quant_pre = spec::quant_code_of(row).scalar;
    return oracle::convert_element(
        oracle::ElementArithmetic(oracle::fixpipe_mode(step, domain.ctrl, pinned)), input, pinned);
  }
  if (row.family == spec::Family::kDataCopy) {
    spec::DataCopy step;
    step.cell = domain.cell;
    step.deq_value = value.scale;
    step.is_relu = row.relu;
    return oracle::convert_element(oracle::ElementArithmetic(step), input, pinned);
  }
  return oracle::convert_element({domain.cell, domain.ctrl}, input, pinned);
}

std::string scale_text(const SweepDomain& domain, std::uint64_t scale) {
  const spec::Conversion& row = domain.cell.conversion();
  if (row.is_copy()) {
    return generators::reads_word(generators::work_of(row))
               ? " under " + spec::word_text(generators::copy_word_of(row), scale)
               : "";
  }
  switch (domain.cell.conversion().deq) {
    case spec::DeqForm::kNone:
      return "";
    case spec::DeqForm::kHalf:
      return " under " + spec::word_text(spec::Word::kHalf, scale);
    default:
      return " under " + spec::word_text(spec::Word::kFactor, scale);
  }
}

}  // namespace

ElementJudge::ElementJudge(const SweepDomain& domain, std::uint64_t number,
                           const spec::Choices& pinned)
    : format_(result_format(domain)) {
  alternatives_ = results_of(domain, generators::sweep_value(domain, number), pinned);
  oracle::leave_out_departures(alternatives_, pinned);
}

bool ElementJudge::permits(std::uint64_t pattern) const {
  return std::any_of(alternatives_.begin(), alternatives_.end(),
                     [&](const oracle::Alternative& one) {
                       return oracle::permits(one.expectation, format_, pattern);
                     });
}

std::vector<spec::Choice> ElementJudge::readings_apart(std::uint64_t got,
                                                       std::uint64_t other) const {
  std::vector<spec::Choice> readings;
  for (const oracle::Alternative& one : alternatives_) {
    if (!oracle::permits(one.expectation, format_, got)) {
      continue;
    }
    if (oracle::permits(one.expectation, format_, other)) {
      return {};
    }
    readings.insert(readings.end(), one.readings.begin(), one.readings.end());
  }
  return readings;
}

std::uint64_t ElementJudge::expected() const {
  return oracle::permitted_pattern(alternatives_.front().expectation, format_);
}

bool ElementJudge::is_free() const {
  const oracle::RuleSet& cited = alternatives_.front().expectation.cited;
  for (std::size_t rule = 0; rule < cited.size(); ++rule) {
    if (cited.test(rule) &&
        spec::rule_of(static_cast<spec::RuleId>(rule)).openness == spec::Openness::kEither) {
      return true;
    }
  }
  return false;
}

std::string_view result_class(const SweptElement& element, std::uint64_t expected) {
  const NumberFormat& format = result_format(element.domain);
  const auto* form = std::find_if(kForms.begin(), kForms.end(), [&](const Form& one) {
    return one.holds(format, element, expected);
  });
  return form == kForms.end() ? "another value" : form->name;
}

std::string in_short(const SweptElement& element, std::uint64_t expected) {
  const spec::Conversion& row = element.domain.cell.conversion();
  const generators::SweepValue value = generators::sweep_value(element.domain, element.number);
  return fmt::format("{}{} -> {}, not {}", oracle::value_in_short(row.from(), value.source),
                     scale_text(element.domain, value.scale),
                     oracle::value_in_short(row.to(), element.got),
                     oracle::value_in_short(row.to(), expected));
}

std::uint64_t order_of(const SweepDomain& domain, std::uint64_t number) {
  const spec::Conversion& row = domain.cell.conversion();
  if (row.family != spec::Family::kVconv) {
    return number;
  }
  constexpr std::uint64_t kMiddle = std::uint64_t{1} << 62;
  const std::uint64_t source = generators::sweep_value(domain, number).source;
  return is_nan(row.from(), source)
             ? 2 * kMiddle
             : kMiddle + static_cast<std::uint64_t>(ordered(row.from(), source));
}

}  // namespace vconform::suites
