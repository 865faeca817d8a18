// For tests: a run of the plan in which some programs meet a fault of faulty_golden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "suites/faults/injected_faults.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

struct FaultRunOptions {
  std::string level;
  FaultList faults;
  // Of the processor, for one program.
  double time_limit = 0.2;
  std::size_t jobs = 2;
  // For notes and the library's log; it exists.
  std::string folder;
  // A second list: in `foreseen`, what it would do to the programs of this run.
  FaultList other;
};

// What a fault list does to the units of one instruction.
struct Foreseen {
  // In a program whose unit must report it.
  bool must_deviate = false;
  // In any program.
  bool has_fault = false;
};

struct FaultRun {
  std::uint64_t programs = 0;
  // Different programs that got the verdict that their fault demands, by kind.
  std::map<std::string, std::set<std::string>> judged;
  // Programs whose fault demands no verdict, by kind and reason.
  std::map<std::string, std::uint64_t> excluded;
  // "HASH KIND" of all of both, and of what the library says that it did.
  std::set<std::string> seen;
  std::set<std::string> logged;
  // Faults without the verdict that they demand, and programs without a fault that differ from
  // golden's: one line each.
  std::vector<std::string> problems;
  // Of the plan, to which golden's outcomes were handed on.
  std::vector<UnitResult> results;
  // By spec::instruction_name.
  std::map<std::string, Foreseen> foreseen;

  std::uint64_t judged_programs() const;
};

// Runs each program of the plan on faulty_golden in a worker, and on golden. A faulty outcome is
// judged by the property MatchesOracle, and once more after the case went through its text, alone.
FaultRun run_with_faults(const FaultRunOptions& options);

// "HASH KIND" of each line of the library's log.
std::set<std::string> logged_faults(const std::string& file);

}  // namespace vconform::suites
