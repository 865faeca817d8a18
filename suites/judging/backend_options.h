// What a user says of the backend to judge.
#pragma once

#include <string>
#include <vector>

namespace vconform::suites {

// Which backend, and under which readings of the open rules.
struct BackendOptions {
  std::string backend = "golden";
  // "a2", "pages", "probed:FILE"; empty: the backend is probed first.
  std::string profile;
  // "rule=reading", besides the profile.
  std::vector<std::string> choices;
  // Judge the memories of its process where they stand, without a copy for each case.
  bool in_process = false;
  // Seconds of the processor that a case may take; ten times that in all.
  double time_limit = 2;
  // That its process may hold, "512M"; empty: half of what there is.
  std::string memory_limit;
  // Folders that it may write to.
  std::vector<std::string> allow_write;
};

}  // namespace vconform::suites
