#include "suites/diagnosis/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "adapters/mutants/mutants.h"
#include "spec/rules/rules.h"
#include "suites/diagnosis/program_faults/argument_faults.h"
#include "suites/diagnosis/program_faults/call_faults.h"
#include "suites/diagnosis/program_faults/register_faults.h"

namespace vconform::suites {

namespace {

void add_roundings(const spec::Cell& cell, std::vector<Hypothesis>& all) {
  const spec::Conversion& row = cell.conversion();
  if (row.family != spec::Family::kVconv) {
    return;
  }
  // The bare name rounds as r does: round.bare-name-is-r.
  const spec::Rounding own =
      cell.rounding == spec::Rounding::kNull ? spec::Rounding::kNearestEven : cell.rounding;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (mode.rounding == own || mode.rounding == spec::Rounding::kNull ||
        !(spec::offers(row, mode.rounding) || spec::offers_optionally(row, mode.rounding))) {
      continue;
    }
    const std::string name = fmt::format("{}{}", kRoundsAs, mode.letter);
    all.push_back(
        {name, name, [cell, rounding = mode.rounding](const std::vector<spec::Step>& steps) {
           return std::optional(rounded_as(steps, cell, rounding));
         }});
  }
}

void add_readings(const spec::Choices& pinned, const spec::Cell& cell,
                  std::vector<Hypothesis>& all) {
  for (const spec::RuleId rule : spec::kAllRules) {
    if (!pinned.reading(rule) || !spec::concerns(spec::rule_of(rule), cell.conversion())) {
      continue;
    }
    for (const spec::Choice& other : spec::all_readings(rule)) {
      if (pinned.follows(other) || spec::reading_of(other).permissive) {
        continue;
      }
      all.push_back(
          {.name = spec::choice_text(other),
           .sentence = fmt::format("follows {}: {}: {}", spec::choice_text(other),
                                   spec::rule_of(rule).statement, spec::reading_of(other).meaning),
           .reading = other});
    }
  }
}

void add_program_fault(ProgramFault fault, std::vector<Hypothesis>& all) {
  all.push_back({fault.name, fault.name, std::move(fault.change), true});
}

// A fault that lasts longer than a program changes nothing in the first one, and explains nothing.
void add_registers(const spec::Cell& cell, std::vector<Hypothesis>& all) {
  for (RegisterFault& fault : register_faults(cell)) {
    add_program_fault({fault.name,
                       [change = std::move(fault.change)](const std::vector<spec::Step>& steps) {
                         return std::optional(change(steps, *before_all_programs()));
                       }},
                      all);
  }
}

// Whether the backend is judged by another reading of the rule than golden has.
bool reads_otherwise(const spec::Choices& pinned, spec::RuleId rule) {
  const std::vector<spec::Choice> of_golden = spec::choices_of_golden().all();
  const auto golden = std::ranges::find(of_golden, rule, &spec::Choice::rule);
  return golden != of_golden.end() && pinned.reading(rule) && !pinned.follows(*golden);
}

void add_mutants(const spec::Choices& pinned, const spec::Cell& cell,
                 std::vector<Hypothesis>& all) {
  const auto concerns = [&](spec::RuleId id) {
    return spec::concerns(spec::rule_of(id), cell.conversion()) && reads_otherwise(pinned, id);
  };
  bool may_be_misled = false;
  for (const spec::RuleId rule : spec::kAllRules) {
    may_be_misled |= concerns(rule);
  }
  const auto mutants = adapters::mutants::mutants();
  for (std::size_t i = 0; i < mutants.size(); ++i) {
    const spec::RuleId id = *spec::rule_with_slug(mutants[i].rule);
    const spec::Rule& rule = spec::rule_of(id);
    if (std::ranges::find(rule.concerns.families, cell.conversion().family) !=
        rule.concerns.families.end()) {
      all.push_back({.name = "mutant:" + std::string(mutants[i].name),
                     .sentence = std::string(mutants[i].wrong),
                     .mutant = i});
      if (may_be_misled) {
        all.push_back(all.back());
        all.back().follows_golden = true;
        all.back().may_hide = reads_otherwise(pinned, id);
      }
    }
  }
}

}  // namespace

std::vector<spec::Step> rounded_as(std::vector<spec::Step> steps, const spec::Cell& cell,
                                   spec::Rounding rounding) {
  for (spec::Step& step : steps) {
    auto* vconv = std::get_if<spec::Vconv>(&step);
    if (vconv != nullptr && vconv->cell == cell) {
      vconv->cell.rounding = rounding;
    }
  }
  return steps;
}

std::vector<Hypothesis> hypotheses_about(const spec::Choices& pinned, const spec::Cell& cell) {
  std::vector<Hypothesis> all;
  add_roundings(cell, all);
  add_readings(pinned, cell, all);
  add_registers(cell, all);
  for (ProgramFault& fault : plain_argument_faults(cell)) {
    add_program_fault(std::move(fault), all);
  }
  for (ProgramFault& fault : call_faults(cell)) {
    add_program_fault(std::move(fault), all);
  }
  add_mutants(pinned, cell, all);
  for (ArgumentFault& fault : argument_faults(cell)) {
    add_program_fault(std::move(fault.fault), all);
  }
  return all;
}

}  // namespace vconform::suites
