// Reports of a target to the command fuzz: the current input and backend call, statistics, and at
// last that it is done.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "suites/findings/flight_record.h"

namespace vconform::fuzz {

// Reports nothing if the command did not start the target.
class RunReport {
 public:
  // Reads VCONFORM_FUZZ_REPORT, the word that makes a line a report, and erases it, so that code
  // loaded later cannot read it; also VCONFORM_FUZZ_FLIGHT and VCONFORM_FUZZ_SECONDS. Throws
  // spec::InputError or std::system_error.
  RunReport();

  bool is_wanted() const { return !nonce_.empty(); }

  // Reports one line. Ends the process if its descriptors are no longer its own, since it would go
  // on unheard.
  void say(std::string_view line) const;

  void begin_input(std::span<const std::uint8_t> bytes) const;
  void end_input(bool compared, std::uint64_t elements) const;

  // To be called around each call of the backend. Ends the process if the backend has forked it and
  // it, too, returns from the call.
  void enter_backend() const;
  void leave_backend() const;

  // Whether the time of the process is over.
  bool is_over() const { return deadline_ && Clock::now() >= *deadline_; }
  // The time to stop making findings smaller; nullopt if none was given.
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline() const { return deadline_; }

  // Whether this is the process that was started.
  bool is_own_process() const;

 private:
  bool has_own_descriptors() const;

  pid_t process_;
  std::string nonce_;
  // Device and inode of a descriptor for reports.
  struct Identity {
    std::uint64_t device = 0;
    std::uint64_t number = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  static Identity identity_of(int descriptor);
  Identity report_;
  Identity errors_;
  std::unique_ptr<suites::FlightFile> flight_;
  std::optional<Clock::time_point> deadline_;
};

// The report of this process.
const RunReport& run_report();

}  // namespace vconform::fuzz
