#include "suites/files/terminal.h"

#include <fmt/color.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace vconform::suites {

namespace {

bool has_colours() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) == 1 && (refused == nullptr || *refused == '\0') &&
         terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace

std::string coloured(const std::string& text, Colour colour) {
  const fmt::terminal_color shade =
      colour == Colour::kGreen ? fmt::terminal_color::green : fmt::terminal_color::red;
  return has_colours() ? fmt::format(fmt::emphasis::bold | fmt::fg(shade), "{}", text) : text;
}

}  // namespace vconform::suites
