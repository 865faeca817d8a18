// What a target tells the command fuzz: the input and the call of the backend that it is at, what
// it has done, and, last of all, that it ends because it has done all that it was asked to.
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

// Where the target was not started by the command it tells nothing.
class RunReport {
 public:
  // From VCONFORM_FUZZ_REPORT, which is then wiped out: what is loaded later must not read the word
  // that makes a line a report; VCONFORM_FUZZ_FLIGHT; and VCONFORM_FUZZ_SECONDS. Throws
  // spec::InputError or std::system_error.
  RunReport();

  bool is_wanted() const { return !nonce_.empty(); }

  // One line. Ends the process where its descriptors are no longer its own: it would work on in
  // silence.
  void say(std::string_view line) const;

  void begin_input(std::span<const std::uint8_t> bytes) const;
  void end_input(bool compared, std::uint64_t elements) const;

  // Around each call of the backend. A process that the backend has forked, and that comes back
  // from the call too, ends here.
  void enter_backend() const;
  void leave_backend() const;

  // The time that the process was given.
  bool is_over() const { return deadline_ && Clock::now() >= *deadline_; }
  // When to stop making findings smaller; none where it was given no time.
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline() const { return deadline_; }

  // Whether this is the process that was started.
  bool is_own_process() const;

 private:
  bool has_own_descriptors() const;

  pid_t process_;
  std::string nonce_;
  // Device and number of the descriptors that it says things on.
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

// That of this process.
const RunReport& run_report();

}  // namespace vconform::fuzz
