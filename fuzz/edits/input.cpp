#include "fuzz/edits/input.h"

#include <cassert>

#include "generators/choices/byte_source.h"

namespace vconform::fuzz {

namespace {

void append(std::vector<std::uint8_t>& bytes, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }
}

Edit read_edit(generators::ByteSource& source) {
  Edit edit;
  edit.change = static_cast<std::uint8_t>(source.bits(8));
  edit.amount = static_cast<std::uint8_t>(source.bits(8));
  edit.knob = static_cast<std::uint16_t>(source.bits(16));
  edit.value = static_cast<std::uint32_t>(source.bits(32));
  return edit;
}

}  // namespace

Input decoded(std::span<const std::uint8_t> bytes) {
  generators::ByteSource source(bytes);
  Input input;
  const std::uint64_t edits = source.bits(8) % (kMostEdits + 1);
  for (std::uint64_t i = 0; i < edits; ++i) {
    input.edits.push_back(read_edit(source));
  }
  const auto rest = bytes.last(source.left());
  input.choices.assign(rest.begin(), rest.end());
  return input;
}

std::vector<std::uint8_t> encoded(const Input& input) {
  assert(input.edits.size() <= kMostEdits);
  std::vector<std::uint8_t> bytes;
  append(bytes, input.edits.size(), 1);
  for (const Edit& edit : input.edits) {
    append(bytes, edit.change, 1);
    append(bytes, edit.amount, 1);
    append(bytes, edit.knob, 2);
    append(bytes, edit.value, 4);
  }
  bytes.insert(bytes.end(), input.choices.begin(), input.choices.end());
  return bytes;
}

}  // namespace vconform::fuzz
