#include "suites/diagnosis/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <variant>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "oracle/judge/judge.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/diagnosis/argument_faults.h"
#include "suites/diagnosis/register_faults.h"
#include "suites/judging/subject.h"

namespace vconform::suites {

namespace {

// Whether the oracle permits the outcome for another case, which has the same memories. It does not
// if the case leaves them or, under all open rules, becomes too large.
bool permitted_for(const Observed& observed, const spec::Case& test_case,
                   const spec::Choices& pinned) {
  try {
    const std::vector<oracle::World> worlds =
        oracle::predict(test_case, observed.before, pinned, oracle::every_rule());
    return oracle::judge(worlds, observed.before, observed.outcome, {}).verdict ==
           oracle::Verdict::kPass;
  } catch (const spec::InputError&) {
    return false;
  }
}

void add_roundings(const Subject& subject, const spec::Cell& cell, std::vector<Hypothesis>& all) {
  const spec::Conversion& row = cell.conversion();
  if (row.family != spec::Family::kVconv || cell.rounding == spec::Rounding::kNull) {
    return;
  }
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (mode.rounding == cell.rounding || mode.rounding == spec::Rounding::kNull ||
        !(spec::offers(row, mode.rounding) || spec::offers_optionally(row, mode.rounding))) {
      continue;
    }
    const std::string name = fmt::format("{}{}", kRoundsAs, mode.letter);
    all.push_back(
        {name, name,
         [cell, rounding = mode.rounding, pinned = subject.pinned](const Observed& observed) {
           return permitted_for(observed, rounded_as(observed.test_case, cell, rounding), pinned);
         }});
  }
}

void add_readings(const Subject& subject, const spec::Cell& cell, std::vector<Hypothesis>& all) {
  for (std::size_t id = 0; id < spec::kRuleCount; ++id) {
    const auto rule = static_cast<spec::RuleId>(id);
    if (!subject.pinned.reading(rule) || !spec::concerns(spec::rule_of(rule), cell.conversion())) {
      continue;
    }
    for (const spec::Choice& other : spec::all_readings(rule)) {
      if (subject.pinned.follows(other) || spec::reading_of(other).permissive) {
        continue;
      }
      spec::Choices choices = subject.pinned;
      choices.pin(other);
      all.push_back({spec::choice_text(other),
                     fmt::format("follows {}: {}: {}", spec::choice_text(other),
                                 spec::rule_of(rule).statement, spec::reading_of(other).meaning),
                     [choices](const Observed& observed) {
                       return permitted_for(observed, observed.test_case, choices);
                     }});
    }
  }
}

// Whether a right backend does the same in the changed program. Where that has no certain result,
// it explains nothing and contradicts nothing.
bool follows_from(const Observed& observed, std::optional<std::vector<spec::Step>> steps,
                  const spec::Choices& pinned) {
  if (!steps) {
    return false;
  }
  if (*steps == observed.test_case.steps) {
    return observed.is_right;
  }
  spec::Case changed = observed.test_case;
  changed.steps = *std::move(steps);
  try {
    const std::vector<oracle::World> worlds =
        oracle::predict(changed, observed.before, pinned, oracle::every_rule());
    if (oracle::may_be_refused(worlds.front())) {
      return observed.is_right;
    }
    return oracle::judge(worlds, observed.before, observed.outcome, {}).verdict ==
           oracle::Verdict::kPass;
  } catch (const spec::InputError&) {
    return false;
  }
}

void add_program_fault(const Subject& subject, ProgramFault fault, std::vector<Hypothesis>& all) {
  all.push_back(
      {fault.name, fault.name,
       [change = std::move(fault.change), pinned = subject.pinned](const Observed& observed) {
         return follows_from(observed, change(observed.test_case.steps), pinned);
       }});
}

// A fault that lasts longer than a program changes nothing in the first one, and explains nothing.
void add_registers(const Subject& subject, const spec::Cell& cell, std::vector<Hypothesis>& all) {
  for (RegisterFault& fault : register_faults(cell)) {
    add_program_fault(subject,
                      {fault.name,
                       [change = std::move(fault.change)](const std::vector<spec::Step>& steps) {
                         return std::optional(change(steps, *before_all_programs()));
                       }},
                      all);
  }
}

void add_arguments(const Subject& subject, const spec::Cell& cell, std::vector<Hypothesis>& all) {
  for (ArgumentFault& fault : argument_faults(cell)) {
    add_program_fault(subject, std::move(fault.fault), all);
  }
}

void add_mutants(const spec::Cell& cell, std::vector<Hypothesis>& all) {
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const spec::Rule& rule = spec::rule_of(*spec::rule_with_slug(mutant.rule));
    if (std::ranges::find(rule.concerns.families, cell.conversion().family) ==
        rule.concerns.families.end()) {
      continue;
    }
    const std::string name = "mutant:" + std::string(mutant.name);
    all.push_back({name, std::string(mutant.wrong), [name](const Observed& observed) {
                     return did_the_same(observed,
                                         bundled(name)(observed.test_case, observed.before));
                   }});
  }
}

}  // namespace

spec::Case rounded_as(const spec::Case& test_case, const spec::Cell& cell,
                      spec::Rounding rounding) {
  spec::Case changed = test_case;
  for (spec::Step& step : changed.steps) {
    auto* vconv = std::get_if<spec::Vconv>(&step);
    if (vconv != nullptr && vconv->cell == cell) {
      vconv->cell.rounding = rounding;
    }
  }
  return changed;
}

const Executor& bundled(const std::string& name) {
  static std::map<std::string, Executor> known;
  const auto found = known.find(name);
  return found != known.end()
             ? found->second
             : known.emplace(name, subject_of(adapters::open_backend(name)).execute).first->second;
}

std::vector<Hypothesis> hypotheses_about(const Subject& subject, const spec::Cell& cell) {
  std::vector<Hypothesis> all;
  add_roundings(subject, cell, all);
  add_readings(subject, cell, all);
  add_registers(subject, cell, all);
  for (ProgramFault& fault : plain_argument_faults(cell)) {
    add_program_fault(subject, std::move(fault), all);
  }
  add_mutants(cell, all);
  add_arguments(subject, cell, all);
  return all;
}

}  // namespace vconform::suites
