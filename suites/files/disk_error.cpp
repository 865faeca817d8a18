#include "suites/files/disk_error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// Errors that mean that a user named the wrong place.
constexpr std::array kWrongPlace = {ENOENT,       ENOTDIR, EISDIR, EACCES, EPERM,  EROFS,    ELOOP,
                                    ENAMETOOLONG, EEXIST,  EINVAL, ENXIO,  ENODEV, ENOTEMPTY};

// Errors that another place would have, too.
struct Shortage {
  int error;
  std::string_view fix;
};
constexpr std::array<Shortage, 3> kShortages = {{
    {EMFILE, "raise the limit of open files (ulimit -n), or use fewer --jobs"},
    {ENFILE, "close files of other programs, or use fewer --jobs"},
    {ENOMEM, "free memory, or use fewer --jobs"},
}};

std::string text_of(const std::filesystem::path& path, int error, std::string_view fix) {
  const auto shortage = std::ranges::find(kShortages, error, &Shortage::error);
  return fmt::format("cannot write to {}: {}; {}", in_quotes(path.string()), error_text(error),
                     shortage == kShortages.end() ? fix : shortage->fix);
}

}  // namespace

std::string error_text(int error) {
  const char* name = strerrorname_np(error);
  return fmt::format("{} ({})", strerrordesc_np(error) == nullptr ? "?" : strerrordesc_np(error),
                     name == nullptr ? std::to_string(error) : name);
}

void fail_to_write(const std::filesystem::path& path, int error, std::string_view fix) {
  throw DiskError(text_of(path, error, fix));
}

void refuse_place(const std::filesystem::path& path, int error, std::string_view fix) {
  if (std::find(kWrongPlace.begin(), kWrongPlace.end(), error) != kWrongPlace.end()) {
    throw spec::InputError(text_of(path, error, fix));
  }
  fail_to_write(path, error, fix);
}

}  // namespace vconform::suites
