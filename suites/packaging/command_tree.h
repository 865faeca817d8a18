// The commands of the program and their options, as `--help` shows them: what man pages and
// completions are made from.
#pragma once

#include <string>
#include <vector>

namespace vconform::suites {

struct OptionText {
  // "--seed", or "-v" and "--verbose"; of a positional argument one name without hyphens.
  std::vector<std::string> names;
  // Its value, such as NUMBER; empty for a flag.
  std::string value;
  std::string description;
  // Empty: there is none to name.
  std::string default_value;
  bool is_required = false;
  bool may_be_repeated = false;
};

struct CommandText {
  std::string name;
  std::string description;
  std::vector<OptionText> options;
  // Positional, in their order.
  std::vector<OptionText> arguments;
  // The words that it hands on, behind all of these: "PROGRAM [ARGUMENT]..."; empty: none.
  std::string rest;
  std::vector<CommandText> commands;
};

// The program, with its commands as CLI11 has them.
CommandText all_commands();

}  // namespace vconform::suites
