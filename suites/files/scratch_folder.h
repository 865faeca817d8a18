// A temporary folder of one run: PLACE/PREFIX-XXXXXX, locked while the run lives.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace vconform::suites {

// The folder is removed by the destructor. A run that was killed leaves it behind; the next
// ScratchFolder with that prefix and place removes it. Whether a run lives is told by an flock on
// the file `lock` in its folder, which ends with the process, however that ends. Folders of other
// users, folders without a lock file and symbolic links are left alone.
class ScratchFolder {
 public:
  // In the temporary directory (TMPDIR), unless `place` is given. Throws spec::InputError where
  // there is no such place or it is not writable, std::system_error where the disk fails.
  explicit ScratchFolder(std::string_view prefix, std::filesystem::path place = {});
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  // False where another run took it for a dead one's before it was locked.
  bool make(const std::string& pattern);

  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace vconform::suites
