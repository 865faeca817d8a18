#include "suites/packaging/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "suites/files/exit_codes.h"

namespace vconform::suites {
namespace {

constexpr std::array<std::pair<int, std::string_view>, 5> kExitStatuses = {{
    {kConforms, "It conforms, or nothing was found."},
    {kDoesNotConform,
     "It does not conform, a case still fails, there are findings, or something that was claimed "
     "or "
     "expected was not judged."},
    {kBadInput, "Wrong use, or bad input."},
    {kNoBackend, "The backend could not be loaded or started."},
    {kBroken,
     "vconform itself, its disk or its machine failed. A verdict that was printed before stands."},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kVariables = {{
    {"NO_COLOR", "Without colours, also on a terminal."},
    {"TMPDIR", "Folder of temporary files; /tmp when not set."},
    {"SLURM_ARRAY_TASK_ID, SLURM_ARRAY_TASK_COUNT", "The shard that --shard environment names."},
    {"GTEST_SHARD_INDEX, GTEST_TOTAL_SHARDS", "The same, of other clusters."},
}};

// A hyphen that is part of a name is written as one; what begins a line is never a request to the
// formatter.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\n':
        out += "\n";
        break;
      default:
        out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", escaped(text));
}
std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", escaped(text));
}

std::string with_value(const OptionText& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) {
    names.push_back(bold(name));
  }
  const std::string shown = fmt::format("{}", fmt::join(names, ", "));
  return option.value.empty() ? shown : fmt::format("{} {}", shown, italic(option.value));
}

std::string argument_in_synopsis(const OptionText& argument) {
  const std::string name = italic(argument.names[0]) + (argument.may_be_repeated ? "..." : "");
  return argument.is_required ? name : fmt::format("[{}]", name);
}

std::string synopsis(const CommandText& command, const std::string& called) {
  std::string text = bold(called);
  for (const OptionText& option : command.options) {
    if (option.is_required) {
      text += " " + with_value(option);
    }
  }
  text += fmt::format(" [{}]", italic("OPTION"));
  text += command.options.empty() ? "" : "...";
  for (const OptionText& argument : command.arguments) {
    text += " " + argument_in_synopsis(argument);
  }
  text += command.rest.empty() ? "" : " " + escaped(command.rest);
  return command.commands.empty()
             ? text
             : fmt::format("{} {} [{}]...", text, italic("COMMAND"), italic("ARGUMENT"));
}

std::string described(const OptionText& option) {
  std::string text = escaped(option.description);
  if (!option.default_value.empty()) {
    text += fmt::format(" [{}]", escaped(option.default_value));
  }
  if (option.may_be_repeated && option.names[0].starts_with('-')) {
    text += "; may be given several times";
  }
  return text;
}

std::string entry(std::string_view tag, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", tag, text);
}

std::string section(std::string_view title, std::string_view text) {
  return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

std::string page_name(const std::string& called) {
  std::string name = called;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string see_also(const CommandText& command, const std::string& called,
                     const std::string& above) {
  std::vector<std::string> pages;
  if (!above.empty()) {
    pages.push_back(bold(page_name(above)) + "(1)");
  }
  for (const CommandText& below : command.commands) {
    pages.push_back(bold(page_name(called + " " + below.name)) + "(1)");
  }
  return fmt::format("{}\n", fmt::join(pages, ",\n"));
}

std::string exit_statuses(const CommandText& command) {
  if (command.name == "lower-cxx") {
    return escaped(
        "That of the compiler, or 128 and the number of the signal that ended it; 2 for wrong "
        "use.\n");
  }
  std::string text;
  for (const auto& [status, meaning] : kExitStatuses) {
    text += entry(bold(fmt::format("{}", status)), escaped(meaning));
  }
  return text;
}

std::string variables() {
  std::string text;
  for (const auto& [names, meaning] : kVariables) {
    text += entry(bold(names), escaped(meaning));
  }
  return text;
}

// `called` is how the command is called, and `above` the command that it is one of.
void add_pages(const CommandText& command, const std::string& called, const std::string& above,
               std::string_view version, std::vector<ManPage>& pages) {
  std::string options;
  for (const OptionText& argument : command.arguments) {
    options += entry(italic(argument.names[0]), described(argument));
  }
  for (const OptionText& option : command.options) {
    options += entry(with_value(option), described(option));
  }
  std::string commands;
  for (const CommandText& below : command.commands) {
    commands += entry(bold(below.name), escaped(below.description));
  }
  std::string title = page_name(called);
  std::ranges::transform(title, title.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string text =
      fmt::format(".TH {} 1 \"\" \"vconform {}\" \"User Commands\"\n", escaped(title), version);
  text += section(
      "NAME", fmt::format("{} \\- {}\n", escaped(page_name(called)), escaped(command.description)));
  text += section("SYNOPSIS", synopsis(command, called) + "\n");
  text += section("COMMANDS", commands);
  text += section("OPTIONS", options);
  text += section("EXIT STATUS", exit_statuses(command));
  text += section("ENVIRONMENT", above.empty() ? variables() : "");
  text += section("SEE ALSO", see_also(command, called, above));
  pages.push_back({page_name(called) + ".1", text});
  for (const CommandText& below : command.commands) {
    add_pages(below, called + " " + below.name, called, version, pages);
  }
}

}  // namespace

std::vector<ManPage> man_pages(const CommandText& root, std::string_view version) {
  std::vector<ManPage> pages;
  add_pages(root, root.name, "", version, pages);
  return pages;
}

}  // namespace vconform::suites
