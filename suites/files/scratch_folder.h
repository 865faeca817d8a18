// A temporary folder of one run: PLACE/PREFIX-XXXXXX, locked while the run lives.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vconform::suites {

// The destructor removes the folder. A run that was killed leaves it behind, and the next
// ScratchFolder with that prefix and place removes it. A run lives while it holds an flock on the
// file `lock` in its folder; the lock ends with the process, however that ends. Folders of other
// users, folders without a lock file and symbolic links are left alone.
class ScratchFolder {
 public:
  // Made in the temporary directory (TMPDIR) unless `place` is given. Throws spec::InputError if
  // the place is missing or not writable, std::system_error if the disk fails.
  explicit ScratchFolder(std::string_view prefix, std::filesystem::path place = {});
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  // False if another run took the folder for abandoned before it was locked.
  bool make(const std::string& pattern);

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace vconform::suites
