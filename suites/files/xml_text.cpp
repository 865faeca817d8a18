#include "suites/files/xml_text.h"

#include <array>
#include <cstdint>
#include <optional>

namespace vconform::suites {

namespace {

// A UTF-8 form: the lead byte of characters with this many bytes, and the smallest code that needs
// them all.
struct Form {
  std::size_t bytes;
  std::uint8_t mask;
  std::uint8_t lead;
  char32_t smallest;
};
constexpr std::array<Form, 4> kForms = {{
    {1, 0x80, 0x00, 0},
    {2, 0xe0, 0xc0, 0x80},
    {3, 0xf0, 0xe0, 0x800},
    {4, 0xf8, 0xf0, 0x10000},
}};

struct Character {
  char32_t code;
  std::size_t bytes;
};

// The first character; nullopt if the bytes are not valid UTF-8.
std::optional<Character> decoded(std::string_view text) {
  const auto first = static_cast<std::uint8_t>(text.front());
  for (const Form& form : kForms) {
    if ((first & form.mask) != form.lead || text.size() < form.bytes) {
      continue;
    }
    char32_t code = first & static_cast<std::uint8_t>(~form.mask);
    for (std::size_t i = 1; i < form.bytes; ++i) {
      const auto next = static_cast<std::uint8_t>(text[i]);
      if ((next & 0xc0) != 0x80) {
        return std::nullopt;
      }
      code = code << 6 | (next & 0x3fU);
    }
    return code < form.smallest ? std::nullopt : std::optional(Character{code, form.bytes});
  }
  return std::nullopt;
}

bool is_permitted(char32_t code) {
  return code == 0x9 || code == 0xa || code == 0xd || (code >= 0x20 && code <= 0xd7ff) ||
         (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}

}  // namespace

std::string xml_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::optional<Character> character = decoded(bytes);
    const std::size_t size = character ? character->bytes : 1;
    const bool is_good = character && is_permitted(character->code);
    text += is_good ? bytes.substr(0, size) : "\xef\xbf\xbd";
    bytes.remove_prefix(size);
  }
  return text;
}

}  // namespace vconform::suites
