// Test support: a temporary folder per test, and records for comparing several programs.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "suites/attacks/attacked_run.h"

namespace vconform::suites::attacks {

class AttackFolder {
 public:
  AttackFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "vconform-attack-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~AttackFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  AttackFolder(const AttackFolder&) = delete;
  AttackFolder& operator=(const AttackFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

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
