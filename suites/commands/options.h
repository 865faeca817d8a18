// Options of the commands. Each refusal is one line with the option, its text and the fix: an empty
// text (a variable of a script that is not set), a number that is none or too large, a name too
// many, the same option twice. All throw spec::InputError while CLI11 parses.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vconform::suites {

// Throws spec::InputError, whose message need not name the option.
using TextCheck = std::function<void(const std::string& text)>;
using NamesCheck = std::function<void(const std::vector<std::string>& names)>;

// A text that is not empty, given once; or a positional argument.
CLI::Option* add_text(CLI::App& command, const std::string& name, std::string& target,
                      const std::string& description, const TextCheck& check = {});

// Texts that are not empty: the option may be repeated, and take several. The check sees all.
CLI::Option* add_texts(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check = {});

// The same, each text a list of names with commas between them. A name given twice counts once.
CLI::Option* add_names(CLI::App& command, const std::string& name, std::vector<std::string>& target,
                       const std::string& description, const NamesCheck& check = {});

// A whole number, decimal or 0x.
struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = ~std::uint64_t{0};
};
CLI::Option* add_number(CLI::App& command, const std::string& name,
                        const std::function<void(std::uint64_t)>& set,
                        const std::string& description, Range range = {});

// Whole numbers with commas between them.
CLI::Option* add_numbers(CLI::App& command, const std::string& name,
                         std::vector<std::uint64_t>& target, const std::string& description);

// Seconds from `low` to `high`.
CLI::Option* add_seconds(CLI::App& command, const std::string& name, double& target,
                         const std::string& description, double low, double high);

// "--profile=" with nothing behind it: CLI11 would take the next argument for its value. Throws
// spec::InputError naming it.
void refuse_options_without_value(int argc, const char* const* argv);

}  // namespace vconform::suites
