// Support for tests of runs with faults: fault lists, and the checks of such a run.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "adapters/abi/incidents.h"
#include "adapters/testing/faulty_golden.h"
#include "adapters/testing/temporary_folder.h"
#include "suites/faults/fault_run.h"

namespace vconform::suites {

// A list with each kind `times` times, except once for those that hang, which cost seconds.
inline FaultList weighted(std::uint64_t one_in, int times) {
  FaultList list{one_in, {}};
  for (const std::string_view kind : adapters::faulty::kKinds) {
    const bool hangs = kind == "loop" || kind == "sleep";
    list.kinds.insert(list.kinds.end(), static_cast<std::size_t>(hangs ? 1 : times),
                      std::string(kind));
  }
  return list;
}

inline void expect_nothing_lost(const FaultRun& run, std::uint64_t at_least) {
  std::string text = fmt::format("{} programs, {} with a fault and its verdict\n", run.programs,
                                 run.judged_programs());
  for (const auto& [kind, hashes] : run.judged) {
    text += fmt::format("  {:<12} {}\n", kind, hashes.size());
  }
  for (const auto& [reason, count] : run.excluded) {
    text += fmt::format("  no verdict due: {} {}\n", reason, count);
  }
  fmt::print("{}", text);
  // A machine may stand still for seconds: certify forgives as many time-outs that are not
  // confirmed.
  const auto is_weather = [](const std::string& problem) {
    return problem.find("no answer after") != std::string::npos &&
           problem.ends_with("; not when run again alone in a fresh process");
  };
  std::vector<std::string> problems = run.problems;
  const auto late = std::erase_if(problems, is_weather);
  fmt::print("  late, but not when run again alone: {}\n", late);
  EXPECT_LE(late, adapters::kMostForgiven);
  const std::size_t count = problems.size();
  problems.resize(std::min<std::size_t>(count, 20));
  EXPECT_EQ(count, 0u) << "such as\n" << fmt::format("{}", fmt::join(problems, "\n"));
  EXPECT_GE(run.judged_programs(), at_least);
  for (const std::string_view kind : adapters::faulty::kKinds) {
    EXPECT_EQ(run.judged.count(std::string(kind)), 1U) << kind;
  }
  std::vector<std::string> seen_alone;
  std::ranges::set_difference(run.seen, run.logged, std::back_inserter(seen_alone));
  EXPECT_TRUE(seen_alone.empty()) << fmt::format("not logged: {}", fmt::join(seen_alone, ", "));
  std::vector<std::string> logged_alone;
  std::ranges::set_difference(run.logged, run.seen, std::back_inserter(logged_alone));
  EXPECT_TRUE(logged_alone.empty()) << fmt::format("not seen: {}", fmt::join(logged_alone, ", "));
  for (const UnitResult& result : run.results) {
    for (const Deviation& deviation : result.deviations) {
      ADD_FAILURE() << deviation.verdict << " " << deviation.claim << " " << deviation.in_short;
    }
  }
}

}  // namespace vconform::suites
