// The error for a failing file or folder that no user named wrongly: a full disk, a quota, a
// device. The program then ends with exit code 4, and a verdict that was printed before stands.
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

// Such as "No space left on device (ENOSPC)".
std::string error_text(int error);

// Throws DiskError: "cannot write to 'x.json': No space left on device (ENOSPC); FIX".
[[noreturn]] void fail_to_write(const std::filesystem::path& path, int error, std::string_view fix);

// For a place that a user named and that nothing was written to yet. Throws spec::InputError if it
// is the wrong place (no such folder, no permission, read-only and so on), otherwise DiskError.
[[noreturn]] void refuse_place(const std::filesystem::path& path, int error, std::string_view fix);

}  // namespace vconform::suites
