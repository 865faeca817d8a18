// The part of a certificate that differs between equal runs: time, machine and circumstances. It is
// digested and signed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

// The mode of results that came as files.
inline constexpr std::string_view kSuppliedMode = "supplied";

struct RunPart {
  // UTC, such as "2026-01-31T09:08:07Z".
  std::string started = "1970-01-01T00:00:00Z";
  double seconds = 0;
  // "copied": the memory images of each case are judged in a copy that the backend cannot reach;
  // "shared" (--in-process): they are judged in the memory shared with the worker; "supplied": they
  // came as files.
  std::string mode = "copied";
  std::uint64_t jobs = 1;
  // "sha256:" and 64 hexadecimal digits over the file that the backend was loaded from, or over the
  // results that came as files; empty if there is none.
  std::string library;

  // As uname() reports; the processor model is empty if the system does not name it.
  std::string system;
  std::string release;
  std::string architecture;
  std::string processor;
  std::uint64_t processors = 1;

  // Incidents of workers that were no verdict of a case.
  std::uint64_t restarts = 0;
  std::uint64_t unconfirmed_timeouts = 0;
  std::uint64_t outside_kills = 0;

  // One line for each measure of containment, whether it held here or not.
  std::vector<std::string> containment;
};

// The part of a plan that was run, --budget: the first units of budget_plan(), and the others.
struct Budgeted {
  std::uint64_t units = 0;
  std::uint64_t units_left_out = 0;
};

// Results that were supplied as files. Not of the part that differs: equal files give equal ones.
struct Supplied {
  // The first units of supplied_plan(), whose programs were exported, and the others of the same
  // rows, which did not fit and are not judged. Rows without an exported unit are not claimed.
  std::uint64_t units = 0;
  std::uint64_t units_left_out = 0;
  // The programs, and those that came back with a result.
  std::uint64_t programs = 0;
  std::uint64_t returned = 0;
};

// The current time and this machine; other fields have their defaults.
RunPart run_on_this_machine();

}  // namespace vconform::suites
