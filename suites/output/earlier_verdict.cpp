#include "suites/output/earlier_verdict.h"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// Not every file system can rename without replacing.
void put_back(const fs::path& place) {
  const fs::path aside = set_aside(place);
  if (renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, place.c_str(), RENAME_NOREPLACE) == 0 ||
      errno != EINVAL) {
    return;
  }
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(place, ignored))) {
    fs::rename(aside, place, ignored);
  }
}

}  // namespace

fs::path set_aside(fs::path place) {
  return place.concat(kSetAside);
}

EarlierVerdict::EarlierVerdict(const fs::path& folder) {
  for (const std::string_view file : kVerdictFiles) {
    fs::path place = folder / file;
    std::error_code error;
    if (fs::is_regular_file(fs::symlink_status(place, error)) &&
        std::rename(place.c_str(), set_aside(place).c_str()) == 0) {
      places_.push_back(std::move(place));
    }
  }
}

EarlierVerdict::~EarlierVerdict() {
  for (const fs::path& place : places_) {
    put_back(place);
  }
}

}  // namespace vconform::suites
