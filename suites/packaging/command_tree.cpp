#include "suites/packaging/command_tree.h"

#include "suites/commands/all_options.h"

namespace vconform::suites {
namespace {

OptionText option_text(const CLI::Option& option) {
  OptionText text;
  if (option.get_positional()) {
    text.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) {
      text.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
      text.names.push_back("--" + name);
    }
  }
  // CLI11 shows no value of what takes none.
  text.value = option.get_expected_max() == 0 ? "" : option.get_type_name();
  text.description = option.get_description();
  text.default_value = option.get_default_str();
  text.is_required = option.get_required();
  text.may_be_repeated = option.get_items_expected_max() > 1;
  return text;
}

CommandText command_tree(const CLI::App& app) {
  CommandText text{app.get_name(), app.get_description(), {}, {}, rest_of(app), {}};
  for (const CLI::Option* option : app.get_options()) {
    (option->get_positional() ? text.arguments : text.options).push_back(option_text(*option));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    text.commands.push_back(command_tree(*command));
  }
  return text;
}

}  // namespace

CommandText all_commands() {
  CLI::App app("certifies implementations of the Ascend NPU's conversion instructions", "vconform");
  app.set_version_flag("--version", std::string());
  AllOptions options;
  add_commands(app, options);
  return command_tree(app);
}

}  // namespace vconform::suites
