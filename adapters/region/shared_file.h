// Memory of a fixed size that another program can map too: a file without a name.
#pragma once

#include <cstdint>

namespace vconform::adapters {

class SharedFile {
 public:
  // Makes a file of zeros; untouched pages cost nothing. It is sealed: the other program can write
  // to it, but not change its size, which would end processes that read it. Throws
  // std::system_error.
  explicit SharedFile(std::uint64_t bytes);
  // Takes over the descriptor of a file that another program made.
  static SharedFile adopted(int descriptor) { return SharedFile(Descriptor{descriptor}); }
  ~SharedFile();
  SharedFile(SharedFile&& other) noexcept;
  SharedFile& operator=(SharedFile&&) = delete;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  struct Descriptor {
    int number;
  };
  explicit SharedFile(Descriptor descriptor) : descriptor_(descriptor.number) {}

  int descriptor_;
};

}  // namespace vconform::adapters
