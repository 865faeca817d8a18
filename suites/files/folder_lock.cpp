#include "suites/files/folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kFix = "name another folder with --out";

std::vector<int>& held_locks() {
  static std::vector<int> held;
  return held;
}

// An flock belongs to all processes that have the open file: a judge that outlives its parent for a
// moment would keep the next run out.
void close_in_forked_processes() {
  static const int registered = pthread_atfork(nullptr, nullptr, [] {
    for (const int file : held_locks()) {
      close(file);
    }
    held_locks().clear();
  });
  static_cast<void>(registered);
}

bool has_no_locks(int error) {
  return error == ENOLCK || error == EOPNOTSUPP || error == ENOSYS || error == EINVAL;
}

// 0, or errno. A process that a killed run had just forked holds the lock until it is scheduled for
// the first time, which takes a while on a busy machine, where so many attempts take longer too.
int lock_file(int file) {
  constexpr int kMostAttempts = 100;
  for (int attempts = 1; flock(file, LOCK_EX | LOCK_NB) != 0; ++attempts) {
    if (errno != EINTR && (errno != EWOULDBLOCK || attempts >= kMostAttempts)) {
      return errno;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return 0;
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / ".lock";
  file_ =
      open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  if (file_ < 0) {
    refuse_place(path, errno, kFix);
  }
  struct stat about{};
  const bool is_plain = fstat(file_, &about) == 0 && S_ISREG(about.st_mode);
  const int error = is_plain ? lock_file(file_) : 0;
  if (is_plain && error != EWOULDBLOCK) {
    if (has_no_locks(error)) {
      fmt::print(stderr,
                 "vconform: {} cannot be locked: {}; see to it that no other run writes to it\n",
                 in_quotes(folder.string()), error_text(error));
    }
    close_in_forked_processes();
    held_locks().push_back(file_);
    return;
  }
  close(file_);
  if (!is_plain) {
    throw spec::InputError(
        fmt::format("{} is not a plain file: remove it, or {}", in_quotes(path.string()), kFix));
  }
  throw spec::InputError(fmt::format("another run is writing to {}: wait for it, or {}",
                                     in_quotes(folder.string()), kFix));
}

FolderLock::~FolderLock() {
  std::erase(held_locks(), file_);
  close(file_);
}

}  // namespace vconform::suites
