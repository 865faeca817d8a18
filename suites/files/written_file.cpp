#include "suites/files/written_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "spec/text/error.h"
#include "suites/files/descriptor.h"
#include "suites/files/disk_error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

bool write_all(int file, const std::string& content) {
  std::size_t done = 0;
  while (done < content.size()) {
    const ssize_t size = write(file, content.data() + done, content.size() - done);
    if (size < 0 && errno != EINTR) {
      return false;
    }
    done += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
  }
  return true;
}

// Some file systems cannot sync a file; that is no failure of the disk.
bool synced(int file) {
  return fsync(file) == 0 || errno == EINVAL || errno == EROFS || errno == EOPNOTSUPP;
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// 0, or errno.
int written(const fs::path& path, const std::string& content) {
  unlink(path.c_str());
  Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (file.number() < 0 || !write_all(file.number(), content) || !synced(file.number()) ||
      !file.closed()) {
    return errno;
  }
  return 0;
}

}  // namespace

void sync_folder(const fs::path& folder, std::string_view fix) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() < 0 || !synced(opened.number())) {
    fail_to_write(folder, errno, fix);
  }
}

void write_file(const fs::path& path, const std::string& content, std::string_view fix) {
  fs::path unfinished = path;
  unfinished += kUnfinished;
  int error = written(unfinished, content);
  if (error == 0 && rename(unfinished.c_str(), path.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) {
    unlink(unfinished.c_str());
    fail_to_write(path, error, fix);
  }
  sync_folder(folder_of(path), fix);
}

void expect_place_for_file(const fs::path& path, std::string_view fix) {
  const fs::path folder = folder_of(path);
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error)) {
    refuse_place(path, ENOTDIR, fix);
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse_place(path, errno, fix);
  }
  const fs::file_status there = fs::symlink_status(path, error);
  if (fs::exists(there) && !fs::is_regular_file(there)) {
    throw spec::InputError(
        fmt::format("{} is not a plain file; {}", in_quotes(path.string()), fix));
  }
  if (path.filename().empty()) {
    refuse_place(path, EISDIR, fix);
  }
}

void make_folder(const fs::path& folder, std::string_view fix) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    refuse_place(folder, error.value(), fix);
  }
  if (!fs::is_directory(folder, error)) {
    throw spec::InputError(
        fmt::format("cannot write to {}: it is no folder; {}", in_quotes(folder.string()), fix));
  }
  if (access(folder.c_str(), W_OK | X_OK) != 0) {
    refuse_place(folder, errno, fix);
  }
}

}  // namespace vconform::suites
