#include "suites/mutants/mechanical/recorded_plan.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/mutants/mechanical/golden_subject.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kWordBits = 64;

// In the last set: where nothing limits a sum to an s9, golden has one stand-in for all that are
// large, and may not multiply it (number/fixed.h, kHuge).
constexpr spec::Choice kAlone = spec::choice("relu.at", "result");

// Readings other than golden's, the one with this number of each rule that has so many. Left out:
// kAlone; a permissive one, under which less is judged; one that has calls refused; the order,
// which golden declares.
std::string other_readings(std::size_t number) {
  const spec::Choices own = spec::choices_of_golden();
  std::vector<std::string> texts;
  for (const spec::RuleId rule : spec::kAllRules) {
    std::vector<spec::Choice> others = spec::all_readings(rule);
    std::erase_if(others, [&](spec::Choice choice) {
      return own.follows(choice) || spec::reading_of(choice).permissive;
    });
    if (number < others.size() && !spec::rule_of(rule).about_ranges &&
        rule != spec::cite("walk.order") && others[number] != kAlone) {
      texts.push_back(spec::choice_text(others[number]));
    }
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

}  // namespace

std::vector<std::string> recorded_readings() {
  return {"", "mask.inactive-lanes=undefined", other_readings(0),
          other_readings(1) + "," + spec::choice_text(kAlone)};
}

SiteSet::SiteSet(std::span<const unsigned char> runs) : words_(runs.size() / kWordBits + 1) {
  for (std::size_t site = 0; site < runs.size(); ++site) {
    words_[site / kWordBits] |= std::uint64_t{runs[site] != 0} << site % kWordBits;
  }
}

bool SiteSet::has(std::size_t site) const {
  return (words_.at(site / kWordBits) >> site % kWordBits & 1) != 0;
}

RecordedPlan::RecordedPlan(const MechanicalLibrary& library, std::string readings,
                           const Level& level, std::uint64_t seed)
    : library_(library), readings_(std::move(readings)), seed_(seed) {
  std::ranges::fill(library_.runs(), 0);
  golden_ = library_.golden(readings_);
  opening_ = SiteSet(library_.runs());
  plan_ = hunting_plan(level, subject_under(golden_, readings_), spec::all_cells());
  recorded_.resize(plan_.size());
}

const RecordedUnit& RecordedPlan::unit(std::size_t index) {
  std::optional<RecordedUnit>& recorded = recorded_.at(index);
  if (!recorded) {
    recorded = RecordedUnit{plan_[index], {}};
    run(*recorded);
  }
  return *recorded;
}

void RecordedPlan::run(RecordedUnit& recorded) {
  const std::span<unsigned char> runs = library_.runs();
  Subject subject = subject_under(golden_, readings_);
  subject.execute = [&](const spec::Case& test_case, const spec::MemoryImage& before) {
    if (!(before == spec::initial_image(test_case))) {
      throw std::logic_error(test_case.claim + ": a mutant would begin with other memory");
    }
    std::ranges::fill(runs, 0);
    spec::Outcome outcome = golden_->execute(test_case, before);
    recorded.cases.push_back({test_case, SiteSet(runs)});
    return outcome;
  };
  const UnitResult result = run_unit(recorded.unit, subject, seed_, Until::kFirstFailure);
  if (!result.deviations.empty()) {
    throw std::logic_error(fmt::format("golden {} fails {}: {}", readings_,
                                       claim_name(recorded.unit),
                                       result.deviations.front().details));
  }
}

}  // namespace vconform::suites
