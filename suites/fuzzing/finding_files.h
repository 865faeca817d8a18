// Findings as a target writes them into a folder: KEY.case, the smallest case, and KEY.why beside
// it, what was wrong when the target ran it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// What a target saw.
struct Witnessed {
  std::string verdict;
  // A slug, or empty.
  std::string rule;
  std::string in_short;
  std::string details;
  std::uint64_t count = 1;
};

// Each file whole or not at all, the case last. Throws std::system_error.
void write_finding(const std::filesystem::path& folder, const std::string& key,
                   const spec::Case& test_case, const Finding& finding);

// The same before the case is made smaller, which may take longer than the target has. To be
// removed when it is.
void write_first_sight(const std::filesystem::path& folder, const std::string& key,
                       const spec::Case& test_case, const Finding& finding);
void remove_first_sight(const std::filesystem::path& folder, const std::string& key);

// What a process that has ended left at first sight becomes a finding, unless that is there.
void adopt_first_sights(const std::filesystem::path& folder, pid_t process);

// Beside a case; nothing where there is none.
std::optional<Witnessed> witnessed(const std::filesystem::path& case_file);

}  // namespace vconform::suites
