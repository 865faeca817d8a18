#include "suites/files/terminal.h"

#include <fmt/color.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace vconform::suites {

namespace {

bool has_colours() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (refused == nullptr || *refused == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

// The columns that a text takes: none for an escape code, two for a Chinese character.
std::size_t columns_of(std::string_view text) {
  constexpr char kEscape = '\x1b';
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == kEscape) {
      i = std::min(text.find('m', i), text.size());
      continue;
    }
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool continues = (byte & 0xc0) == 0x80;
    // U+3000 to U+9FFF, and the full-width forms in U+Fxxx.
    const bool is_wide = (byte >= 0xe3 && byte <= 0xe9) || byte == 0xef;
    columns += continues ? 0 : is_wide ? 2 : 1;
  }
  return columns;
}

// Where the lines that continue one begin: under its second column, which two spaces or more
// separate from the first; if it has none near the left, two further in.
std::size_t indentation_of(std::string_view line, std::size_t columns) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", first);
  const std::size_t second = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  const std::size_t column =
      second == std::string_view::npos ? columns : columns_of(line.substr(0, second));
  return column < columns / 2 ? column : first + 2;
}

// "  replay   ./vconform replay …" and "next: ./vconform explain …".
bool has_command(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.starts_with("replay ") || line.starts_with("next");
}

std::string broken_line(std::size_t columns, std::string_view line) {
  if (columns_of(line) <= columns || has_command(line)) {
    return std::string(line);
  }
  const std::string indentation(indentation_of(line, columns), ' ');
  std::string text;
  std::string current;
  std::size_t at = 0;
  while (at < line.size()) {
    // A word with the spaces before it.
    const std::size_t word = line.find_first_not_of(' ', at);
    if (word == std::string_view::npos) {
      break;
    }
    const std::size_t end = std::min(line.find(' ', word), line.size());
    const bool has_word = current.find_first_not_of(' ') != std::string::npos;
    if (has_word && columns_of(current) + columns_of(line.substr(at, end - at)) > columns) {
      text += current + "\n";
      current = indentation;
      at = word;
    }
    current += line.substr(at, end - at);
    at = end;
  }
  return text + current;
}

}  // namespace

std::string broken_at(std::size_t columns, std::string_view text) {
  std::string broken;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    broken += broken_line(columns, text.substr(0, end));
    broken += end == std::string_view::npos ? "" : "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return broken;
}

std::string fitted(const std::string& text) {
  constexpr std::size_t kFewest = 40;
  winsize size{};
  const bool is_terminal =
      isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return is_terminal && size.ws_col >= kFewest ? broken_at(size.ws_col, text) : text;
}

std::string coloured(const std::string& text, Colour colour) {
  const fmt::terminal_color shade =
      colour == Colour::kGreen ? fmt::terminal_color::green : fmt::terminal_color::red;
  return has_colours() ? fmt::format(fmt::emphasis::bold | fmt::fg(shade), "{}", text) : text;
}

}  // namespace vconform::suites
