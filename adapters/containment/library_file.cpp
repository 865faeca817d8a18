#include "adapters/containment/library_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "adapters/load_error.h"

namespace vconform::adapters {

namespace {

const char* kind_of(mode_t mode) {
  return S_ISDIR(mode)    ? "a folder"
         : S_ISFIFO(mode) ? "a FIFO"
         : S_ISSOCK(mode) ? "a socket"
                          : "a device";
}

}  // namespace

void check_library_file(const std::string& path) {
  struct stat found{};
  if (stat(path.c_str(), &found) != 0) {
    throw LoadError(errno == ENOENT
                        ? path + ": no such file: check the path of the library"
                        : path + ": " + std::strerror(errno) + ": check the path of the library");
  }
  if (!S_ISREG(found.st_mode)) {
    throw LoadError(path + ": " + kind_of(found.st_mode) +
                    ", not a shared library: name the file of the library");
  }
  if (access(path.c_str(), R_OK) != 0) {
    throw LoadError(path + ": " + std::strerror(errno) + ": make the library readable");
  }
}

}  // namespace vconform::adapters
