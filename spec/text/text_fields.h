// One line of a case file: a keyword, positional words, and key=value fields.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/text/error.h"
#include "spec/text/number_text.h"
#include "spec/text/quoted.h"

namespace vconform::spec {

// Reads a line word by word; whoever reads it must take every word. All errors are InputError
// beginning with "line N: ". Numbers are decimal or 0x hexadecimal, without sign unless signed.
class TextFields {
 public:
  // `line` without its comment; `number` counts from 1.
  TextFields(std::string_view line, std::size_t number);

  bool empty() const { return words_.empty(); }
  std::string_view word(std::string_view what);
  template <std::integral T>
  T number(std::string_view what) {
    return parse<T>(word(what), what);
  }
  // key=value fields may stand in any order.
  bool has_field(std::string_view key) const;
  std::string_view field(std::string_view key);
  template <std::integral T>
  T number_field(std::string_view key) {
    return parse<T>(field(key), key);
  }
  // 0 or 1.
  bool flag_field(std::string_view key);
  // The number that a part of a word spells.
  template <std::integral T>
  T parse(std::string_view text, std::string_view what) const {
    const std::optional<T> value = whole_number<T>(text);
    if (!value) {
      fail(quoted(text) + " is no " + std::string(what) + ": it takes a number of " +
           std::to_string(sizeof(T) * 8) + " bits");
    }
    return *value;
  }
  // Throws when words are left.
  void finish() const;

  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::vector<std::string_view>::const_iterator find(std::string_view key) const;

  std::vector<std::string_view> words_;  // those not taken yet, in order
  std::size_t line_;
};

}  // namespace vconform::spec
