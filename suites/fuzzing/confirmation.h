// A case run again, alone: in a child of this process, with a worker of its own.
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
    kNoCase,  // the file cannot be read as a case
    kNone,    // no answer: there was no time, or the child has been ended
  };
  Kind kind = Kind::kNone;
  // Where it fails.
  std::vector<Deviation> deviations;
  // Of the other kinds, one line.
  std::string why;
};

// Opens the backend, in the child; it may throw.
using OpenSubject = std::function<Subject()>;

// Whatever the backend does, to its parent too, this ends at `deadline` and says what came of it.
// For processes with one thread.
Confirmation confirmed(const std::filesystem::path& case_file, const OpenSubject& open,
                       std::chrono::steady_clock::time_point deadline);

}  // namespace vconform::suites
