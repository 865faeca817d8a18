// Findings as a target writes them into a folder: KEY.case, the smallest case, and beside it
// KEY.why, the finding as the target saw it.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "spec/case/case.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// A finding as the target saw it.
struct Witnessed {
  std::string verdict;
  // A slug, or empty.
  std::string rule;
  std::string in_short;
  std::string details;
  std::uint64_t count = 1;
};

// Writes each file whole or not at all, the case last. Throws std::system_error.
void write_finding(const std::filesystem::path& folder, const std::string& key,
                   const spec::Case& test_case, const Finding& finding);

// Writes the finding before its case is made smaller, which may take longer than the target has. To
// be removed afterwards.
void write_first_sight(const std::filesystem::path& folder, const std::string& key,
                       const spec::Case& test_case, const Finding& finding);
void remove_first_sight(const std::filesystem::path& folder, const std::string& key);

// Turns what an ended process wrote at first sight into findings, unless those exist already.
void adopt_first_sights(const std::filesystem::path& folder, pid_t process);

// The finding beside a case; nullopt if there is none.
std::optional<Witnessed> witnessed(const std::filesystem::path& case_file);

}  // namespace vconform::suites
