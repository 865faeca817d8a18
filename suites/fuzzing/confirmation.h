// Runs a case again, alone: in a child of this process, with a worker of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "suites/judging/property.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

struct Confirmation {
  enum class Kind : std::uint8_t {
    kFails,
    kPasses,
    kNoCase,  // the file is not a readable case
    kNone,    // no answer: there was no time, or the child was killed
  };
  Kind kind = Kind::kNone;
  // The deviations, if it fails.
  std::vector<Deviation> deviations;
  // One line, if it neither passes nor fails.
  std::string why;
};

// Opens the backend in the child; may throw.
using OpenSubject = std::function<Subject()>;

// Runs the case again. Ends at `deadline` whatever the backend does, even to its parent. For
// processes with one thread.
Confirmation confirmed(const std::filesystem::path& case_file, const OpenSubject& open,
                       std::chrono::steady_clock::time_point deadline);

}  // namespace vconform::suites
