#include "spec/case/memory_image.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

namespace vconform::spec {

namespace {

std::uint64_t magnitude_of(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? ~bits + 1 : bits;
}

int width_of(std::uint64_t magnitude) {
  return 64 - std::countl_zero(magnitude);
}

}  // namespace

bool represents_integer(const NumberFormat& format, std::int64_t value) {
  const std::uint64_t magnitude = magnitude_of(value);
  if (format.is_floating()) {
    const int significant =
        width_of(magnitude) - (magnitude == 0 ? 0 : std::countr_zero(magnitude));
    return significant <= format.precision() && width_of(magnitude) - 1 <= format.max_exponent();
  }
  if (!format.is_signed()) {
    return value >= 0 && magnitude <= format.pattern_mask();
  }
  return value < 0 ? magnitude <= format.sign_mask() : magnitude < format.sign_mask();
}

std::uint64_t pattern_of_integer(const NumberFormat& format, std::int64_t value) {
  assert(represents_integer(format, value));
  if (!format.is_floating()) {
    return static_cast<std::uint64_t>(value) & format.pattern_mask();
  }
  if (value == 0) {
    return 0;
  }
  const std::uint64_t magnitude = magnitude_of(value);
  const int exponent = width_of(magnitude) - 1;
  const std::uint64_t aligned = magnitude << (63 - exponent) >> (63 - format.fraction_bits);
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent + format.bias());
  return (value < 0 ? format.sign_mask() : 0) | (biased << format.fraction_bits) |
         (aligned & format.fraction_mask());
}

namespace {

// The first `size` bytes of the background, kept between calls: memories are filled for each case.
std::span<const std::uint8_t> background(std::uint64_t size) {
  static std::vector<std::uint8_t> bytes;
  while (bytes.size() < size) {
    bytes.push_back(background_byte(bytes.size()));
  }
  return std::span(bytes).first(size);
}

}  // namespace

void place(const PlaceNumbers& numbers, std::span<std::uint8_t> memory) {
  const NumberFormat& format = format_of(numbers.type);
  const std::uint64_t period = std::min(numbers.modulus, numbers.count);
  // The first period; the rest repeats its bytes, except for elements that are smaller than one.
  const std::uint64_t stored = format.bits < 8 ? numbers.count : period;
  for (std::uint64_t i = 0; i < stored; ++i) {
    const auto above = static_cast<std::int64_t>(i % period);
    store_element(memory, numbers.at.offset, format, i,
                  pattern_of_integer(format, numbers.low + above));
  }
  std::uint8_t* first = memory.data() + numbers.at.offset;
  for (std::uint64_t done = stored; done < numbers.count; done += done) {
    const std::uint64_t more = std::min(done, numbers.count - done);
    std::memcpy(first + byte_count(format, done), first, byte_count(format, more));
  }
}

void place(const PlacePatterns& patterns, std::span<std::uint8_t> memory) {
  const NumberFormat& format = format_of(patterns.type);
  for (std::uint64_t i = 0; i < patterns.count; ++i) {
    const std::uint64_t pattern = patterns.first + i * patterns.step;
    store_element(memory, patterns.at.offset, format, i, pattern & format.pattern_mask());
  }
}

void place(const PlaceElement& element, std::span<std::uint8_t> memory) {
  store_element(memory, element.at.offset, format_of(element.type), element.index, element.pattern);
}

MemoryView view_of(const MemoryImage& image) {
  MemoryView view;
  std::ranges::transform(image.bytes, view.bytes.begin(), [](const MemoryBytes& bytes) {
    return std::span(bytes.data(), bytes.size());
  });
  return view;
}

MemoryImage copy_of(const MemoryView& view) {
  MemoryImage image;
  for (std::size_t id = 0; id < kMemoryCount; ++id) {
    image.bytes[id].assign(view.bytes[id]);
  }
  return image;
}

MemoryImage initial_image(const Case& test_case) {
  MemoryImage image;
  for (const CaseMemory& memory : test_case.memories) {
    if (memory.is_sparse) {
      image.of(memory.id) = MemoryBytes::sparse(memory.size);
    } else {
      image.of(memory.id).assign(background(memory.size));
    }
  }
  for (const Placement& placement : test_case.placements) {
    std::visit([&](const auto& what) { place(what, image.of(what.at.memory)); }, placement);
  }
  return image;
}

}  // namespace vconform::spec
