#include "suites/files/one_line.h"

#include <algorithm>

#include "suites/files/xml_text.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kMostBytes = 300;
constexpr std::string_view kCut = "...";

bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string line = xml_text(text);
  // XML permits these three control characters, and delete.
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return c == '\n' || c == '\r' || c == '\t' || c == 0x7f; }, ' ');
  return line;
}

std::string one_line(std::string_view text) {
  std::string line = printable(text);
  if (line.size() > kMostBytes) {
    std::size_t end = kMostBytes - kCut.size();
    while (is_inside_character(line[end])) {
      --end;
    }
    line = line.substr(0, end) + std::string(kCut);
  }
  return line;
}

std::string in_quotes(std::string_view text) {
  return "'" + one_line(text) + "'";
}

}  // namespace vconform::suites
