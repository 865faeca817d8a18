// Counts SIGINT, SIGTERM and SIGHUP: how often was this process asked to end?
#pragma once

#include <array>
#include <csignal>

namespace vconform::suites {

// While one exists, these signals do not end the process; they interrupt blocking calls.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int count() const;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace vconform::suites
