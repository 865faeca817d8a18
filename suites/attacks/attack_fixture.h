// Test support: records for comparing several programs.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "suites/attacks/attacked_run.h"

namespace vconform::suites::attacks {

// Appends one line per run to the file VCONFORM_ATTACKS_RECORD, if that is set: its exit code, its
// milliseconds and its problems.
inline void record(const std::string& name, const Ended& run,
                   const std::vector<std::string>& problems) {
  const char* file = std::getenv("VCONFORM_ATTACKS_RECORD");
  if (file == nullptr) {
    return;
  }
  std::ofstream line(file, std::ios::app);
  line << name << '\t' << (run.hung ? "hung" : std::to_string(run.code)) << '\t' << run.took.count()
       << '\t';
  for (const std::string& problem : problems) {
    line << problem.substr(0, problem.find('\n')).substr(0, 100) << "; ";
  }
  line << '\n';
}

inline void expect_none(const std::string& name, const Ended& run,
                        const std::vector<std::string>& problems) {
  record(name, run, problems);
  for (const std::string& problem : problems) {
    ADD_FAILURE() << problem;
  }
}

}  // namespace vconform::suites::attacks
