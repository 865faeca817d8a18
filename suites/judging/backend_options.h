// The backend to judge, as a user names it.
#pragma once

#include <string>
#include <vector>

namespace vconform::suites {

// The backend and the readings of open rules to judge it by.
struct BackendOptions {
  std::string backend = "golden";
  // "a2", "pages" or "probed:FILE"; empty: the backend is probed first.
  std::string profile;
  // The file of "probed:FILE" was made or checked earlier in this run, so that no case is run now.
  bool is_profile_checked = false;
  // "rule=reading" texts, which override the profile.
  std::vector<std::string> choices;
  // Judge the memory images in the worker's shared memory, without a copy per case.
  bool in_process = false;
  // CPU seconds per case; the wall-clock limit is ten times that.
  double time_limit = 2;
  // The memory limit of its process, such as "512M"; empty: half of the machine's.
  std::string memory_limit;
  // Folders that it may write to.
  std::vector<std::string> allow_write;
  // The backend on which a library that calls the documented prototypes executes them; empty: on
  // golden.
  std::string on;
};

}  // namespace vconform::suites
