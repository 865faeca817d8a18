#include "suites/judging/unit_cases.h"

#include <rapidcheck.h>
#include <rapidcheck/detail/TestListener.h>

#include <exception>
#include <optional>
#include <unordered_map>
#include <utility>

#include "generators/choices/rapidcheck_source.h"
#include "generators/programs/illegal/illegal_arguments.h"
#include "generators/programs/magnitudes.h"
#include "generators/programs/systematic/listed_values.h"
#include "spec/number/digest.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/run_case.h"

namespace vconform::suites {

namespace {

// Each claim gets its own seed, since RapidCheck gives equal seeds equal streams.
std::uint64_t seed_of(std::string_view claim, std::uint64_t seed) {
  return spec::digest_of(claim) ^ (seed * 0x9e3779b97f4a7c15);
}

// If inactive lanes may hold anything, two runs can be compared only without masks.
spec::FeatureSet features_of(const Property& property, const Subject& subject,
                             const spec::Cell& cell) {
  spec::FeatureSet features = property.features.within(*subject.claims(cell));
  if (!property.asks_oracle &&
      subject.pinned.follows(spec::choice("mask.inactive-lanes", "undefined"))) {
    features = features.without(spec::Feature::kMask).without(spec::Feature::kCounter);
  }
  return features;
}

// The instructions that a program of the property may hold beside that of its unit.
std::vector<generators::ClaimedCell> others_for(const Property& property, const Subject& subject,
                                                const spec::Cell& own) {
  std::vector<generators::ClaimedCell> others;
  if (!property.has_programs) {
    return others;
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    const std::optional<spec::FeatureSet> claimed = subject.claims(cell);
    if (claimed && subject.may_share_program(cell, own)) {
      others.push_back({cell, *claimed});
    }
  }
  return others;
}

// RapidCheck's own listener would load its configuration from the environment and print it.
class Silent final : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

}  // namespace

ListedCases listed_cases(const Unit& unit, const Subject& subject) {
  const spec::FeatureSet claimed = *subject.claims(unit.cell);
  if (unit.cases == Cases::kDiscriminating) {
    const std::vector<spec::Case> cases = discriminating_cases(subject, unit.cell);
    return {cases.size(), [cases](std::size_t index) { return cases[index]; }};
  }
  if (unit.cases == Cases::kMagnitudes) {
    const std::vector<spec::Case> cases = generators::magnitude_cases(
        unit.cell, {claimed, subject.largest_memory, subject.stride_bits}, unit.count);
    return {static_cast<std::size_t>(unit.count),
            [cases](std::size_t index) { return cases.at(index); }};
  }
  if (unit.cases == Cases::kIllegal) {
    const bool is_error = properties()[unit.property].needs_argument_checking;
    const auto at = is_error ? generators::listed_argument_error : generators::illegal_case;
    return {static_cast<std::size_t>(unit.count),
            [unit, claimed, at](std::size_t index) { return at(unit.cell, index, claimed); }};
  }
  return {generators::systematic_case_count(unit.cell.conversion(), claimed),
          [unit, claimed](std::size_t index) {
            return generators::systematic_case(unit.cell, unit.ctrl, index, claimed);
          }};
}

DrawnCases::DrawnCases(const Unit& unit, std::string claim, const Subject& subject,
                       std::uint64_t seed)
    : unit_(unit),
      property_(properties()[unit.property]),
      pinned_(subject.pinned),
      claim_(std::move(claim)),
      seed_(seed),
      others_(others_for(property_, subject, unit.cell)),
      bounds_(features_of(property_, subject, unit.cell), generators::kUbBlocks, others_) {}

spec::Case DrawnCases::of(const generators::Draws& draws) const {
  generators::ReplaySource choices(draws);
  spec::Case test_case =
      with_permitted_codes(property_.draw(choices, unit_.cell, bounds_), pinned_);
  test_case.claim = claim_;
  test_case.seed = seed_;
  return test_case;
}

DrawnCases::Pass DrawnCases::pass(
    const std::function<bool()>& is_known,
    const std::function<bool(const generators::Draws&)>& fails) const {
  const auto draws = generators::gen_draws(
      [this](generators::ChoiceSource& choices) { property_.draw(choices, unit_.cell, bounds_); });
  // RapidCheck takes whatever a property throws for its failure: an error of ours would be lost.
  std::exception_ptr error;
  const auto holds = [&] {
    bool failed = error != nullptr;
    try {
      failed = failed || (!is_known() && fails(*draws));
    } catch (...) {
      error = std::current_exception();
      failed = true;
    }
    RC_ASSERT(!failed);
  };
  rc::detail::TestParams params;
  params.seed = seed_of(claim_, seed_);
  params.maxSuccess = static_cast<int>(unit_.count);
  Silent silent;
  const std::unordered_map<std::string, rc::detail::Reproduce> nothing_to_reproduce;
  const rc::detail::TestResult outcome = rc::detail::checkTestable(
      holds, rc::detail::TestMetadata{claim_, ""}, params, silent, nothing_to_reproduce);
  if (error) {
    std::rethrow_exception(error);
  }
  rc::detail::FailureResult failure;
  if (outcome.match(failure)) {
    return {false, static_cast<std::uint64_t>(failure.numSuccess),
            failure.reproduce.shrinkPath.size()};
  }
  return {};
}

void DrawnCases::each(const std::function<void(spec::Case)>& see) const {
  pass([] { return false; },
       [&](const generators::Draws& draws) {
         see(of(draws));
         return false;
       });
}

std::vector<spec::Case> DrawnCases::some(std::uint64_t first, std::uint64_t count) const {
  std::vector<spec::Case> cases;
  std::uint64_t number = 0;
  pass(
      [&] {
        const std::uint64_t own = number++;
        return own < first || own - first >= count;
      },
      [&](const generators::Draws& draws) {
        cases.push_back(of(draws));
        return false;
      });
  return cases;
}

}  // namespace vconform::suites
