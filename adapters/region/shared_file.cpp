#include "adapters/region/shared_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace vconform::adapters {

SharedFile::SharedFile(std::uint64_t bytes)
    : descriptor_(memfd_create("vconform", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (descriptor_ < 0) {
    throw std::system_error(errno, std::generic_category(), "memory to share with a worker");
  }
  if (ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) {
    const int error = errno;
    close(descriptor_);
    throw std::system_error(
        error, std::generic_category(),
        "memory to share with a worker, " + std::to_string(bytes) + " bytes" +
            (error == EFBIG ? " (the shell limits the size of files: ulimit -f unlimited)" : ""));
  }
  // Fails only if the kernel has no seals.
  fcntl(descriptor_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

SharedFile::~SharedFile() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

SharedFile::SharedFile(SharedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

}  // namespace vconform::adapters
