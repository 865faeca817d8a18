// What is thrown when a file or folder fails us that nobody named wrongly: a full disk, a quota, an
// error of the device. The program ends with exit code 4 then, and a verdict that was printed
// before stands.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace vconform::suites {

class DiskError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "No space left on device (ENOSPC)".
std::string error_text(int error);

// Throws DiskError: "cannot write to 'x.json': No space left on device (ENOSPC); FIX".
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error, std::string_view fix);

// For a place that a user named and nothing was written to yet: spec::InputError where it is the
// wrong one (no such folder, no permission, read-only and so on), DiskError otherwise.
[[noreturn]] void refuse_place(const std::filesystem::path& path, int error, std::string_view fix);

}  // namespace vconform::suites
