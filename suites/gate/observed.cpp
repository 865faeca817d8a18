#include "suites/gate/observed.h"

#include <fmt/format.h>

#include <cstring>

#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

// Removes everything up to the first occurrence of `part` from the text. Linear time, unlike
// string_view::find.
bool take(std::string_view& text, std::string_view part) {
  const void* found = memmem(text.data(), text.size(), part.data(), part.size());
  if (found == nullptr) {
    return false;
  }
  const auto before = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  text.remove_prefix(before + part.size());
  return true;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) {
    return pattern == text;
  }
  const std::string_view beginning = pattern.substr(0, star);
  const std::string_view end = pattern.substr(pattern.rfind('*') + 1);
  if (text.size() < beginning.size() + end.size() || !text.starts_with(beginning) ||
      !text.ends_with(end)) {
    return false;
  }
  text = text.substr(beginning.size(), text.size() - beginning.size() - end.size());
  std::string_view middle = pattern.substr(star, pattern.size() - star - end.size());
  while (!middle.empty()) {
    middle.remove_prefix(1);
    const std::string_view part = middle.substr(0, middle.find('*'));
    if (!take(text, part)) {
      return false;
    }
    middle.remove_prefix(part.size());
  }
  return true;
}

std::string observed_text(std::string_view verdict, std::string_view claim,
                          std::string_view example, std::uint64_t failing_cases,
                          std::string_view fingerprint) {
  return fmt::format("{} {}: {} [cases: {}, fingerprint: {}]", verdict, claim, one_line(example),
                     failing_cases, fingerprint);
}

}  // namespace vconform::suites
