// The memory images while a case is predicted: bytes where the contents are known, expectations
// where a step left more than one possibility.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "oracle/predict/marks.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle {

class SimulatedMemory {
 public:
  // `remembers`: whether something reads what is written. If not, it is dropped, nothing is copied,
  // and `before` must outlive the object.
  SimulatedMemory(const spec::MemoryImage& before, bool remembers) : before_(&before) {
    if (remembers) {
      remember();
    }
  }

  // Before the first write that is to be read.
  void remember() {
    if (!written_) {
      written_ = *before_;
    }
  }
  bool remembers() const { return written_.has_value(); }

  const spec::MemoryImage& image() const { return written_ ? *written_ : *before_; }
  std::uint64_t size(spec::MemoryId memory) const { return image().of(memory).size(); }

  // The result of a read: a pattern or, if something uncertain was written there, the number of its
  // expectation and whether all of it is still there and belongs to just this element in this type.
  struct Found {
    std::optional<std::uint64_t> pattern;
    std::uint32_t expectation = 0;
    bool whole = false;
  };
  Found read(spec::MemoryId memory, Nibble place, const spec::NumberFormat& format) const;

  void write(spec::MemoryId memory, Nibble place, const spec::NumberFormat& format,
             std::uint64_t pattern);
  void write_uncertain(spec::MemoryId memory, Nibble place, const spec::NumberFormat& format,
                       std::uint32_t expectation);

 private:
  const spec::MemoryImage* before_;
  std::optional<spec::MemoryImage> written_;
  // One mark for each nibble: 0 if the byte is known; otherwise the expectation and whether this is
  // the element's first nibble.
  std::array<Marks, spec::kMemoryCount> marks_;
};

// Elements at nibble places, which must lie within `bytes`.
std::uint64_t load_at(std::span<const std::uint8_t> bytes, Nibble place,
                      const spec::NumberFormat& format);
void store_at(std::span<std::uint8_t> bytes, Nibble place, const spec::NumberFormat& format,
              std::uint64_t pattern);

}  // namespace vconform::oracle
