#include "suites/packaging/completions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string_view>
#include <vector>

#include "spec/profiles/choices.h"
#include "spec/rows/family.h"
#include "suites/judging/level.h"

namespace vconform::suites {
namespace {

template <typename Table>
std::vector<std::string> names_in_table(const Table& table) {
  std::vector<std::string> names;
  for (const auto& row : table) {
    names.emplace_back(row.name);
  }
  return names;
}

// The values that have names, by option. All other values are completed as files.
const std::map<std::string, std::vector<std::string>>& named_values() {
  static const std::map<std::string, std::vector<std::string>> values = {
      {"--family", names_in_table(spec::kFamilies)},
      {"--require", names_in_table(spec::kFamilies)},
      {"--level", names_in_table(kLevels)},
      {"--profile", names_in_table(spec::kProfiles)},
  };
  return values;
}

std::vector<std::string> values_of(const OptionText& option) {
  for (const std::string& name : option.names) {
    if (const auto found = named_values().find(name); found != named_values().end()) {
      return found->second;
    }
  }
  return {};
}

std::vector<std::string> option_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

std::vector<std::string> command_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const CommandText& below : command.commands) {
    names.push_back(below.name);
  }
  return names;
}

// Each command with its path, "/vectors/export"; the path of the root is empty.
struct PathOfCommand {
  std::string path;
  const CommandText* command;
};
void add_paths(const CommandText& command, const std::string& path,
               std::vector<PathOfCommand>& paths) {
  paths.push_back({path, &command});
  for (const CommandText& below : command.commands) {
    add_paths(below, path + "/" + below.name, paths);
  }
}
std::vector<PathOfCommand> all_paths(const CommandText& root) {
  std::vector<PathOfCommand> paths;
  add_paths(root, "", paths);
  return paths;
}

// In single quotes, as all three shells read it (fish reads a backslash in them too).
std::string in_single_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out + "'";
}

// A spec of _arguments gives these a meaning.
std::string for_arguments(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out;
}

std::string function_name(const std::string& path) {
  std::string name = "_vconform";
  for (const char c : path) {
    name += c == '/' || c == '-' ? '_' : c;
  }
  return name;
}

std::string zsh_option(const OptionText& option) {
  std::string value;
  if (!option.value.empty()) {
    const std::vector<std::string> words = values_of(option);
    value = fmt::format(":{}:{}", option.value,
                        words.empty() ? "_files" : fmt::format("({})", fmt::join(words, " ")));
  }
  std::string lines;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    lines +=
        fmt::format(" \\\n    {}",
                    in_single_quotes(fmt::format("{}{}{}[{}]{}", option.may_be_repeated ? "*" : "",
                                                 name, !value.empty() && is_long ? "=" : "",
                                                 for_arguments(option.description), value)));
  }
  return lines;
}

std::string zsh_function(const PathOfCommand& one) {
  std::string options;
  for (const OptionText& option : one.command->options) {
    options += zsh_option(option);
  }
  const std::string name = function_name(one.path);
  if (one.command->commands.empty()) {
    return fmt::format("{}() {{\n  _arguments{} \\\n    '*:file:_files'\n}}\n", name, options);
  }
  std::string commands;
  std::string calls;
  for (const CommandText& below : one.command->commands) {
    commands += fmt::format("    {}\n",
                            in_single_quotes(below.name + ":" + for_arguments(below.description)));
    calls +=
        fmt::format("        {}) {} ;;\n", below.name, function_name(one.path + "/" + below.name));
  }
  return fmt::format(
      "{}() {{\n"
      "  local state line\n"
      "  local -a commands=(\n{}  )\n"
      "  _arguments -C{} \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n"
      "  case $state in\n"
      "    command) _describe command commands ;;\n"
      "    argument)\n"
      "      case $line[1] in\n{}      esac\n"
      "      ;;\n"
      "  esac\n"
      "}}\n",
      name, commands, options, calls);
}

// The commands of a path are on the line.
std::string fish_seen(const std::string& path) {
  std::string condition;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t end = rest.find('/', 1);
    condition += fmt::format("{}__fish_seen_subcommand_from {}", condition.empty() ? "" : "; and ",
                             rest.substr(1, end == std::string_view::npos ? end : end - 1));
    rest = end == std::string_view::npos ? "" : rest.substr(end);
  }
  return condition;
}

std::string fish_option(const std::string& condition, const OptionText& option) {
  std::string line = "complete -c vconform";
  if (!condition.empty()) {
    line += " -n " + in_single_quotes(condition);
  }
  for (const std::string& name : option.names) {
    line +=
        name.starts_with("--") ? " -l " + name.substr(2) : fmt::format(" -s {}", name.substr(1));
  }
  if (!option.value.empty()) {
    const std::vector<std::string> words = values_of(option);
    line += words.empty() ? " -r"
                          : fmt::format(" -x -a {}",
                                        in_single_quotes(fmt::format("{}", fmt::join(words, " "))));
  }
  return fmt::format("{} -d {}\n", line, in_single_quotes(option.description));
}

}  // namespace

std::string bash_completion(const CommandText& root) {
  std::string paths;
  std::string words;
  for (const PathOfCommand& one : all_paths(root)) {
    if (!one.path.empty()) {
      paths += (paths.empty() ? "" : " | ") + one.path;
    }
    std::vector<std::string> all = command_names(*one.command);
    const std::vector<std::string> options = option_names(*one.command);
    all.insert(all.end(), options.begin(), options.end());
    words += fmt::format("    '{}') words='{}' ;;\n", one.path, fmt::join(all, " "));
  }
  std::string values;
  for (const auto& [option, names] : named_values()) {
    values += fmt::format("    {}) words='{}' ;;\n", option, fmt::join(names, " "));
  }
  return fmt::format(
      "# Completes the commands and options of vconform in bash.\n"
      "_vconform() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} path= "
      "words= index\n"
      "  # bash takes \"--level=quick\" for three words.\n"
      "  if [[ $word == = ]]; then\n"
      "    word=\n"
      "  elif [[ $before == = ]]; then\n"
      "    before=${{COMP_WORDS[COMP_CWORD - 2]}}\n"
      "  fi\n"
      "  case $before in\n{}"
      "  esac\n"
      "  if [[ -n $words ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
      "    return\n"
      "  fi\n"
      "  for ((index = 1; index < COMP_CWORD; ++index)); do\n"
      "    case $path/${{COMP_WORDS[index]}} in\n"
      "      {})\n"
      "        path=$path/${{COMP_WORDS[index]}}\n"
      "        ;;\n"
      "    esac\n"
      "  done\n"
      "  case $path in\n{}"
      "  esac\n"
      "  # Behind a command that has none below it, what does not begin with a hyphen is a file.\n"
      "  if [[ $word == -* || $path == '' || $words != -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
      "  fi\n"
      "}}\n"
      "complete -o default -F _vconform vconform\n",
      values, paths, words);
}

std::string zsh_completion(const CommandText& root) {
  std::string text = "#compdef vconform\n";
  for (const PathOfCommand& one : all_paths(root)) {
    text += zsh_function(one);
  }
  return text + "_vconform \"$@\"\n";
}

std::string fish_completion(const CommandText& root) {
  std::string text = "# Completes the commands and options of vconform in fish.\n";
  for (const PathOfCommand& one : all_paths(root)) {
    const std::string condition = fish_seen(one.path);
    for (const OptionText& option : one.command->options) {
      text += fish_option(condition, option);
    }
    const std::string none_below =
        fmt::format("{}{}not __fish_seen_subcommand_from {}", condition,
                    condition.empty() ? "" : "; and ", fmt::join(command_names(*one.command), " "));
    for (const CommandText& below : one.command->commands) {
      text +=
          fmt::format("complete -c vconform -f -n {} -a {} -d {}\n", in_single_quotes(none_below),
                      below.name, in_single_quotes(below.description));
    }
  }
  return text;
}

}  // namespace vconform::suites
