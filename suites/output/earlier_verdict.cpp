#include "suites/output/earlier_verdict.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <utility>
#include <vector>

#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// Puts nothing in place of a newer verdict. Not every file system can rename without replacing.
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

int with_earlier_verdict_aside(const fs::path& folder, const std::function<int()>& run) {
  std::vector<fs::path> places;
  for (const std::string_view file : kVerdictFiles) {
    fs::path place = folder / file;
    std::error_code error;
    if (fs::is_regular_file(fs::symlink_status(place, error)) &&
        std::rename(place.c_str(), set_aside(place).c_str()) == 0) {
      places.push_back(std::move(place));
    }
  }
  try {
    return run();
  } catch (const spec::InputError&) {
    std::ranges::for_each(places, put_back);
    throw;
  } catch (const adapters::LoadError&) {
    std::ranges::for_each(places, put_back);
    throw;
  }
}

}  // namespace vconform::suites
