// The part of a certificate that differs from run to run: when, where and under which
// circumstances. It is digested and signed, but no part of what equal runs have in common.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vconform::suites {

struct RunPart {
  // UTC, "2026-01-31T09:08:07Z".
  std::string started = "1970-01-01T00:00:00Z";
  double seconds = 0;
  // "copied": the memories of each case are judged in a copy, which the backend cannot reach;
  // "shared" (--in-process): where they stand.
  std::string mode = "copied";
  std::uint64_t jobs = 1;
  // "sha256:" and 64 hexadecimal digits, over the file that the backend was loaded from; empty
  // where it was loaded from none.
  std::string library;

  // As uname() says; the model of the processor is empty where the system does not name it.
  std::string system;
  std::string release;
  std::string architecture;
  std::string processor;
  std::uint64_t processors = 1;

  // What happened to workers that was no verdict of a case.
  std::uint64_t restarts = 0;
  std::uint64_t unconfirmed_timeouts = 0;
  std::uint64_t outside_kills = 0;

  // One line for each means of containment: which held here, and which did not.
  std::vector<std::string> containment;
};

// With the time and the machine of now; the rest as above.
RunPart run_on_this_machine();

}  // namespace vconform::suites
