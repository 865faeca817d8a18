#include "suites/mutants/mechanical/recorded_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "spec/case/memory_image.h"
#include "suites/mutants/mechanical/golden_subject.h"
#include "suites/plan/mutant_hunt.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kWordBits = 64;

}  // namespace

SiteSet::SiteSet(std::span<const unsigned char> runs) : words_(runs.size() / kWordBits + 1) {
  for (std::size_t site = 0; site < runs.size(); ++site) {
    words_[site / kWordBits] |= std::uint64_t{runs[site] != 0} << site % kWordBits;
  }
}

bool SiteSet::has(std::size_t site) const {
  return (words_.at(site / kWordBits) >> site % kWordBits & 1) != 0;
}

RecordedPlan::RecordedPlan(const MechanicalLibrary& library, std::string reading,
                           const Level& level, std::uint64_t seed)
    : library_(library), reading_(std::move(reading)), seed_(seed) {
  std::ranges::fill(library_.runs(), 0);
  golden_ = library_.golden(reading_);
  opening_ = SiteSet(library_.runs());
  plan_ = hunting_plan(level, subject_under(golden_, reading_), spec::all_cells());
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
  Subject subject = subject_under(golden_, reading_);
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
    throw std::logic_error(fmt::format("golden {} fails {}: {}", reading_,
                                       claim_name(recorded.unit),
                                       result.deviations.front().details));
  }
}

}  // namespace vconform::suites
