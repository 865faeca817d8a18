// Memory of a size that stays, which another program can map too: a file without a name.
#pragma once

#include <cstdint>

namespace vconform::adapters {

class SharedFile {
 public:
  // Makes one that holds zeros. Pages that are not touched cost nothing. It is sealed: whoever has
  // its descriptor can write to it, but not change its size, which would end those that read it.
  // Throws std::system_error.
  explicit SharedFile(std::uint64_t bytes);
  // Takes over the descriptor of one that another program made.
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
