#include "spec/number/word_fields.h"

#include <fmt/format.h>

namespace vconform::spec {

namespace {

std::string value_text(const WordField& field, std::uint64_t value) {
  return field.bits == 1 ? fmt::format("{}={}", field.name, value)
                         : fmt::format("{}={:#0{}x}", field.name, value, (field.bits + 3) / 4 + 2);
}

}  // namespace

std::string word_text(Word word, std::uint64_t value) {
  std::string text;
  for (const WordField& field : kWordFields) {
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
