// A backend that mixes two readings of a rule never conforms: by row, by call, by place within a
// case, or by value.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>

#include "adapters/load/open_backend.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/probe.h"
#include "suites/judging/subject.h"
#include "suites/judging/unit.h"
#include "suites/plan/mixed_readings.h"
#include "suites/plan/plan_facts.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

constexpr std::uint64_t kSeed = 1;

enum class Mix : std::uint8_t { kByRow, kByCall, kByPlace, kByValue };
constexpr std::array<std::string_view, 4> kMixes = {"by_row", "by_call", "by_place", "by_value"};

struct Mixture {
  spec::Choice a;
  spec::Choice b;
  Mix mix;
};

// Any two readings of each rule. A permissive reading permits what others do.
std::vector<Mixture> mixtures() {
  std::vector<Mixture> all;
  for (const spec::RuleId rule : spec::kAllRules) {
    std::vector<spec::Choice> readings = spec::all_readings(rule);
    std::erase_if(readings, [](spec::Choice one) { return spec::reading_of(one).permissive; });
    // Between the limits of its readings any backend may refuse, and none must.
    const bool may_mix = rule == spec::cite("fixpipe.nd-limit");
    for (std::size_t i = 0; i < readings.size() && !may_mix; ++i) {
      for (std::size_t j = i + 1; j < readings.size(); ++j) {
        for (const Mix mix : {Mix::kByRow, Mix::kByCall, Mix::kByPlace, Mix::kByValue}) {
          all.push_back({readings[i], readings[j], mix});
        }
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

// An element that the two readings make different, as the bytes of both.
using Pair = std::vector<std::uint8_t>;

// Where the two outcomes differ, an element is that of `b` if `takes_b` says so of the pair.
template <typename TakesB>
spec::Outcome merged(spec::Outcome a, const spec::Outcome& b, const spec::Case& test_case,
                     const TakesB& takes_b) {
  const int bits = last_cell(test_case).conversion().to().bits;
  const std::size_t size = std::max<std::size_t>(static_cast<std::size_t>(bits) / 8, 1);
  for (std::size_t memory = 0; memory < a.after.bytes.size(); ++memory) {
    spec::MemoryBytes& bytes = a.after.bytes[memory];
    const spec::MemoryBytes& other = b.after.bytes[memory];
    for (std::size_t at = 0; at + size <= std::min(bytes.size(), other.size()); at += size) {
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = first + static_cast<std::ptrdiff_t>(size);
      const auto from = other.begin() + static_cast<std::ptrdiff_t>(at);
      if (std::equal(first, end, from)) {
        continue;
      }
      Pair pair(first, end);
      pair.insert(pair.end(), from, from + static_cast<std::ptrdiff_t>(size));
      if (takes_b(pair)) {
        std::copy(from, from + static_cast<std::ptrdiff_t>(size), first);
      }
    }
  }
  return a;
}

// Every other element that differs is that of `b`.
spec::Outcome by_place(spec::Outcome a, const spec::Outcome& b, const spec::Case& test_case) {
  bool is_turn_of_b = true;
  return merged(std::move(a), b, test_case,
                [&](const Pair&) { return is_turn_of_b = !is_turn_of_b; });
}

Subject of_golden(spec::Choice choice) {
  Subject subject = subject_of(adapters::open_backend("golden:" + spec::choice_text(choice)));
  subject.claims = claims_within(subject.claims, families_of(spec::rule_of(choice.rule)));
  subject.execute_in_place = {};
  subject.thread_safe = false;
  return subject;
}

// Calls `each` with the outcomes of every case that tells the readings apart. If it returns false,
// the rest of that row is passed over.
template <typename Each>
void over_telling_cases(const Subject& a, const Subject& b, spec::RuleId rule, const Each& each) {
  std::optional<std::uint16_t> done;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (!a.claims(cell) || done == cell.row) {
      continue;
    }
    for (const spec::Case& test_case : discriminating_cases(a, cell, rule)) {
      const spec::MemoryImage before = spec::initial_image(test_case);
      const spec::Outcome of_a = a.execute(test_case, before);
      const spec::Outcome of_b = b.execute(test_case, before);
      if (of_a.after != of_b.after && !each(test_case, of_a, of_b)) {
        done = cell.row;
        break;
      }
    }
  }
}

std::vector<std::uint16_t> telling_rows(const Subject& a, const Subject& b, spec::RuleId rule) {
  std::vector<std::uint16_t> rows;
  over_telling_cases(a, b, rule, [&](const spec::Case& test_case, const auto&, const auto&) {
    rows.push_back(last_cell(test_case).row);
    return false;
  });
  return rows;
}

// Every other one, in order, of the pairs that the telling cases have.
std::set<Pair> half_of_the_pairs(const Subject& a, const Subject& b, spec::RuleId rule) {
  std::set<Pair> all;
  over_telling_cases(
      a, b, rule,
      [&](const spec::Case& test_case, const spec::Outcome& of_a, const spec::Outcome& of_b) {
        merged(of_a, of_b, test_case, [&](const Pair& pair) {
          all.insert(pair);
          return false;
        });
        return true;
      });
  std::set<Pair> half;
  bool takes = true;
  for (const Pair& pair : all) {
    takes = !takes;
    if (takes) {
      half.insert(pair);
    }
  }
  return half;
}

// nullopt if only one row, or only one pair of results, tells the readings apart.
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
  std::set<Pair> pairs;
  if (mixture.mix == Mix::kByValue) {
    pairs = half_of_the_pairs(subject, other, mixture.a.rule);
    if (pairs.empty()) {
      return std::nullopt;
    }
  }
  const auto takes_b = [rows](const spec::Case& test_case) {
    const std::uint16_t row = last_cell(test_case).row;
    return (std::find(rows.begin(), rows.end(), row) - rows.begin()) % 2 == 1;
  };
  const auto calls = std::make_shared<std::uint64_t>(0);
  subject.execute = [a = subject.execute, b = other.execute, mix = mixture.mix, takes_b, calls,
                     pairs](const spec::Case& test_case, const spec::MemoryImage& before) {
    switch (mix) {
      case Mix::kByRow:
        return takes_b(test_case) ? b(test_case, before) : a(test_case, before);
      case Mix::kByCall:
        return ++*calls % 2 == 0 ? b(test_case, before) : a(test_case, before);
      case Mix::kByValue:
        return merged(a(test_case, before), b(test_case, before), test_case,
                      [&](const Pair& pair) { return pairs.contains(pair); });
      case Mix::kByPlace:
        break;
    }
    return by_place(a(test_case, before), b(test_case, before), test_case);
  };
  return subject;
}

// Judged as by certify at quick, up to the first deviation, without the cases whose memories are
// too large to be mixed element by element.
bool deviates(const Subject& subject) {
  std::vector<Unit> plan = make_plan(level_named("quick"), subject);
  std::erase_if(plan, [](const Unit& unit) { return unit.cases == Cases::kMagnitudes; });
  std::ranges::partition(plan,
                         [](const Unit& unit) { return unit.cases == Cases::kDiscriminating; });
  std::vector<UnitResult> results(plan.size());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    results[i] = run_unit(plan[i], subject, kSeed, Until::kFirstFailure);
    judge_mixed_readings(plan, results);
    if (!results[i].deviations.empty()) {
      return true;
    }
  }
  return false;
}

// Probed first, as certify does.
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
  return deviates(subject);
}

// The same while nothing is known of the rule but what the cases of the run show. Other rules are
// as golden has them.
bool is_caught_unprobed(Subject subject, spec::RuleId rule) {
  subject.pinned = spec::choices_of_golden();
  subject.pinned.leave_open(rule);
  return deviates(subject);
}

class MixedReadings : public testing::TestWithParam<Mixture> {};

TEST_P(MixedReadings, NeverConform) {
  const Mixture& mixture = GetParam();
  if (const std::optional<Subject> subject = mixed(mixture)) {
    EXPECT_TRUE(is_caught(*subject, mixture));
  }
}

TEST_P(MixedReadings, NeverConformUnprobed) {
  const Mixture& mixture = GetParam();
  // While the order of overlapping operands is open, none is promised; while other codes than 0
  // are, any call with one may be refused.
  if (mixture.a.rule == spec::cite("walk.order") ||
      mixture.a.rule == spec::cite("fixpipe.quantpre-codes")) {
    return;
  }
  if (const std::optional<Subject> subject = mixed(mixture)) {
    EXPECT_TRUE(is_caught_unprobed(*subject, mixture.a.rule));
  }
}

std::string test_name(const testing::TestParamInfo<Mixture>& info) {
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
