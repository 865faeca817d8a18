// Test support: a run of the plan in which some programs meet a fault of faulty_golden.
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
  // CPU seconds per program.
  double time_limit = 0.2;
  std::size_t jobs = 2;
  // An existing folder for notes and the library's log.
  std::string folder;
  // A second list; `foreseen` tells what it would do to the programs of this run.
  FaultList other;
};

// The effect of a fault list on the units of one instruction.
struct Foreseen {
  // A program met a fault that its unit must report.
  bool must_deviate = false;
  // A program met a fault.
  bool has_fault = false;
};

struct FaultRun {
  std::uint64_t programs = 0;
  // The different programs that got the verdict that their fault demands, by kind.
  std::map<std::string, std::set<std::string>> judged;
  // The number of programs whose fault demands no verdict, by kind and reason.
  std::map<std::string, std::uint64_t> excluded;
  // "HASH KIND" of every program with a fault, according to this run and to the library's log.
  std::set<std::string> seen;
  std::set<std::string> logged;
  // One line for each fault without the verdict that it demands, and for each program without a
  // fault that differs from golden's.
  std::vector<std::string> problems;
  // The results of the plan, whose units were given golden's outcomes.
  std::vector<UnitResult> results;
  // Indexed by spec::instruction_name.
  std::map<std::string, Foreseen> foreseen;

  std::uint64_t judged_programs() const;
};

// Runs each program of the plan in a worker on faulty_golden, and on golden. A faulty outcome is
// judged by the property MatchesOracle, and again, alone, after the case went through its text.
FaultRun run_with_faults(const FaultRunOptions& options);

// "HASH KIND" of each line of the library's log.
std::set<std::string> logged_faults(const std::string& file);

}  // namespace vconform::suites
