#include "spec/text/text_fields.h"

#include <algorithm>

namespace vconform::spec {

TextFields::TextFields(std::string_view line, std::size_t number) : line_(number) {
  constexpr std::string_view kSpace = " \t\r";
  std::size_t at = line.find_first_not_of(kSpace);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
    words_.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kSpace, end);
  }
}

std::string_view TextFields::word(std::string_view what) {
  if (words_.empty()) {
    fail(std::string(what) + " is missing");
  }
  const std::string_view taken = words_.front();
  words_.erase(words_.begin());
  return taken;
}

std::vector<std::string_view>::const_iterator TextFields::find(std::string_view key) const {
  return std::find_if(words_.begin(), words_.end(), [&](std::string_view word) {
    return word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=';
  });
}

bool TextFields::has_field(std::string_view key) const {
  return find(key) != words_.end();
}

std::string_view TextFields::field(std::string_view key) {
  const auto found = find(key);
  if (found == words_.end()) {
    fail("field " + std::string(key) + "= is missing");
  }
  const std::string_view value = found->substr(key.size() + 1);
  words_.erase(found);
  return value;
}

bool TextFields::flag_field(std::string_view key) {
  const auto value = number_field<std::uint32_t>(key);
  if (value > 1) {
    fail(std::string(key) + "=" + std::to_string(value) + " is no flag: write 0 or 1");
  }
  return value == 1;
}

void TextFields::finish() const {
  if (!words_.empty()) {
    fail("unexpected " + quoted(words_.front()));
  }
}

void TextFields::fail(const std::string& message) const {
  throw InputError("line " + std::to_string(line_) + ": " + message);
}

}  // namespace vconform::spec
