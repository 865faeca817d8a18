// Holds a folder for one run at a time.
#pragma once

#include <filesystem>

namespace vconform::suites {

// An advisory lock on the file `.lock` in the folder, which stays there. Of this process alone: a
// process that it forks does not hold it on, so that a run can be continued as soon as it was
// killed. Where the file system knows no locks, standard error says so once and nothing is held.
class FolderLock {
 public:
  // Throws spec::InputError where another run holds it or the place is wrong, DiskError otherwise.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

}  // namespace vconform::suites
