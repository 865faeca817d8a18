#include "suites/vectors/c_bundle.h"

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "spec/rows/memories.h"
#include "suites/vectors/step_table.h"
#include "suites/vectors/written_files.h"

namespace vconform::suites {

namespace {

using Text = std::back_insert_iterator<std::string>;

constexpr std::size_t kNumbersInLine = 4;

void add_numbers(std::string& text, const std::string& name,
                 const std::vector<std::uint64_t>& numbers) {
  // C11 has no empty arrays.
  fmt::format_to(Text(text), "static const uint64_t {}[] = {{", name);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    fmt::format_to(Text(text), "{}{:#x}u,", i % kNumbersInLine == 0 ? "\n  " : " ", numbers[i]);
  }
  text += numbers.empty() ? "0};\n" : "\n};\n";
}

// Bytes as little-endian words, the last one filled with zeros: compilers take fewer numbers.
std::vector<std::uint64_t> words_of(std::string_view bytes) {
  std::vector<std::uint64_t> words((bytes.size() + sizeof(std::uint64_t) - 1) /
                                   sizeof(std::uint64_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

void add_names(std::string& text, const std::string& name, const std::vector<std::string>& names) {
  fmt::format_to(Text(text), "const char* const {}[] = {{\n", name);
  for (const std::string& one : names) {
    fmt::format_to(Text(text), "  \"{}\",\n", one);
  }
  text += "};\n";
}

// The permitted values of the elements of a group: by its number the kind of a set, and the first
// and the end of its patterns.
struct Permitted {
  std::vector<std::uint64_t> sets;
  std::vector<std::uint64_t> patterns;
};

std::uint64_t kind_number(const std::string& kind) {
  return kind == "one of" ? 0 : kind == "any NaN" ? 1 : 2;
}

Permitted permitted_of(const json& sets) {
  constexpr int kHexadecimal = 16;
  Permitted permitted;
  for (const json& set : sets) {
    const std::uint64_t first = permitted.patterns.size();
    for (const json& pattern : set.at("patterns")) {
      permitted.patterns.push_back(std::stoull(pattern.get<std::string>(), nullptr, kHexadecimal));
    }
    permitted.sets.insert(permitted.sets.end(), {kind_number(set.at("kind").get<std::string>()),
                                                 first, permitted.patterns.size()});
  }
  return permitted;
}

std::string data_of(const Collection& collection) {
  std::string text =
      "/* Made by vconform: the programs and what is permitted after them. */\n"
      "#include \"vectors.h\"\n\n";
  add_names(text, "vectors_instructions", collection.instructions());
  std::vector<std::string> kinds;
  for (const StepKind& kind : step_kinds()) {
    kinds.push_back(kind.name);
  }
  add_names(text, "vectors_kinds", kinds);
  std::string groups;
  std::size_t number = 0;
  for (const auto& [instruction, group] : collection.groups()) {
    const auto own = [&](std::string_view table) { return fmt::format("{}_{}", table, number); };
    const Permitted permitted = permitted_of(group.permitted);
    add_numbers(text, own("programs"), group.programs);
    add_numbers(text, own("steps"), group.steps);
    add_numbers(text, own("windows"), group.windows);
    add_numbers(text, own("before"), words_of(group.before));
    add_numbers(text, own("after"), words_of(group.after));
    add_numbers(text, own("known"), words_of(group.known));
    add_numbers(text, own("open"), group.open);
    add_numbers(text, own("sets"), permitted.sets);
    add_numbers(text, own("patterns"), permitted.patterns);
    fmt::format_to(Text(groups),
                   "  {{\"{0}\", {1}u, {2}u, programs_{3}, steps_{3}, windows_{3}, before_{3}, "
                   "after_{3}, known_{3}, open_{3}, sets_{3}, patterns_{3}}},\n",
                   instruction, group.program_count(), group.open.size() / kOpenColumns, number);
    ++number;
  }
  fmt::format_to(Text(text),
                 "const vectors_group vectors_groups[] = {{\n{}}};\n"
                 "const size_t vectors_group_count = {}u;\n"
                 "const size_t vectors_left_out = {}u;\n",
                 groups, number, collection.programs_left_out());
  return text;
}

}  // namespace

std::vector<VectorsFile> c_bundle_of(const Collection& collection) {
  return {{"vectors.h", std::string(kVectorsHeader)}, {"check.c", std::string(kVectorsCheck)},
          {"run.c", std::string(kVectorsRun)},        {"Makefile", std::string(kVectorsMakefile)},
          {"README.md", std::string(kVectorsReadme)}, {"data.c", data_of(collection)}};
}

}  // namespace vconform::suites
