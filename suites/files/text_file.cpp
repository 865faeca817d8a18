#include "suites/files/text_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "spec/text/error.h"
#include "suites/files/disk_error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

constexpr int kMostWaitMilliseconds = 60'000;

// An open file, closed by the destructor.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : number_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {
    struct stat about{};
    if (number_ < 0 || fstat(number_, &about) != 0) {
      throw spec::InputError("no such file, or no permission");
    }
    if (S_ISDIR(about.st_mode)) {
      close(number_);
      throw spec::InputError("it is a folder");
    }
  }
  ~OpenFile() { close(number_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  // Returns 0 at the end.
  std::size_t read_some(char* data, std::size_t size, const std::string& path) const {
    while (true) {
      const ssize_t count = read(number_, data, size);
      if (count >= 0) {
        return static_cast<std::size_t>(count);
      }
      if (errno == EAGAIN) {
        wait();
      } else if (errno != EINTR) {
        throw DiskError("cannot read " + in_quotes(path) + ": " + error_text(errno));
      }
    }
  }

 private:
  void wait() const {
    pollfd ready{number_, POLLIN, 0};
    if (poll(&ready, 1, kMostWaitMilliseconds) == 0) {
      throw spec::InputError("nothing comes out of it");
    }
  }

  int number_;
};

}  // namespace

std::string text_of_file(const std::string& path, std::size_t most_bytes) {
  const OpenFile file(path);
  std::string text;
  std::array<char, 65536> buffer;
  while (text.size() <= most_bytes) {
    const std::size_t wanted = std::min(buffer.size(), most_bytes + 1 - text.size());
    const std::size_t size = file.read_some(buffer.data(), wanted, path);
    if (size == 0) {
      break;
    }
    text.append(buffer.data(), size);
  }
  return text;
}

}  // namespace vconform::suites
