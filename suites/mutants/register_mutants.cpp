#include "suites/mutants/register_mutants.h"

#include <fmt/format.h>

#include <utility>

#include "suites/diagnosis/program_faults/register_faults.h"

namespace vconform::suites {
namespace {

WrongBackend backend_of(const spec::Cell& cell, RegisterFault fault) {
  const std::string row = spec::instruction_name(cell);
  WrongBackend backend;
  backend.name = fmt::format("register/{}/{}", row, fault.name);
  backend.wrong = fmt::format("{}: {}", row, fault.name);
  backend.cells = {cell};
  backend.said_by = {fault.name};
  backend.equivalent = std::move(fault.why_invisible);
  backend.around = [change = std::move(fault.change)](const Executor& golden) -> Executor {
    return [=, state = before_all_programs()](const spec::Case& test_case,
                                              const spec::MemoryImage& before) {
      spec::Case disturbed = test_case;
      disturbed.steps = change(test_case.steps, *state);
      return golden(disturbed, before);
    };
  };
  return backend;
}

}  // namespace

std::vector<WrongBackend> register_mutants() {
  std::vector<WrongBackend> mutants;
  for (const spec::Cell& cell : spec::first_cells()) {
    for (RegisterFault& fault : register_faults(cell)) {
      mutants.push_back(backend_of(cell, std::move(fault)));
    }
  }
  return mutants;
}

}  // namespace vconform::suites
