#include <malloc.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "generators/choices/draws.h"
#include "spec/number/digest.h"
#include "spec/text/error.h"
#include "suites/judging/not_returned.h"
#include "suites/judging/run_case.h"
#include "suites/judging/unit.h"
#include "suites/judging/unit_cases.h"
#include "suites/judging/wrong_results/position_dependence.h"
#include "suites/plan/listed_unit.h"
#include "suites/plan/plan_facts.h"
#include "suites/shrinking/cut_program.h"
#include "suites/shrinking/deviations.h"
#include "suites/shrinking/isolated.h"
#include "suites/shrinking/past_dependence.h"

namespace vconform::suites {

namespace {

using generators::Draws;

const Finding* first_new(std::vector<Deviation>& known, const CheckResult& result) {
  for (const Finding& finding : result.findings) {
    if (known_as(known, finding) == nullptr) {
      return &finding;
    }
  }
  return nullptr;
}

// A case that is not completed has one finding.
bool timed_out(const CheckResult& result) {
  return !result.findings.empty() && ends_unit(result.findings.front().verdict);
}

// The other instruction gets the smallest case that shows its deviation. `past` was run before the
// case in which it was met.
BlamedDeviation blamed_deviation(const Blame& blame, const Subject& subject,
                                 const spec::Case& test_case, const std::vector<spec::Case>& past) {
  const Unit unit{0, blame.cell, Cases::kGenerated, 0, ctrl_of(blame.test_case)};
  BlamedDeviation blamed{
      blame.cell,
      isolated(unit, subject, blame.test_case, blame.finding)
          .value_or(deviation_of(blame.test_case.claim, blame.finding, blame.test_case)),
      deviation_of(test_case.claim, blame.contradiction, test_case)};
  if (!ends_unit(blamed.deviation.verdict)) {
    note_past_dependence(properties()[unit.property], subject, past, blamed.deviation);
    note_position_dependence(properties()[unit.property], subject, blamed.deviation);
  }
  return blamed;
}

BlamedDeviation* known_as(std::vector<BlamedDeviation>& known, const Blame& blame) {
  const auto found = std::ranges::find_if(known, [&](const BlamedDeviation& one) {
    return one.cell == blame.cell && one.deviation.verdict == blame.finding.verdict &&
           one.deviation.rule == slug_of(blame.finding);
  });
  return found == known.end() ? nullptr : &*found;
}

// Failing cases are those of the unit: none if only a smaller case showed it.
void expect_failing_case(Deviation& deviation) {
  if (deviation.failing_cases == 0) {
    deviation.failing_cases = 1;
    deviation.fingerprint = spec::digest_of(deviation.in_short);
  }
}

void forget_failing_cases(Deviation& deviation) {
  deviation.failing_cases = 0;
  deviation.fingerprint = spec::kEmptyDigest;
}

// The most deviations that are told apart in one unit. Nobody needs a longer list of such a wrong
// backend, and each one costs a search and its shrinking.
constexpr std::size_t kMostDeviations = 6;

// The elements that are judged to make one deviation smaller. Large cases become small within the
// first tries, and small ones cost little.
constexpr std::uint64_t kMostShrunkElements = 1 << 12;

// The most cases that are drawn before they are run: they stay in memory.
constexpr std::uint64_t kMostDrawn = 1024;

// The number of time-outs in a unit, including those while the first case is shrunk. A time-out
// takes a thousand times as long as a case, and one is rarely alone.
constexpr int kMostTimeouts = 5;

// Passes through the generated cases of a unit, each up to a deviation that is not listed yet.
// Every pass has the same cases.
class Search {
 public:
  Search(const Unit& unit, const Subject& subject, std::uint64_t seed)
      : unit_(unit),
        property_(properties()[unit.property]),
        subject_(subject),
        seen_(std::exchange(subject_.seen, nullptr)),
        claim_(claim_name(unit)),
        cases_(unit, claim_, subject, seed) {}

  UnitResult run(Until until);

 private:
  // The smallest new deviation; nullopt after all cases.
  std::optional<Deviation> pass();
  // Whether an earlier pass ran the next case, and nothing in it is to be listed: it is counted.
  bool is_known();
  // Runs a case. Returns whether RapidCheck is to take it for a failing one.
  bool fails(const Draws& draws);
  // The search has no use for further cases.
  bool is_over() const { return timeouts_ == kMostTimeouts || result_.hung_elsewhere || is_small_; }
  CheckResult run_case(const spec::Case& test_case);
  // Runs the next case of the pass, unless an earlier pass did.
  const CheckResult& next_case(const spec::Case& test_case);
  // Tells a backend that prefers batches of the cases from the next one on, if their check runs
  // them as they are.
  void run_ahead();
  void count(const CheckResult& result);
  // Notes what the case, begun at that moment, shows of other instructions.
  void note_blame(const CheckResult& result, const spec::Case& test_case, std::uint64_t moment);
  // The finding that is to be listed, if any.
  const Finding* new_in(const CheckResult& result);
  // The finding without RapidCheck's shrinking, if that is possible: a program with fewer steps, or
  // the simplest case with one source.
  std::optional<Deviation> made_small(const spec::Case& test_case, const Finding& finding) const;

  const Unit& unit_;
  const Property& property_;
  Subject subject_;
  // Subject::seen, for the unit's cases only: what is run to make a failure smaller does not count.
  decltype(Subject::seen) seen_;
  std::string claim_;
  DrawnCases cases_;

  // The results of the unit's cases, as far as a pass came.
  std::vector<CheckResult> results_;
  // The cases from number drawn_from_ on that are drawn in advance, and the number of the first one
  // that was not run ahead.
  std::vector<spec::Case> drawn_;
  std::size_t drawn_from_ = 0;
  std::size_t next_ahead_ = 0;
  // All deviations so far; the counts are those of the last pass.
  UnitResult result_;
  // RapidCheck goes from each failing case to simpler ones, so the last failing case is the
  // smallest.
  std::optional<Deviation> smallest_;
  // No simpler choices make it smaller, or enough of them were tried.
  bool is_small_ = false;
  std::uint64_t shrunk_elements_ = 0;
  // The programs before it.
  std::vector<spec::Case> past_;
  // A case that timed out while another deviation was made smaller.
  std::optional<Deviation> hanging_;
  int timeouts_ = 0;
};

const Finding* Search::new_in(const CheckResult& result) {
  const bool is_full = result_.deviations.size() >= kMostDeviations;
  return is_full && !timed_out(result) ? nullptr : first_new(result_.deviations, result);
}

void Search::count(const CheckResult& result) {
  count_case(result_, result, unit_);
  note_known(result, subject_);
  for (const Finding& finding : result.findings) {
    if (Deviation* known = known_as(result_.deviations, finding)) {
      add_failing_case(*known, finding);
    }
  }
  bool is_listed = first_new(result_.deviations, result) == new_in(result);
  for (const Blame& blame : result.blamed) {
    BlamedDeviation* const known = known_as(result_.blamed, blame);
    if (known != nullptr) {
      add_failing_case(known->deviation, blame.finding);
      add_failing_case(known->contradiction, blame.contradiction);
    }
    is_listed = is_listed && known != nullptr;
  }
  result_.further_failing_cases += is_listed ? 0 : 1;
}

void Search::note_blame(const CheckResult& result, const spec::Case& test_case,
                        std::uint64_t moment) {
  for (const Blame& blame : result.blamed) {
    if (known_as(result_.blamed, blame) == nullptr && result_.blamed.size() < kMostDeviations) {
      result_.blamed.push_back(
          blamed_deviation(blame, subject_, test_case, past_until(subject_, moment)));
    }
    result_.hung_elsewhere |= ends_unit(blame.finding.verdict);
  }
}

CheckResult Search::run_case(const spec::Case& test_case) {
  const std::uint64_t moment = moment_of(subject_);
  CheckResult result = check_property(property_, subject_, test_case);
  timeouts_ += timed_out(result) ? 1 : 0;
  note_blame(result, test_case, moment);
  return result;
}

void Search::run_ahead() {
  const std::size_t next = results_.size();
  if (!subject_.ahead || !subject_.prefers_batches || !property_.asks_oracle ||
      next < next_ahead_) {
    return;
  }
  if (next >= drawn_from_ + drawn_.size()) {
    drawn_from_ = next;
    drawn_ = cases_.some(next, kMostDrawn);
  }
  const std::size_t skipped = next - drawn_from_;
  const std::optional<std::size_t> held = subject_.ahead(
      drawn_.size() - skipped, [&](std::size_t index) { return drawn_[skipped + index]; });
  if (!held) {
    subject_.ahead = nullptr;
  }
  next_ahead_ = next + std::max<std::size_t>(held.value_or(0), 1);
}

const CheckResult& Search::next_case(const spec::Case& test_case) {
  if (result_.cases == results_.size()) {
    run_ahead();
    subject_.seen = seen_;
    results_.push_back(run_case(test_case));
    subject_.seen = nullptr;
  }
  return results_[result_.cases];
}

std::optional<Deviation> Search::made_small(const spec::Case& test_case,
                                            const Finding& finding) const {
  if (property_.has_programs) {
    return cut_program(property_, subject_, deviation_of(claim_, finding, test_case));
  }
  Unit unit = unit_;
  unit.ctrl = ctrl_of(test_case);
  return isolated(unit, subject_, test_case, finding);
}

bool Search::is_known() {
  if (is_over() || smallest_ || result_.cases == results_.size() ||
      new_in(results_[result_.cases]) != nullptr) {
    return false;
  }
  count(results_[result_.cases]);
  return true;
}

bool Search::fails(const Draws& draws) {
  if (is_over()) {
    return false;
  }
  const spec::Case test_case = cases_.of(draws);
  const bool is_shrinking = smallest_.has_value();
  const std::uint64_t moment = moment_of(subject_);
  const CheckResult result = is_shrinking ? run_case(test_case) : next_case(test_case);
  const bool hangs = timed_out(result);
  if (!is_shrinking) {
    count(result);
  } else {
    shrunk_elements_ += result.elements;
    is_small_ = shrunk_elements_ > kMostShrunkElements;
  }
  const Finding* finding = new_in(result);
  // Results that are supplied as files are those of the unit's cases, and of no smaller ones.
  if (finding == nullptr || (is_shrinking && is_not_returned(finding->verdict))) {
    return false;
  }
  Deviation deviation = deviation_of(claim_, *finding, test_case);
  if (smallest_ && hangs != ends_unit(smallest_->verdict)) {
    if (hangs && !hanging_) {
      hanging_ = std::move(deviation);
    }
    return false;
  }
  if (!is_shrinking && !hangs) {
    if (std::optional<Deviation> small = made_small(test_case, *finding)) {
      deviation = *std::move(small);
      is_small_ = true;
    }
  }
  smallest_ = std::move(deviation);
  // The smaller case was found after others.
  past_ = past_until(subject_, is_small_ ? moment_of(subject_) : moment);
  // If the simplest case hangs too, none is smaller.
  if (hangs && timeouts_ == 1 && fails({})) {
    timeouts_ = kMostTimeouts;
  }
  return true;
}

std::optional<Deviation> Search::pass() {
  smallest_.reset();
  is_small_ = false;
  shrunk_elements_ = 0;
  // Making a failure smaller has run other programs.
  next_ahead_ = results_.size();
  result_.cases = result_.elements = result_.further_failing_cases = 0;
  result_.host_elements = {};
  result_.cited = {};
  result_.others.clear();
  result_.excluded.clear();
  std::ranges::for_each(result_.deviations, forget_failing_cases);
  std::ranges::for_each(result_.blamed, forget_failing_cases, &BlamedDeviation::deviation);
  std::ranges::for_each(result_.blamed, forget_failing_cases, &BlamedDeviation::contradiction);
  const DrawnCases::Pass outcome = cases_.pass([this] { return is_known(); },
                                               [this](const Draws& draws) { return fails(draws); });
  if (smallest_ && !outcome.holds) {
    smallest_->cases = outcome.passed + 1;
    smallest_->shrinks += outcome.shrinks;
  }
  if (smallest_ && !ends_unit(smallest_->verdict)) {
    note_past_dependence(property_, subject_, past_, *smallest_);
    note_position_dependence(property_, subject_, *smallest_);
  }
  return smallest_;
}

UnitResult Search::run(Until until) {
  // After everything that may be listed is listed, one more pass counts.
  while (std::optional<Deviation> found = pass()) {
    result_.deviations.push_back(std::move(*found));
    if (hanging_) {
      hanging_->cases = result_.deviations.back().cases;
      result_.deviations.push_back(std::move(*hanging_));
    }
    if (timeouts_ > 0 || result_.hung_elsewhere || until == Until::kFirstFailure) {
      break;
    }
  }
  std::ranges::for_each(result_.deviations, expect_failing_case);
  std::ranges::for_each(result_.blamed, expect_failing_case, &BlamedDeviation::deviation);
  std::ranges::for_each(result_.blamed, expect_failing_case, &BlamedDeviation::contradiction);
  return std::move(result_);
}

// Keeps freed memory for the next case, which needs as much: giving it back to the system would
// cost a page fault per 4 KiB. These are the largest thresholds that glibc has or that are needed
// here.
void keep_freed_memory() {
  constexpr int kMmapThreshold = 32 << 20;
  constexpr int kTrimThreshold = 256 << 20;
  mallopt(M_MMAP_THRESHOLD, kMmapThreshold);
  mallopt(M_TRIM_THRESHOLD, kTrimThreshold);
}

}  // namespace

UnitResult run_unit(const Unit& unit, const Subject& subject, std::uint64_t seed, Until until) {
  keep_freed_memory();
  const auto incidents = [&] {
    return subject.incidents ? subject.incidents() : adapters::Incidents();
  };
  const adapters::Incidents before = incidents();
  try {
    UnitResult result = unit.cases == Cases::kGenerated
                            ? Search(unit, subject, seed).run(until)
                            : run_listed_unit(unit, subject, seed, until);
    result.incidents = incidents() - before;
    return result;
  } catch (const spec::InputError& error) {
    // The cases are our own: nobody gave them.
    throw std::logic_error(claim_name(unit) + ": " + error.what());
  }
}

}  // namespace vconform::suites
