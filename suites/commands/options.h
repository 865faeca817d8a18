// Typed options of the commands. Each refusal is one line with the option, its text and the fix: an
// empty text (an unset variable of a script), an invalid or too large number, too many names, an
// option given twice. All throw spec::InputError while CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vconform::suites {

// Throws spec::InputError; the message need not name the option.
using TextCheck = std::function<void(const std::string& text)>;
using NamesCheck = std::function<void(const std::vector<std::string>& names)>;

// An option or positional argument that takes one text, which may not be empty.
CLI::Option* add_text(CLI::App& command, const std::string& name, std::string& target,
                      const std::string& description, const TextCheck& check = {});

// An option that takes texts, none of them empty: it may be repeated and take several. The check
// sees them all.
CLI::Option* add_texts(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check = {});

// As add_texts, but each text is a list of names separated by commas. A name given twice counts
// once.
CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check = {});

// The permitted range of a whole number, decimal or 0x.
struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
};
CLI::Option* add_number(CLI::App& command, const std::string& name,
                        const std::function<void(std::uint64_t)>& set,
                        const std::string& description, Range range = {});

// Whole numbers separated by commas.
CLI::Option* add_numbers(CLI::App& command, const std::string& name,
                         std::vector<std::uint64_t>& target, const std::string& description);

// A number of seconds from `low` to `high`.
CLI::Option* add_seconds(CLI::App& command, const std::string& name, double& target,
                         const std::string& description, double low, double high);

// A time such as 90s, 30m or 1.5h; without a letter seconds. Left empty if it is not given.
CLI::Option* add_duration(CLI::App& command, const std::string& name,
                          std::optional<double>& seconds, const std::string& description);

// Refuses "--profile=" with nothing behind it: CLI11 would take the next argument for its value.
// Throws spec::InputError naming the option.
void refuse_options_without_value(int argc, const char* const* argv);

}  // namespace vconform::suites
