#include "suites/findings/flight_record.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <new>
#include <system_error>

namespace vconform::suites {

namespace {

[[noreturn]] void cannot(const char* what, const std::filesystem::path& file) {
  throw std::system_error(errno, std::generic_category(), std::string(what) + " " + file.string());
}

}  // namespace

std::int64_t monotonic_now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

FlightFile::FlightFile(const std::filesystem::path& file, How how) {
  const int made = how == How::kMake ? O_CREAT | O_EXCL : 0;
  const int descriptor = open(file.c_str(), O_RDWR | O_CLOEXEC | made, 0600);
  if (descriptor < 0) {
    cannot("cannot open", file);
  }
  // Allocated now: on a full disk, a store into a hole of the file would be a SIGBUS.
  const int problem = how == How::kMake ? posix_fallocate(descriptor, 0, sizeof(FlightRecord)) : 0;
  void* mapped = problem != 0 ? MAP_FAILED
                              : mmap(nullptr, sizeof(FlightRecord), PROT_READ | PROT_WRITE,
                                     MAP_SHARED, descriptor, 0);
  errno = problem != 0 ? problem : errno;
  close(descriptor);
  if (mapped == MAP_FAILED) {
    cannot("cannot map", file);
  }
  record_ = how == How::kMake ? new (mapped) FlightRecord{} : static_cast<FlightRecord*>(mapped);
}

FlightFile::~FlightFile() {
  munmap(record_, sizeof(FlightRecord));
}

std::optional<std::vector<std::uint8_t>> unfinished_input(const FlightRecord& record) {
  const std::uint64_t size_and_one = record.size_and_one;
  if (size_and_one == 0 || size_and_one - 1 > FlightRecord::kMostBytes) {
    return std::nullopt;
  }
  const auto begin = record.bytes.begin();
  return std::vector<std::uint8_t>(begin, begin + static_cast<std::ptrdiff_t>(size_and_one - 1));
}

double seconds_in_backend(const FlightRecord& record) {
  const std::int64_t since = record.in_backend_since;
  constexpr double kNanoseconds = 1e9;
  return since <= 0 ? 0
                    : static_cast<double>(std::max<std::int64_t>(0, monotonic_now() - since)) /
                          kNanoseconds;
}

}  // namespace vconform::suites
