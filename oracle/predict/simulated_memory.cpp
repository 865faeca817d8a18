#include "oracle/predict/simulated_memory.h"

#include <cassert>

namespace vconform::oracle {

namespace {

constexpr std::uint64_t kBitsPerNibble = 4;

std::uint64_t nibbles_of(const spec::NumberFormat& format) {
  return static_cast<std::uint64_t>(format.bits) / kBitsPerNibble;
}

// A mark holds the expectation, the element's type, so that a read as another type is detected, and
// whether the nibble is the element's first. A world has at most a few expectations for each of
// kMostElements.
constexpr int kExpectationShift = 6;
std::uint32_t mark(std::uint32_t expectation, const spec::NumberFormat& format, bool first) {
  const auto type = static_cast<std::uint32_t>(format.type);
  assert(type < 16 && expectation < 1u << (32 - kExpectationShift));
  return expectation << kExpectationShift | type << 2 | (first ? 2u : 0u) | 1u;
}
std::uint32_t expectation_of(std::uint32_t mark) {
  return mark >> kExpectationShift;
}

}  // namespace

std::uint64_t load_at(std::span<const std::uint8_t> bytes, Nibble place,
                      const spec::NumberFormat& format) {
  return spec::load_element(bytes, place / kNibblesPerByte, format, place % kNibblesPerByte);
}

void store_at(std::span<std::uint8_t> bytes, Nibble place, const spec::NumberFormat& format,
              std::uint64_t pattern) {
  spec::store_element(bytes, place / kNibblesPerByte, format, place % kNibblesPerByte, pattern);
}

SimulatedMemory::Found SimulatedMemory::read(spec::MemoryId memory, Nibble place,
                                             const spec::NumberFormat& format) const {
  const Marks& marks = marks_[static_cast<std::size_t>(memory)];
  const std::uint64_t count = marks.empty() ? 0 : nibbles_of(format);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (const std::uint32_t found = marks.at(place + i); found != 0) {
      const std::uint32_t expectation = expectation_of(found);
      bool whole = marks.at(place) == mark(expectation, format, true);
      for (std::uint64_t other = 1; other < count; ++other) {
        whole = whole && marks.at(place + other) == mark(expectation, format, false);
      }
      return {std::nullopt, expectation, whole};
    }
  }
  return {load_at(image().of(memory), place, format)};
}

void SimulatedMemory::write(spec::MemoryId memory, Nibble place, const spec::NumberFormat& format,
                            std::uint64_t pattern) {
  if (!remembers()) {
    return;
  }
  store_at(written_->of(memory), place, format, pattern);
  Marks& marks = marks_[static_cast<std::size_t>(memory)];
  const std::uint64_t count = marks.empty() ? 0 : nibbles_of(format);
  for (std::uint64_t i = 0; i < count; ++i) {
    marks.clear(place + i);
  }
}

void SimulatedMemory::write_uncertain(spec::MemoryId memory, Nibble place,
                                      const spec::NumberFormat& format, std::uint32_t expectation) {
  if (!remembers()) {
    return;
  }
  Marks& marks = marks_[static_cast<std::size_t>(memory)];
  for (std::uint64_t i = 0; i < nibbles_of(format); ++i) {
    marks.set(place + i, mark(expectation, format, i == 0));
  }
}

}  // namespace vconform::oracle
