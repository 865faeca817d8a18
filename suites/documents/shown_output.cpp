#include "suites/documents/shown_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>

#include "suites/files/text_file.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndent = "    ";
constexpr std::string_view kPrompt = "    $ ";
constexpr std::string_view kProgram = "./vconform ";
constexpr std::string_view kAnything = "…";
constexpr std::size_t kMostBytes = 1 << 20;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string without_comment(std::string_view command) {
  command = command.substr(0, command.find(" #"));
  const std::size_t last = command.find_last_not_of(' ');
  return std::string(command.substr(0, last == std::string_view::npos ? 0 : last + 1));
}

// Code spans of a line that are commands of the program.
void add_spans(const std::string& line, std::vector<ShownCommand>& commands) {
  static const std::regex span("`(\\./vconform [^`]*)`");
  for (std::sregex_iterator at(line.begin(), line.end(), span), end; at != end; ++at) {
    commands.push_back({at->str(1), {}});
  }
}

// Whether `text` is `pattern`, in which each "…" stands for any text.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t gap = pattern.find(kAnything);
  if (gap == std::string_view::npos) {
    return pattern == text;
  }
  if (!text.starts_with(pattern.substr(0, gap))) {
    return false;
  }
  pattern.remove_prefix(gap + kAnything.size());
  text.remove_prefix(gap);
  for (; !matches(pattern, text); text.remove_prefix(1)) {
    if (text.empty()) {
      return false;
    }
  }
  return true;
}

// A heading as the anchor that pages link to.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find_first_not_of('#') + 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '-' || c == '_' || byte >= 0x80) {
      anchor += static_cast<char>(std::tolower(byte));
    } else if (c == ' ') {
      anchor += '-';
    }
  }
  return anchor;
}

bool has_heading(const fs::path& file, std::string_view anchor) {
  const std::vector<std::string> lines = lines_of(text_of_file(file.string(), kMostBytes));
  return std::ranges::any_of(lines, [&](const std::string& line) {
    return line.starts_with('#') && anchor_of(line) == anchor;
  });
}

}  // namespace

std::vector<ShownCommand> shown_commands(std::string_view page) {
  std::vector<ShownCommand> commands;
  bool is_shown = false;
  for (const std::string& line : lines_of(page)) {
    if (line.starts_with(kPrompt)) {
      commands.push_back({without_comment(line.substr(kPrompt.size())), {}});
      is_shown = true;
    } else if (is_shown && (line.empty() || line.starts_with(kIndent))) {
      commands.back().output.push_back(line.empty() ? "" : line.substr(kIndent.size()));
    } else {
      is_shown = false;
      if (line.starts_with(kIndent) && line.substr(kIndent.size()).starts_with(kProgram)) {
        commands.push_back({without_comment(line.substr(kIndent.size())), {}});
      }
      add_spans(line, commands);
    }
  }
  // An empty line between a block and the text below it.
  for (ShownCommand& one : commands) {
    while (!one.output.empty() && one.output.back().empty()) {
      one.output.pop_back();
    }
  }
  return commands;
}

std::optional<std::string> first_not_printed(const std::vector<std::string>& shown,
                                             std::string_view printed) {
  const std::vector<std::string> lines = lines_of(printed);
  auto at = lines.begin();
  bool may_skip = false;
  for (const std::string& line : shown) {
    if (line == kAnything) {
      may_skip = true;
      continue;
    }
    const auto end = may_skip ? lines.end() : std::min(at + 1, lines.end());
    const auto found =
        std::find_if(at, end, [&](const std::string& one) { return matches(line, one); });
    if (found == end) {
      return line;
    }
    at = found + 1;
    may_skip = false;
  }
  return may_skip || at == lines.end() ? std::nullopt : std::optional(*at);
}

std::vector<std::string> broken_links(const std::string& file) {
  static const std::regex link("\\]\\(([^)#: ]*)(#[^) ]*)?\\)");
  const std::string page = text_of_file(file, kMostBytes);
  std::vector<std::string> broken;
  for (std::sregex_iterator at(page.begin(), page.end(), link), end; at != end; ++at) {
    const std::string path = at->str(1);
    const fs::path target = path.empty() ? fs::path(file) : fs::path(file).parent_path() / path;
    const std::string anchor = at->str(2);
    if (!fs::exists(target) || (!anchor.empty() && !has_heading(target, anchor.substr(1)))) {
      broken.push_back(fmt::format("{}: {}{}", file, path, anchor));
    }
  }
  return broken;
}

}  // namespace vconform::suites
