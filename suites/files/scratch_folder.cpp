#include "suites/files/scratch_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/descriptor.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLock = "lock";
// The number of X that mkdtemp replaces.
constexpr std::size_t kRandomCharacters = 6;

fs::path temporary_directory() {
  std::error_code error;
  fs::path place = fs::temp_directory_path(error);
  if (error) {
    const char* name = std::getenv("TMPDIR");
    throw spec::InputError(fmt::format("TMPDIR '{}': {}; name a folder that can be written",
                                       name == nullptr ? "" : name, error.message()));
  }
  return place;
}

bool is_name_with(std::string_view prefix, std::string_view name) {
  return name.size() == prefix.size() + 1 + kRandomCharacters && name.starts_with(prefix) &&
         name[prefix.size()] == '-';
}

bool is_own(int descriptor) {
  struct stat status{};
  return fstat(descriptor, &status) == 0 && status.st_uid == geteuid();
}

// A locked descriptor of the lock file of a folder whose run has ended, else -1. Follows no links.
int lock_of_dead_run(const fs::path& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (opened.number() < 0 || !is_own(opened.number())) {
    return -1;
  }
  // We make only plain files here, and opening a FIFO would block.
  Descriptor lock(openat(opened.number(), kLock, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  const bool is_dead = lock.number() >= 0 && is_own(lock.number()) &&
                       fstat(lock.number(), &status) == 0 && S_ISREG(status.st_mode) &&
                       flock(lock.number(), LOCK_EX | LOCK_NB) == 0;
  return is_dead ? lock.release() : -1;
}

void remove_folders_of_dead_runs(std::string_view prefix, const fs::path& place) {
  std::error_code ignored;
  std::vector<fs::path> candidates;
  for (const fs::directory_entry& entry : fs::directory_iterator(place, ignored)) {
    if (is_name_with(prefix, entry.path().filename().string())) {
      candidates.push_back(entry.path());
    }
  }
  for (const fs::path& folder : candidates) {
    const Descriptor lock(lock_of_dead_run(folder));
    if (lock.number() >= 0) {
      // The lock is held meanwhile, so that two runs do not remove the folder at once.
      fs::remove_all(folder, ignored);
    }
  }
}

[[noreturn]] void cannot_make(const std::string& what) {
  const int why = errno;
  for (const int by_user : {ENOENT, ENOTDIR, EACCES, EPERM, EROFS, ENAMETOOLONG}) {
    if (why == by_user) {
      throw spec::InputError(
          fmt::format("cannot make a folder '{}': {}; name a place for it with "
                      "TMPDIR",
                      what, std::strerror(why)));
    }
  }
  throw std::system_error(why, std::generic_category(), "cannot make a folder '" + what + "'");
}

}  // namespace

ScratchFolder::ScratchFolder(std::string_view prefix, fs::path place) {
  if (place.empty()) {
    place = temporary_directory();
  }
  remove_folders_of_dead_runs(prefix, place);
  const std::string pattern = (place / fmt::format("{}-XXXXXX", prefix)).string();
  while (!make(pattern)) {
  }
}

bool ScratchFolder::make(const std::string& pattern) {
  std::string name = pattern;
  if (mkdtemp(name.data()) == nullptr) {
    cannot_make(pattern);
  }
  path_ = name;
  const fs::path file = path_ / kLock;
  lock_ = open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (lock_ < 0) {
    const int why = errno;
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    errno = why;
    cannot_make(file.string());
  }
  // On a file system without locks no run can lock the folder to remove it either.
  const bool is_taken = flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat status{};
  if (!is_taken && fstat(lock_, &status) == 0 && status.st_nlink > 0) {
    return true;
  }
  close(lock_);
  lock_ = -1;
  return false;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  close(lock_);
}

}  // namespace vconform::suites
