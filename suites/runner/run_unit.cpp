#include <rapidcheck.h>
#include <rapidcheck/detail/TestListener.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "generators/draws.h"
#include "generators/exhaustive.h"
#include "generators/listed_values.h"
#include "generators/rapidcheck_source.h"
#include "generators/vconv_cases.h"
#include "spec/rules.h"
#include "suites/probing/probe.h"
#include "suites/properties/machine.h"
#include "suites/properties/matches_oracle.h"
#include "suites/runner/unit.h"

namespace vconform::suites {

namespace {

using generators::Draws;

// FNV-1a. RapidCheck gives equal seeds equal streams: each claim gets one of its own.
std::uint64_t seed_of(std::string_view claim, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : claim) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash ^ (seed * 0x9e3779b97f4a7c15);
}

std::string slug_of(const Finding& finding) {
  return finding.rule ? std::string(spec::rule_of(*finding.rule).slug) : "";
}

// Two findings of a unit are the same deviation when verdict and rule agree.
bool is_known(const std::vector<Deviation>& known, const Finding& finding) {
  return std::any_of(known.begin(), known.end(), [&](const Deviation& deviation) {
    return deviation.verdict == finding.verdict && deviation.rule == slug_of(finding);
  });
}

const Finding* first_new(const std::vector<Deviation>& known, const CheckResult& result) {
  for (const Finding& finding : result.findings) {
    if (!is_known(known, finding)) {
      return &finding;
    }
  }
  return nullptr;
}

Deviation deviation_of(const std::string& claim, const Finding& finding,
                       const spec::Case& smallest) {
  Deviation deviation;
  deviation.claim = claim;
  deviation.verdict = finding.verdict;
  deviation.rule = slug_of(finding);
  deviation.cited = finding.cited;
  deviation.details = finding.details;
  deviation.in_short = finding.in_short;
  deviation.count = finding.count;
  deviation.smallest = smallest;
  return deviation;
}

// Where the results of inactive lanes may be anything, two runs compare only without masks.
spec::FeatureSet features_of(const Property& property, const Subject& subject,
                             const spec::Cell& cell) {
  constexpr int kUndefined = 1;
  spec::FeatureSet features{property.features.bits & subject.claims(cell)->bits};
  if (!property.asks_oracle &&
      subject.pinned.reading(spec::cite("mask.inactive-lanes")) == kUndefined) {
    features = features.without(spec::Feature::kMask).without(spec::Feature::kCounter);
  }
  return features;
}

// RapidCheck's own listener would load its configuration from the environment, and print it.
class Silent final : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

// One search through the generated cases of a unit, for a deviation that is not known yet.
class Search {
 public:
  Search(const Unit& unit, const Subject& subject, std::uint64_t seed)
      : property_(properties()[unit.property]),
        subject_(subject),
        cell_(unit.cell),
        claim_(claim_name(unit)),
        seed_(seed),
        features_(features_of(property_, subject, unit.cell)) {
    params_.seed = seed_of(claim_, seed);
    params_.maxSuccess = static_cast<int>(unit.count);
  }

  // The smallest new deviation, or nothing after all cases; `totals` counts what was run then.
  std::optional<Deviation> next(const std::vector<Deviation>& known, UnitResult& totals);

 private:
  spec::Case case_of(const Draws& draws) const;

  const Property& property_;
  const Subject& subject_;
  spec::Cell cell_;
  std::string claim_;
  std::uint64_t seed_;
  spec::FeatureSet features_;
  rc::detail::TestParams params_;
};

spec::Case Search::case_of(const Draws& draws) const {
  generators::ReplaySource choices(draws);
  spec::Case test_case = property_.draw(choices, cell_, features_);
  test_case.claim = claim_;
  test_case.seed = seed_;
  return test_case;
}

std::optional<Deviation> Search::next(const std::vector<Deviation>& known, UnitResult& totals) {
  totals = {};
  std::optional<Deviation> smallest;
  const auto draws = generators::gen_draws(
      [this](generators::ChoiceSource& choices) { property_.draw(choices, cell_, features_); });
  const auto holds = [&] {
    const spec::Case test_case = case_of(*draws);
    const CheckResult result = check_property(property_, subject_, test_case);
    ++totals.cases;
    totals.elements += result.elements;
    totals.cited |= result.cited;
    const Finding* finding = first_new(known, result);
    if (finding != nullptr) {
      // RapidCheck goes on from each failing case to simpler ones: the last to fail is the
      // smallest.
      smallest = deviation_of(claim_, *finding, test_case);
    }
    RC_ASSERT(finding == nullptr);
  };
  Silent silent;
  const std::unordered_map<std::string, rc::detail::Reproduce> nothing_to_reproduce;
  const rc::detail::TestResult outcome = rc::detail::checkTestable(
      holds, rc::detail::TestMetadata{claim_, ""}, params_, silent, nothing_to_reproduce);
  rc::detail::FailureResult failure;
  if (smallest && outcome.match(failure)) {
    smallest->cases = static_cast<std::uint64_t>(failure.numSuccess) + 1;
    smallest->shrinks = failure.reproduce.shrinkPath.size();
  }
  return smallest;
}

// Deviations that are told apart in one unit. Something this wrong needs no longer list, and each
// takes a search and its shrinking.
constexpr std::size_t kMostDeviations = 6;

UnitResult run_generated(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  Search search(unit, subject, seed);
  std::vector<Deviation> found;
  UnitResult result;
  while (std::optional<Deviation> deviation = search.next(found, result)) {
    found.push_back(std::move(*deviation));
    if (found.size() == kMostDeviations) {
      break;
    }
  }
  result.deviations = std::move(found);
  return result;
}

// The simplest case with one planted source, if that alone shows the finding too.
std::optional<Deviation> isolated(const Unit& unit, const Subject& subject, std::uint64_t seed,
                                  const Finding& finding) {
  if (!finding.source) {
    return std::nullopt;
  }
  const spec::FeatureSet values{static_cast<std::uint32_t>(spec::Feature::kSaturate) |
                                static_cast<std::uint32_t>(spec::Feature::kKeepInf)};
  generators::ReplaySource simplest({});
  spec::Case small = with_sources(
      with_ctrl(generators::vconv_case(simplest, unit.cell, values), unit.ctrl), {*finding.source});
  small.claim = claim_name(unit);
  small.seed = seed;
  for (const Finding& again : matches_oracle(subject, small).findings) {
    if (again.rule == finding.rule && again.verdict == finding.verdict) {
      return deviation_of(small.claim, again, small);
    }
  }
  return std::nullopt;
}

// Cases that are the same whatever the seed.
struct ListedCases {
  std::size_t count;
  std::function<spec::Case(std::size_t)> at;
};

ListedCases listed_cases(const Unit& unit, const Subject& subject) {
  if (unit.cases == Cases::kDiscriminating) {
    const std::vector<spec::Case> cases = discriminating_cases(subject, unit.cell);
    return {cases.size(), [cases](std::size_t index) { return cases[index]; }};
  }
  if (const std::size_t all = generators::exhaustive_case_count(unit.cell.conversion())) {
    return {all, [unit](std::size_t index) {
              return generators::exhaustive_case(unit.cell, unit.ctrl, index);
            }};
  }
  return {generators::listed_case_count(unit.cell.conversion()), [unit](std::size_t index) {
            return generators::listed_case(unit.cell, unit.ctrl, index);
          }};
}

UnitResult run_listed(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  UnitResult result;
  const ListedCases cases = listed_cases(unit, subject);
  for (std::size_t index = 0; index < cases.count; ++index) {
    spec::Case test_case = cases.at(index);
    test_case.claim = claim_name(unit);
    test_case.seed = seed;
    const CheckResult checked = check_property(properties()[unit.property], subject, test_case);
    ++result.cases;
    result.elements += checked.elements;
    result.cited |= checked.cited;
    for (const Finding& finding : checked.findings) {
      const auto known = std::find_if(
          result.deviations.begin(), result.deviations.end(), [&](const Deviation& deviation) {
            return deviation.verdict == finding.verdict && deviation.rule == slug_of(finding);
          });
      if (known != result.deviations.end()) {
        known->count += finding.count;
        continue;
      }
      Deviation deviation = isolated(unit, subject, seed, finding)
                                .value_or(deviation_of(test_case.claim, finding, test_case));
      deviation.count = finding.count;
      deviation.cases = result.cases;
      result.deviations.push_back(std::move(deviation));
    }
  }
  return result;
}

}  // namespace

UnitResult run_unit(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  return unit.cases == Cases::kGenerated ? run_generated(unit, subject, seed)
                                         : run_listed(unit, subject, seed);
}

}  // namespace vconform::suites
