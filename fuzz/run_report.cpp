#include "fuzz/run_report.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "fuzz/environment.h"
#include "suites/fuzzing/targets/target_keeper.h"
#include "suites/fuzzing/targets/target_process.h"

namespace vconform::fuzz {

namespace {

// The value of a variable, which is erased in place because /proc/self/environ shows it too.
std::string taken_variable(const char* name) {
  char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before there are threads
  if (value == nullptr) {
    return "";
  }
  std::string text(value);
  explicit_bzero(value, text.size());
  unsetenv(name);  // NOLINT(concurrency-mt-unsafe): before there are threads
  return text;
}

}  // namespace

RunReport::RunReport() : process_(getpid()), nonce_(taken_variable("VCONFORM_FUZZ_REPORT")) {
  if (!is_wanted()) {
    return;
  }
  fcntl(suites::kReportDescriptor, F_SETFD, FD_CLOEXEC);
  report_ = identity_of(suites::kReportDescriptor);
  errors_ = identity_of(STDERR_FILENO);
  const std::string flight = text_of_variable("VCONFORM_FUZZ_FLIGHT");
  if (!flight.empty()) {
    flight_ = std::make_unique<suites::FlightFile>(flight, suites::FlightFile::How::kOpen);
  }
  const double seconds = seconds_of_variable("VCONFORM_FUZZ_SECONDS", 0);
  if (seconds > 0) {
    deadline_ =
        Clock::now() + std::chrono::round<Clock::duration>(std::chrono::duration<double>(seconds));
  }
}

RunReport::Identity RunReport::identity_of(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 ? Identity{status.st_dev, status.st_ino} : Identity{};
}

bool RunReport::has_own_descriptors() const {
  return identity_of(suites::kReportDescriptor) == report_ && identity_of(STDERR_FILENO) == errors_;
}

bool RunReport::is_own_process() const {
  return getpid() == process_;
}

void RunReport::say(std::string_view line) const {
  if (!is_wanted() || !is_own_process()) {
    return;
  }
  const std::string text = fmt::format("{} {}\n", nonce_, line);
  // Smaller than PIPE_BUF, so written whole.
  if (!has_own_descriptors() || write(suites::kReportDescriptor, text.data(), text.size()) !=
                                    static_cast<ssize_t>(text.size())) {
    std::_Exit(suites::kReportLost);
  }
}

void RunReport::begin_input(std::span<const std::uint8_t> bytes) const {
  if (flight_ == nullptr || bytes.size() > suites::FlightRecord::kMostBytes) {
    return;
  }
  suites::FlightRecord& record = flight_->record();
  std::copy(bytes.begin(), bytes.end(), record.bytes.begin());
  record.size_and_one = bytes.size() + 1;
}

void RunReport::end_input(bool compared, std::uint64_t elements) const {
  if (flight_ == nullptr) {
    return;
  }
  suites::FlightRecord& record = flight_->record();
  record.inputs += 1;
  record.compared += compared ? 1 : 0;
  record.elements += elements;
  record.size_and_one = 0;
}

void RunReport::enter_backend() const {
  if (flight_ != nullptr) {
    flight_->record().calls += 1;
    flight_->record().in_backend_since = suites::monotonic_now();
  }
}

void RunReport::leave_backend() const {
  if (!is_wanted()) {
    return;
  }
  if (!is_own_process()) {
    std::_Exit(0);
  }
  if (!has_own_descriptors()) {
    std::_Exit(suites::kReportLost);
  }
  if (flight_ != nullptr) {
    flight_->record().in_backend_since = 0;
  }
}

const RunReport& run_report() {
  static const RunReport* const report = new RunReport;
  return *report;
}

}  // namespace vconform::fuzz
