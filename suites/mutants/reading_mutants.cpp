#include "suites/mutants/reading_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

#include "adapters/mutants/mutants.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rules/rules.h"
#include "suites/diagnosis/wrong_worlds.h"
#include "suites/judging/discriminating_cases.h"
#include "suites/probing/families.h"

namespace vconform::suites {
namespace {

// The instructions with a case that tells readings of the rule apart, in the order of the table.
std::vector<spec::Cell> cells_of(spec::RuleId rule) {
  std::vector<spec::Cell> cells;
  for (const BuiltRow& built : built_rows()) {
    if (std::ranges::find(built.discriminator->rules, rule) == built.discriminator->rules.end()) {
      continue;
    }
    for (const generators::DiscriminatingCase& one : built.cases) {
      const std::optional<spec::Cell> cell = spec::cell_of(one.test_case.steps.back());
      if (cell && std::ranges::find(cells, *cell) == cells.end()) {
        cells.push_back(*cell);
      }
    }
  }
  return cells;
}

// The rows in which the reading differs from golden's, in the cases that tell readings apart.
std::size_t rows_that_differ(const spec::Choice& reading) {
  const Executor& golden = bundled("golden");
  const Executor& other = bundled("golden:" + spec::choice_text(reading));
  std::set<std::uint16_t> rows;
  for (const BuiltRow& built : built_rows()) {
    if (std::ranges::find(built.discriminator->rules, reading.rule) ==
        built.discriminator->rules.end()) {
      continue;
    }
    for (const generators::DiscriminatingCase& one : built.cases) {
      const spec::MemoryImage before = spec::initial_image(one.test_case);
      const spec::Outcome a = golden(one.test_case, before);
      const spec::Outcome b = other(one.test_case, before);
      if (a.status != b.status || !(a.after == b.after)) {
        rows.insert(spec::cell_of(one.test_case.steps.back()).value_or(spec::Cell{}).row);
      }
    }
  }
  return rows.size();
}

// The other instructions show that it is not the backend's reading.
WrongBackend backend_of(const spec::Choice& reading, const spec::Cell& cell,
                        const std::vector<spec::Cell>& all) {
  const std::string instruction = spec::instruction_name(cell);
  WrongBackend backend;
  backend.name = fmt::format("reading/{}/{}", instruction, spec::choice_text(reading));
  backend.wrong = fmt::format("{} follows {}", instruction, spec::choice_text(reading));
  backend.cells = all;
  // The row that was probed decides which of the two is the exception.
  backend.said_by = {spec::choice_text(reading),
                     spec::choice_text(*spec::choices_of_golden().reading(reading.rule))};
  backend.proof = [reading]() -> std::string {
    return rows_that_differ(reading) < 2
               ? "only one row tells the two readings apart: to follow either there is no fault"
               : "";
  };
  backend.around = [cell, reading](const Executor& golden) -> Executor {
    return [=, other = bundled("golden:" + spec::choice_text(reading))](
               const spec::Case& test_case, const spec::MemoryImage& before) {
      const bool is_concerned = std::ranges::any_of(test_case.steps, [&](const spec::Step& step) {
        const std::optional<spec::Cell> its = spec::cell_of(step);
        return its && its->row == cell.row;
      });
      return is_concerned ? other(test_case, before) : golden(test_case, before);
    };
  };
  return backend;
}

}  // namespace

std::vector<WrongBackend> reading_mutants() {
  const spec::Choices golden = spec::choices_of_golden();
  std::vector<WrongBackend> mutants;
  for (const spec::RuleId rule : spec::kAllRules) {
    const std::vector<spec::Cell> cells = cells_of(rule);
    // A single row that follows another reading follows it everywhere.
    if (cells.empty() || cells.front().row == cells.back().row) {
      continue;
    }
    for (const spec::Choice& reading : spec::all_readings(rule)) {
      if (spec::reading_of(reading).permissive || golden.follows(reading)) {
        continue;
      }
      mutants.push_back(backend_of(reading, cells.front(), cells));
      mutants.push_back(backend_of(reading, cells.back(), cells));
    }
  }
  return mutants;
}

std::vector<WrongBackend> bundled_mutants() {
  std::vector<WrongBackend> mutants;
  for (const adapters::mutants::Mutant& mutant : adapters::mutants::mutants()) {
    const spec::Rule& rule = spec::rule_of(*spec::rule_with_slug(mutant.rule));
    const std::string name = "mutant:" + std::string(mutant.name);
    WrongBackend backend;
    backend.name = "bundled/" + std::string(mutant.name);
    backend.wrong = mutant.wrong;
    std::ranges::copy_if(spec::all_cells(), std::back_inserter(backend.cells),
                         [&](const spec::Cell& cell) { return is_among(families_of(rule), cell); });
    backend.said_by = {name};
    backend.around = [name](const Executor&) -> Executor { return bundled(name); };
    mutants.push_back(std::move(backend));
  }
  return mutants;
}

}  // namespace vconform::suites
