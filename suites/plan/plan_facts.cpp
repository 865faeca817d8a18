#include "suites/plan/plan_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "generators/programs/illegal/argument_errors.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/systematic/listed_values.h"
#include "oracle/judge/judge.h"
#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "spec/case/memory_image.h"
#include "spec/case/version.h"
#include "spec/rows/operation_rows.h"
#include "spec/rules/rules.h"
#include "suites/files/digest.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/unit_cases.h"

namespace vconform::suites {

namespace {

// The conditions of every unit: the pinned readings, and which of them probing found.
std::string readings_text(const Subject& subject) {
  std::string text;
  for (const spec::Choice& choice : subject.pinned.all()) {
    fmt::format_to(std::back_inserter(text), "{}{}\n", spec::choice_text(choice),
                   subject.inferred.reading(choice.rule) ? " inferred" : "");
  }
  return text;
}

std::string unit_text(const Unit& unit, const Subject& subject) {
  return fmt::format("{} {} {:#x} {} {:#x}{}\n", claim_name(unit), name_of(unit.cases), unit.ctrl,
                     planned_cases(unit, subject), subject.claims(unit.cell)->bits,
                     subject.lowers(unit.cell) ? " lowered" : "");
}

// Enough cases to show whether a unit has elements. As many as in a quick run at any level, so that
// checking a certificate takes equally long at all of them.
constexpr std::uint64_t kEnoughCases = 12;

// Whether all cases have arguments outside the documented range. Running them would show that too,
// but takes a second for all rows.
bool may_all_be_refused(const Property& property) {
  return property.draw == generators::out_of_range_case ||
         property.draw == generators::argument_error_case;
}

// The conforming implementation that does the least.
Executor reticent_executor(const spec::Choices& pinned) {
  return [pinned](const spec::Case& test_case, const spec::MemoryImage& before) {
    const std::vector<oracle::World> worlds = oracle::predict(test_case, before, pinned);
    spec::Outcome outcome;
    if (const spec::Operation* operation = operation_of(test_case)) {
      outcome.issued = silent_report(*operation);
    }
    if (oracle::may_be_refused(worlds.front())) {
      outcome.status = spec::OutcomeStatus::kRejected;
      outcome.after = before;
    } else {
      outcome.after = oracle::memory_after(worlds.front(), before);
    }
    return outcome;
  };
}

bool is_of(const Unit& unit, Cases cases, bool has_programs) {
  const Property& property = properties()[unit.property];
  const bool is_listed = cases != Cases::kGenerated;
  return unit.cases == cases &&
         (is_listed || (property.has_programs == has_programs && property.asks_oracle));
}

// Whether its cases have legal arguments and operands without hazards.
bool is_legal(const Unit& unit) {
  const Property& property = properties()[unit.property];
  return unit.cases != Cases::kGenerated || property.has_programs ||
         property.name == properties().front().name;
}

}  // namespace

std::string_view name_of(Cases cases) {
  switch (cases) {
    case Cases::kGenerated:
      return "generated";
    case Cases::kSystematic:
      return "systematic";
    case Cases::kMagnitudes:
      return "magnitudes";
    case Cases::kIllegal:
      return "illegal";
    case Cases::kDiscriminating:
      return "discriminating";
  }
  return "";
}

std::string ctrl_text(const Unit& unit) {
  return fmt::format("{:#018x}", unit.ctrl);
}

std::uint64_t planned_cases(const Unit& unit, const Subject& subject) {
  const spec::Conversion& row = unit.cell.conversion();
  switch (unit.cases) {
    case Cases::kGenerated:
    case Cases::kMagnitudes:
    case Cases::kIllegal:
      return unit.count;
    case Cases::kSystematic:
      return generators::systematic_case_count(row, *subject.claims(unit.cell));
    case Cases::kDiscriminating:
      return discriminating_cases(subject, unit.cell).size();
  }
  return 0;
}

bool must_compare_elements(const Unit& unit, const Subject& subject, std::uint64_t seed) {
  const bool is_drawn = unit.cases == Cases::kGenerated;
  if (unit.cases == Cases::kIllegal ||
      (is_drawn && may_all_be_refused(properties()[unit.property]))) {
    return false;
  }
  Unit some = unit;
  some.count = std::min(unit.count, kEnoughCases);
  Subject reticent = subject;
  reticent.execute = reticent_executor(subject.pinned);
  return run_unit(some, reticent, seed).elements > 0;
}

std::vector<Share> programs_elsewhere(const std::vector<Unit>& plan, const Subject& subject,
                                      std::uint64_t seed) {
  std::vector<Share> shares;
  for (const Unit& unit : plan) {
    if (unit.cases != Cases::kGenerated || !properties()[unit.property].has_programs) {
      continue;
    }
    const DrawnCases cases(unit, claim_name(unit), subject, seed);
    cases.each([&](const spec::Case& program) {
      std::vector<Share> in_program;
      for (const spec::Step& step : program.steps) {
        const std::optional<spec::Cell> cell = spec::cell_of(step);
        if (cell && *cell != unit.cell) {
          add_share(in_program, {*cell, 0, 0});
        }
      }
      for (const Share& share : in_program) {
        add_share(shares, {share.cell, 1, 0});
      }
    });
  }
  return shares;
}

std::vector<Unit> supplied_plan(const std::vector<Unit>& plan) {
  struct Kind {
    Cases cases;
    bool has_programs;
  };
  constexpr Kind kOrder[] = {{Cases::kDiscriminating, false},
                             {Cases::kGenerated, false},
                             {Cases::kGenerated, true},
                             {Cases::kSystematic, false},
                             {Cases::kMagnitudes, false}};
  std::vector<Unit> supplied;
  for (const Kind& kind : kOrder) {
    std::ranges::copy_if(plan, std::back_inserter(supplied), [&](const Unit& unit) {
      return is_legal(unit) && is_of(unit, kind.cases, kind.has_programs);
    });
  }
  return supplied;
}

bool ends_unit(std::string_view verdict) {
  return verdict == oracle::name_of(oracle::Verdict::kTimeout);
}

std::string plan_digest(const Level& level, std::uint64_t seed, const Subject& subject,
                        const std::vector<Unit>& plan) {
  std::string text =
      fmt::format(
          "spec {} level {} seed {} checks_arguments {} thread_safe {} stride_bits {} "
          "largest_memory {}\n",
          spec::kSpecVersion, level.name, seed, subject.checks_arguments, subject.thread_safe,
          subject.stride_bits, subject.largest_memory) +
      readings_text(subject);
  for (const spec::Cell& cell : subject.operations) {
    text += spec::to_text({spec::operation_of(cell), spec::limits_of(cell)}) + "\n";
  }
  for (const Unit& unit : plan) {
    text += unit_text(unit, subject);
  }
  return sha256_of(text);
}

}  // namespace vconform::suites
