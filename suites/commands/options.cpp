#include "suites/commands/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "spec/text/error.h"
#include "spec/text/number_text.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& text,
                         const std::string& what) {
  throw spec::InputError(fmt::format("{} {}: {}", name, in_quotes(text), what));
}

void expect_some(const std::string& name, const std::string& text) {
  if (text.empty()) {
    refuse(name, text, "it is empty: give a value, or leave the option out");
  }
}

// Runs a check; its message is made to name the option.
template <typename Check>
void checked(const std::string& name, const Check& check) {
  try {
    check();
  } catch (const spec::InputError& error) {
    const std::string_view message = error.what();
    throw spec::InputError(message.starts_with(name) ? std::string(message)
                                                     : fmt::format("{}: {}", name, message));
  }
}

// An option that takes one text, once; `take` is called with it.
CLI::Option* add_single(CLI::App& command, const std::string& name, const std::string& description,
                        const std::function<void(const std::string&)>& take) {
  const CLI::callback_t callback = [name, take](const CLI::results_t& texts) {
    if (texts.size() > 1) {
      refuse(
          name, texts[1],
          fmt::format("it is given twice, and was {} before: give it once", in_quotes(texts[0])));
    }
    expect_some(name, texts.at(0));
    checked(name, [&] { take(texts[0]); });
    return true;
  };
  // CLI11's policies either throw without naming the texts or choose one of them.
  return command.add_option(name, callback, description)
      ->type_name("TEXT")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::Option* add_several(CLI::App& command, const std::string& name, const std::string& description,
                         const std::function<void(const std::vector<std::string>&)>& take) {
  return command.add_option_function<std::vector<std::string>>(
      name,
      [name, take](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
          expect_some(name, text);
        }
        checked(name, [&] { take(texts); });
      },
      description);
}

// The names in texts such as "a,b" and "c": a, b and c. Throws if a name is empty.
std::vector<std::string> names_in(const std::string& name, const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      const std::string one = text.substr(at, end - at);
      if (one.empty()) {
        refuse(name, text, "a name in the list is empty: write one comma between two names");
      }
      if (std::find(names.begin(), names.end(), one) == names.end()) {
        names.push_back(one);
      }
      at = end + 1;
    }
  }
  return names;
}

std::uint64_t number_in(const std::string& name, const std::string& text, Range range) {
  const std::optional<std::uint64_t> number = spec::whole_number<std::uint64_t>(text);
  if (!number || *number < range.low || *number > range.high) {
    refuse(name, text,
           fmt::format("give a whole number from {} to {}, decimal or 0x and digits", range.low,
                       range.high));
  }
  return *number;
}

}  // namespace

CLI::Option* add_text(CLI::App& command, const std::string& name, std::string& target,
                      const std::string& description, const TextCheck& check) {
  CLI::Option* option =
      add_single(command, name, description, [&target, check](const std::string& text) {
        if (check) {
          check(text);
        }
        target = text;
      });
  return target.empty() ? option : option->default_str(target);
}

CLI::Option* add_texts(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check) {
  return add_several(command, name, description,
                     [&target, check](const std::vector<std::string>& texts) {
                       if (check) {
                         check(texts);
                       }
                       target = texts;
                     });
}

CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check) {
  return add_several(command, name, description,
                     [&target, name, check](const std::vector<std::string>& texts) {
                       const std::vector<std::string> names = names_in(name, texts);
                       if (check) {
                         check(names);
                       }
                       target = names;
                     });
}

CLI::Option* add_number(CLI::App& command, const std::string& name,
                        const std::function<void(std::uint64_t)>& set,
                        const std::string& description, Range range) {
  return add_single(
             command, name, description,
             [name, set, range](const std::string& text) { set(number_in(name, text, range)); })
      ->type_name("NUMBER");
}

CLI::Option* add_numbers(CLI::App& command, const std::string& name,
                         std::vector<std::uint64_t>& target, const std::string& description) {
  return add_several(command, name, description,
                     [&target, name](const std::vector<std::string>& texts) {
                       target.clear();
                       for (const std::string& text : names_in(name, texts)) {
                         target.push_back(number_in(name, text, {}));
                       }
                     });
}

CLI::Option* add_seconds(CLI::App& command, const std::string& name, double& target,
                         const std::string& description, double low, double high) {
  return add_single(command, name, description,
                    [&target, name, low, high](const std::string& text) {
                      const std::optional<double> seconds = spec::decimal_fraction(text);
                      if (!seconds || *seconds < low || *seconds > high) {
                        refuse(name, text, fmt::format("give seconds from {} to {}", low, high));
                      }
                      target = *seconds;
                    })
      ->type_name("SECONDS")
      ->default_str(fmt::format("{}", target));
}

CLI::Option* add_duration(CLI::App& command, const std::string& name,
                          std::optional<double>& seconds, const std::string& description) {
  return add_single(command, name, description,
                    [&seconds, name](const std::string& text) {
                      constexpr double kMost = 1e7;
                      constexpr std::pair<char, int> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
                      std::string_view number = text;
                      int unit = 1;
                      for (const auto& [letter, factor] : kUnits) {
                        if (text.ends_with(letter)) {
                          number.remove_suffix(1);
                          unit = factor;
                        }
                      }
                      const std::optional<double> value =
                          spec::decimal_fraction(std::string(number));
                      if (!value || *value <= 0 || *value * unit > kMost) {
                        refuse(name, text, "give a time such as 90s, 30m or 1.5h");
                      }
                      seconds = *value * unit;
                    })
      ->type_name("TIME");
}

void refuse_options_without_value(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--") {
      return;
    }
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      throw spec::InputError(
          fmt::format("{} has no value behind the '=': give one, or leave the option out",
                      in_quotes(argument)));
    }
  }
}

}  // namespace vconform::suites
