#include "suites/mutants/argument_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "suites/diagnosis/program_faults/argument_faults.h"
#include "suites/diagnosis/program_faults/call_faults.h"
#include "suites/diagnosis/wrong_worlds.h"

namespace vconform::suites {
namespace {

WrongBackend backend_of(std::string_view mutant_class, const spec::Cell& cell, ProgramFault fault) {
  const std::string row = spec::instruction_name(cell);
  WrongBackend backend;
  backend.name = fmt::format("{}/{}/{}", mutant_class, row, fault.name);
  backend.wrong = fmt::format("{}: {}", row, fault.name);
  backend.cells = {cell};
  backend.said_by = {fault.name};
  backend.around = [change = std::move(fault.change)](const Executor& golden) {
    return with_program(golden, change);
  };
  return backend;
}

// An instruction for each path of each family.
std::vector<spec::Cell> first_cells_of_paths() {
  std::set<std::tuple<spec::Family, spec::PositionId, spec::PositionId>> paths;
  std::vector<spec::Cell> cells = spec::first_cells();
  std::erase_if(cells, [&](const spec::Cell& cell) {
    const spec::Conversion& row = cell.conversion();
    return !paths.insert({row.family, row.path.from, row.path.to}).second;
  });
  return cells;
}

}  // namespace

std::vector<ArgumentMutant> argument_mutants(const spec::Cell& cell) {
  std::vector<ArgumentMutant> mutants;
  for (ArgumentFault& one : argument_faults(cell)) {
    mutants.push_back({backend_of("argument", cell, std::move(one.fault)), one.kind});
  }
  return mutants;
}

std::vector<WrongBackend> call_mutants(const spec::Cell& cell) {
  std::vector<WrongBackend> mutants;
  for (ProgramFault& fault : call_faults(cell)) {
    mutants.push_back(backend_of("call", cell, std::move(fault)));
  }
  return mutants;
}

std::vector<WrongBackend> counted_argument_mutants() {
  std::set<spec::Family> families;
  std::vector<WrongBackend> counted;
  for (const spec::Cell& cell : first_cells_of_paths()) {
    const bool is_first_of_family = families.insert(cell.conversion().family).second;
    for (ProgramFault& fault : plain_argument_faults(cell)) {
      counted.push_back(backend_of("argument", cell, std::move(fault)));
    }
    for (ArgumentMutant& mutant : argument_mutants(cell)) {
      if (is_first_of_family || mutant.kind == "is capped at") {
        counted.push_back(std::move(mutant.backend));
      }
    }
  }
  return counted;
}

std::vector<WrongBackend> counted_call_mutants() {
  std::vector<WrongBackend> counted;
  for (const spec::Cell& cell : first_cells_of_paths()) {
    std::ranges::move(call_mutants(cell), std::back_inserter(counted));
  }
  return counted;
}

}  // namespace vconform::suites
