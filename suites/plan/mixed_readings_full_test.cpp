// A backend that mixes two readings of a rule never conforms: by row, by call, or within a case.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>

#include "adapters/load/open_backend.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/probe.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/plan/plan_facts.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kSeed = 1;

enum class Mix : std::uint8_t { kByRow, kByCall, kByPlace };

struct Mixture {
  spec::Choice a;
  spec::Choice b;
  Mix mix;
};

// The first reading of each rule with each other one. A permissive reading permits what others do.
std::vector<Mixture> mixtures() {
  std::vector<Mixture> all;
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    std::vector<spec::Choice> readings = spec::all_readings(static_cast<spec::RuleId>(id));
    std::erase_if(readings, [](spec::Choice one) { return spec::reading_of(one).permissive; });
    // Between the limits of its readings any backend may refuse, and none must.
    const bool may_mix = id == spec::cite("fixpipe.nd-limit");
    for (std::size_t i = 1; i < readings.size() && !may_mix; ++i) {
      for (const Mix mix : {Mix::kByRow, Mix::kByCall, Mix::kByPlace}) {
        all.push_back({readings[0], readings[i], mix});
      }
    }
  }
  return all;
}

// A program may end with register writes.
spec::Cell last_cell(const spec::Case& test_case) {
  const auto last = std::find_if(test_case.steps.rbegin(), test_case.steps.rend(),
                                 [](const spec::Step& step) { return spec::cell_of(step); });
  return *spec::cell_of(*last);
}

// Where the two outcomes differ, every other element is that of `b`.
spec::Outcome by_place(spec::Outcome a, const spec::Outcome& b, const spec::Case& test_case) {
  const int bits = last_cell(test_case).conversion().to().bits;
  const std::size_t size = std::max<std::size_t>(static_cast<std::size_t>(bits) / 8, 1);
  bool is_turn_of_b = false;
  for (std::size_t memory = 0; memory < a.after.bytes.size(); ++memory) {
    spec::MemoryBytes& bytes = a.after.bytes[memory];
    const spec::MemoryBytes& other = b.after.bytes[memory];
    for (std::size_t at = 0; at + size <= std::min(bytes.size(), other.size()); at += size) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = first + static_cast<std::ptrdiff_t>(size);
      const auto from = other.begin() + static_cast<std::ptrdiff_t>(at);
      if (!std::equal(first, end, from)) {
        if (is_turn_of_b) {
          std::copy(from, from + static_cast<std::ptrdiff_t>(size), first);
        }
        is_turn_of_b = !is_turn_of_b;
      }
    }
  }
  return a;
}

Subject of_golden(spec::Choice choice) {
  Subject subject = subject_of(adapters::open_backend("golden:" + spec::choice_text(choice)));
  subject.claims = claims_within(subject.claims, families_of(spec::rule_of(choice.rule)));
  subject.execute_in_place = {};
  subject.thread_safe = false;
  return subject;
}

// The rows in which some case has another outcome under `b` than under `a`.
std::vector<std::uint16_t> telling_rows(const Subject& a, const Subject& b, spec::RuleId rule) {
  std::vector<std::uint16_t> rows;
  for (const spec::Conversion& row : spec::kRows) {
    for (const spec::RoundingMode& mode : spec::kRoundingModes) {
      const spec::Cell cell{row.number, mode.rounding};
      if (!a.claims(cell) || (!rows.empty() && rows.back() == row.number)) {
        continue;
      }
      for (const spec::Case& test_case : discriminating_cases(a, cell, rule)) {
        const spec::MemoryImage before = spec::initial_image(test_case);
        if (a.execute(test_case, before).after != b.execute(test_case, before).after) {
          rows.push_back(row.number);
          break;
        }
      }
    }
  }
  return rows;
}

// nullopt if only one row tells the readings apart.
std::optional<Subject> mixed(const Mixture& mixture) {
  Subject subject = of_golden(mixture.a);
  const Subject other = of_golden(mixture.b);
  std::vector<std::uint16_t> rows;
  if (mixture.mix == Mix::kByRow) {
    rows = telling_rows(subject, other, mixture.a.rule);
    if (rows.size() < 2) {
      return std::nullopt;
    }
  }
  const auto takes_b = [rows](const spec::Case& test_case) {
    const std::uint16_t row = last_cell(test_case).row;
    return (std::find(rows.begin(), rows.end(), row) - rows.begin()) % 2 == 1;
  };
  const auto calls = std::make_shared<std::uint64_t>(0);
  subject.execute = [a = subject.execute, b = other.execute, mix = mixture.mix, takes_b, calls](
                        const spec::Case& test_case, const spec::MemoryImage& before) {
    switch (mix) {
      case Mix::kByRow:
        return takes_b(test_case) ? b(test_case, before) : a(test_case, before);
      case Mix::kByCall:
        return ++*calls % 2 == 0 ? b(test_case, before) : a(test_case, before);
      case Mix::kByPlace:
        break;
    }
    return by_place(a(test_case, before), b(test_case, before), test_case);
  };
  return subject;
}

// Probed and judged as by certify at quick, up to the first deviation.
bool is_caught(Subject subject, const Mixture& mixture) {
  // No probing pins the order of overlapping operands; this backend declares one.
  if (mixture.a.rule == spec::cite("walk.order")) {
    subject.pinned.pin(mixture.a);
  }
  const spec::Choices found = readings_of(probe(subject));
  for (const spec::Choice& choice : found.all()) {
    if (choice.rule != spec::cite("walk.order")) {
      subject.pinned.pin(choice);
      subject.inferred.pin(choice);
    }
  }
  const std::vector<Unit> plan = make_plan(level_named("quick"), subject);
  for (const bool is_discriminating : {true, false}) {
    for (const Unit& unit : plan) {
      if ((unit.cases == Cases::kDiscriminating) == is_discriminating &&
          !run_unit(unit, subject, kSeed, Until::kFirstFailure).deviations.empty()) {
        return true;
      }
    }
  }
  return false;
}

class MixedReadings : public testing::TestWithParam<Mixture> {};

TEST_P(MixedReadings, NeverConform) {
  const Mixture& mixture = GetParam();
  if (mixture.mix == Mix::kByRow && spec::rule_of(mixture.a.rule).scope == spec::Scope::kRow) {
    return;  // each row may have its reading
  }
  if (const std::optional<Subject> subject = mixed(mixture)) {
    EXPECT_TRUE(is_caught(*subject, mixture));
  }
}

std::string test_name(const testing::TestParamInfo<Mixture>& info) {
  constexpr std::array<std::string_view, 3> kMixes = {"by_row", "by_call", "by_place"};
  std::string name = spec::choice_text(info.param.a) + "_" +
                     std::string(spec::name_of(info.param.b)) + "_" +
                     std::string(kMixes[static_cast<std::size_t>(info.param.mix)]);
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(OfGolden, MixedReadings, testing::ValuesIn(mixtures()), test_name);

}  // namespace
}  // namespace vconform::suites
