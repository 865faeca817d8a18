#include "suites/files/shell_word.h"

#include <fmt/format.h>

#include <algorithm>

namespace vconform::suites {

namespace {

bool needs_quotes(const std::string& word) {
  return word.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
             "-_./:=+,") != std::string::npos;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// The shell's $'...' form, which names control characters: they must not reach the terminal.
std::string word_with_controls(const std::string& word) {
  std::string quoted = "$'";
  for (const char c : word) {
    if (is_control(c)) {
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
  }
  return quoted + "'";
}

}  // namespace

std::string shell_word(const std::string& word) {
  if (!needs_quotes(word)) {
    return word;
  }
  if (std::any_of(word.begin(), word.end(), is_control)) {
    return word_with_controls(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted + "'";
}

}  // namespace vconform::suites
