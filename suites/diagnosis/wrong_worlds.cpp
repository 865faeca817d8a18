#include "suites/diagnosis/wrong_worlds.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "oracle/judge/judge.h"
#include "spec/case/case_limits.h"
#include "spec/text/error.h"
#include "suites/judging/subject.h"

namespace vconform::suites {

namespace {

// Whether the oracle permits the outcome for other steps. It does not if they are none of a case.
// nullopt if they have no certain result: they leave the memories, may be refused or, under all
// open rules, are too large to be judged.
std::optional<bool> permitted_for(const Observed& observed, std::vector<spec::Step> steps,
                                  const spec::Choices& choices) {
  const bool is_changed = steps != observed.test_case.steps;
  spec::Case changed = observed.test_case;
  changed.steps = std::move(steps);
  if (is_changed && spec::case_problem(changed)) {
    return false;
  }
  try {
    std::vector<oracle::World> worlds =
        oracle::predict(changed, observed.before, choices, oracle::every_rule());
    if (is_changed && oracle::may_be_refused(worlds.front())) {
      return std::nullopt;
    }
    return oracle::is_permitted(std::move(worlds), observed.before, observed.outcome, {});
  } catch (const spec::InputError&) {
    return std::nullopt;
  }
}

}  // namespace

const Executor& bundled(const std::string& name) {
  static std::map<std::string, Executor> known;
  const auto found = known.find(name);
  return found != known.end()
             ? found->second
             : known.emplace(name, subject_of(adapters::open_backend(name)).execute).first->second;
}

Executor with_program(Executor executor, ProgramChange change) {
  return [executor = std::move(executor), change = std::move(change)](
             const spec::Case& test_case, const spec::MemoryImage& before) {
    if (std::optional<std::vector<spec::Step>> steps = change(test_case.steps)) {
      spec::Case changed = test_case;
      changed.steps = *std::move(steps);
      return executor(changed, before);
    }
    spec::Outcome refused;
    refused.status = spec::OutcomeStatus::kRejected;
    refused.after = before;
    return refused;
  };
}

bool WrongWorlds::explains(const Hypothesis& mistake, const Observed& observed) {
  const std::optional<bool> permitted = permits(mistake, observed);
  if (permitted || observed.is_right) {
    return permitted.value_or(true);
  }
  const Hypothesis* const alone[] = {&mistake};
  return did_the_same(observed, outcome(alone, observed));
}

bool WrongWorlds::leaves_open(const Hypothesis& mistake, const Observed& observed) {
  return !permits(mistake, observed);
}

std::optional<bool> WrongWorlds::permits(const Hypothesis& mistake, const Observed& observed) {
  if (mistake.mutant) {
    const Hypothesis* const alone[] = {&mistake};
    return did_the_same(observed, outcome(alone, observed));
  }
  std::optional<std::vector<spec::Step>> steps = observed.test_case.steps;
  if (mistake.program) {
    steps = mistake.program(*steps);
    if (!steps || *steps == observed.test_case.steps) {
      return steps && observed.is_right;
    }
  }
  spec::Choices choices = pinned_;
  if (mistake.reading) {
    choices.pin(*mistake.reading);
  }
  return permitted_for(observed, *std::move(steps), choices);
}

spec::Outcome WrongWorlds::outcome(std::span<const Hypothesis* const> mistakes,
                                   const Observed& observed) {
  Executor wrong = golden_with(mistakes);
  for (const Hypothesis* mistake : mistakes) {
    if (mistake->program) {
      wrong = with_program(std::move(wrong), mistake->program);
    }
  }
  return wrong(observed.test_case, observed.before);
}

const Executor& WrongWorlds::golden_with(std::span<const Hypothesis* const> mistakes) {
  std::string names;
  std::vector<std::size_t> mutants;
  spec::Choices choices;
  const bool follows_golden = std::ranges::any_of(
      mistakes, [](const Hypothesis* mistake) { return mistake->follows_golden; });
  // Golden decides what a permissive reading leaves to it.
  for (const spec::Choice& reading : pinned_.all()) {
    if (!follows_golden && !spec::reading_of(reading).permissive) {
      choices.pin(reading);
    }
  }
  for (const Hypothesis* mistake : mistakes) {
    names += mistake->follows_golden ? "golden's " : "";
    if (mistake->mutant) {
      mutants.push_back(*mistake->mutant);
    } else if (mistake->reading) {
      choices.pin(*mistake->reading);
    } else {
      continue;
    }
    names += mistake->name + ' ';
  }
  if (const auto found = opened_.find(names); found != opened_.end()) {
    return found->second;
  }
  const std::shared_ptr<adapters::Backend> golden =
      adapters::open_golden(adapters::mutants::golden_with(mutants, choices));
  return opened_.emplace(names, subject_of(golden).execute).first->second;
}

}  // namespace vconform::suites
