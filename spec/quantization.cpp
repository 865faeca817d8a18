#include "spec/quantization.h"

#include <fmt/format.h>

namespace vconform::spec {

namespace {

std::string value_text(const ScaleField& field, std::uint64_t value) {
  return field.bits == 1 ? fmt::format("{}={}", field.name, value)
                         : fmt::format("{}={:#0{}x}", field.name, value, (field.bits + 3) / 4 + 2);
}

}  // namespace

std::string scale_text(ScaleWord word, std::uint64_t value) {
  std::string text;
  for (const ScaleField& field : kScaleFields) {
    if (field.word == word) {
      text += (text.empty() ? "" : " ") + value_text(field, field.of(value));
    }
  }
  if (const std::uint64_t reserved = value & reserved_bits(word)) {
    text += fmt::format(" reserved={:#x}", reserved);
  }
  return text;
}

}  // namespace vconform::spec
