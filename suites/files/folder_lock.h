// Reserves a folder for one run at a time.
#pragma once

#include <filesystem>

namespace vconform::suites {

// An advisory lock on the file `.lock` in the folder; the file stays there. Forked processes do not
// hold the lock, so a run can be continued as soon as it was killed. On a file system without
// locks, standard error says so once and nothing is held.
class FolderLock {
 public:
  // Throws spec::InputError if another run holds the folder for two seconds or the place is wrong,
  // otherwise DiskError.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace vconform::suites
