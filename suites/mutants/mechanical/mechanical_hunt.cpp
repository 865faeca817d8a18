#include "suites/mutants/mechanical/mechanical_hunt.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "adapters/isolation/description_difference.h"
#include "adapters/isolation/isolated_backend.h"
#include "adapters/load_error.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/judging/property.h"
#include "suites/mutants/mechanical/golden_subject.h"
#include "suites/mutants/probed.h"
#include "suites/probing/families.h"

namespace vconform::suites {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Golden takes milliseconds for a case of any level.
adapters::Limits short_limits() {
  using std::chrono::milliseconds;
  constexpr std::uint64_t kMemory = std::uint64_t{1} << 30;
  return {milliseconds(500), milliseconds(20000), milliseconds(60000), kMemory};
}

bool ends_process(const spec::Outcome& outcome) {
  return outcome.status == spec::OutcomeStatus::kCrashed ||
         outcome.status == spec::OutcomeStatus::kTimedOut;
}

bool are_same(const spec::Outcome& one, const spec::Outcome& other) {
  return one.status == other.status && one.after == other.after;
}

// A mutant of golden under some readings.
class SiteHunt {
 public:
  SiteHunt(std::size_t site, RecordedPlan& plan, const HuntedSite& hunted, MutantScore& score)
      : site_(site), plan_(plan), score_(score), golden_(hunted.library.golden(plan.readings())) {}

  // Whether it was killed; score.how then says by what.
  bool run() {
    try {
      mutant_ = std::make_shared<adapters::IsolatedBackend>(
          adapters::loadable(mechanical_name(site_, plan_.readings())), short_limits());
    } catch (const adapters::LoadError& error) {
      return killed(error.what());
    }
    if (const std::string difference = differing_claims(); !difference.empty()) {
      return killed(difference);
    }
    judged_ = subject_under(mutant_, plan_.readings());
    for (std::size_t i = 0; i < plan_.size(); ++i) {
      const RecordedUnit& recorded = plan_.unit(i);
      for (const RecordedCase& one : recorded.cases) {
        if (runs_site(one) && differs(one) && fails_if_judged(recorded.unit, one)) {
          return true;
        }
      }
    }
    return false;
  }

 private:
  bool killed(std::string how) {
    score_.how = std::move(how);
    return true;
  }

  // The names differ.
  std::string differing_claims() const {
    adapters::Description described = mutant_->description();
    described.name = golden_->name();
    return adapters::description_difference(golden_->description(), described);
  }

  bool runs_site(const RecordedCase& recorded) const {
    return plan_.opening().has(site_) || recorded.runs.has(site_);
  }

  bool differs(const RecordedCase& recorded) {
    const spec::MemoryImage before = spec::initial_image(recorded.test_case);
    ++score_.cases;
    outcome_ = mutant_->execute(recorded.test_case, before);
    return !are_same(outcome_, golden_->execute(recorded.test_case, before));
  }

  // A case that is too large under the rules that the mutant's probing leaves open decides nothing.
  bool fails_if_judged(const Unit& unit, const RecordedCase& recorded) {
    try {
      return fails(unit, recorded);
    } catch (const spec::InputError&) {
      return false;
    }
  }

  // Whether the check of the case's unit fails, whichever readings the mutant follows.
  bool fails(const Unit& unit, const RecordedCase& recorded) {
    if (ends_process(outcome_)) {
      return killed(fmt::format("{}, {}", claim_name(unit), outcome_.message));
    }
    for (;;) {
      const CheckResult result =
          check_property(properties()[unit.property], judged_, recorded.test_case);
      if (result.findings.empty()) {
        return false;
      }
      const Finding& finding = result.findings.front();
      if ((finding.cited & ~probed_rules_).none()) {
        return killed(fmt::format("{}, {} {}", claim_name(unit), finding.verdict,
                                  finding.rule ? spec::rule_of(*finding.rule).slug : ""));
      }
      probe_too(finding.cited, unit.cell.conversion().family);
      if (const std::optional<spec::Choice> other = departure()) {
        return killed(
            fmt::format("{}, DEPARTS by {}", claim_name(unit), spec::choice_text(*other)));
      }
    }
  }

  // A reading that departs from the pages and is not one that golden has here.
  std::optional<spec::Choice> departure() const {
    const Subject golden = subject_under(golden_, plan_.readings());
    for (const spec::Choice& choice : judged_.pinned.all()) {
      if (spec::reading_of(choice).ground == spec::Ground::kDeparts &&
          !golden.pinned.follows(choice)) {
        return choice;
      }
    }
    return std::nullopt;
  }

  // Judges by the readings that probing finds out, not by golden's, as far as these rules go.
  // Another rule does not affect the case, so that certify, which probes all of them, finds the
  // same.
  void probe_too(const oracle::RuleSet& rules, spec::Family family) {
    const auto started = Clock::now();
    probed_rules_ |= rules;
    Subject open = subject_under(mutant_, plan_.readings());
    const spec::Choices declared = declared_by(*mutant_, plan_.readings());
    for (const spec::RuleId rule : spec::kAllRules) {
      if (probed_rules_.test(rule) && !declared.reading(rule)) {
        open.pinned.leave_open(rule);
      }
    }
    const Claims all = open.claims;
    open.claims = claims_within(all, {family});
    judged_ = probed(open);
    judged_.claims = all;
    score_.seconds_probing += seconds_since(started);
  }

  std::size_t site_;
  RecordedPlan& plan_;
  MutantScore& score_;
  std::shared_ptr<adapters::Backend> golden_;
  std::shared_ptr<adapters::Backend> mutant_;
  spec::Outcome outcome_;
  // Judged by golden's readings, except of these rules.
  Subject judged_;
  oracle::RuleSet probed_rules_;
};

}  // namespace

MutantScore hunt_site(std::size_t site, const HuntedSite& hunted) {
  const auto started = Clock::now();
  MutantScore score;
  score.named = Named::kNotAsked;
  for (const std::unique_ptr<RecordedPlan>& plan : hunted.plans) {
    if (SiteHunt(site, *plan, hunted, score).run()) {
      score.fate = Fate::kKilled;
      break;
    }
  }
  if (score.fate != Fate::kKilled) {
    score.how = score.cases == 0 ? "no case of the plan runs it"
                                 : fmt::format("{} cases of the plan run it", score.cases);
  }
  score.seconds = seconds_since(started) - score.seconds_probing;
  return score;
}

}  // namespace vconform::suites
