#include "suites/fuzzing/targets/fuzz_target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "spec/text/error.h"

namespace vconform::suites {

namespace fs = std::filesystem;

namespace {

// A line of the table: name, program, folder of seeds, dictionary, most bytes; '-' is none.
using Row = std::vector<std::string>;
constexpr std::size_t kFields = 5;

std::vector<Row> rows_of(const fs::path& table) {
  std::vector<Row> rows;
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Row row;
    for (std::string field; std::getline(fields, field, '\t');) {
      row.push_back(field);
    }
    if (row.size() == kFields) {
      rows.push_back(row);
    }
  }
  return rows;
}

[[noreturn]] void not_built(const std::string& what) {
  throw spec::InputError(what +
                         ": build fuzz_targets with the preset fuzz, as ./vconform fuzz does");
}

std::optional<int> number_of(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number)
                                                                  : std::nullopt;
}

FuzzTarget target_of(const FuzzedFamily& family, const Row& row, bool seeds) {
  FuzzTarget target{std::string(family.name), row[0], row[1], row[2], {}, number_of(row[4])};
  if (fs::is_regular_file(row[3])) {
    target.dictionary = row[3];
  }
  if (access(target.program.c_str(), X_OK) != 0) {
    not_built(fmt::format("there is no fuzz target '{}'", target.program.string()));
  }
  if (seeds && !fs::is_directory(target.seeds)) {
    not_built(fmt::format("there are no seeds in '{}'", target.seeds.string()));
  }
  return target;
}

}  // namespace

std::vector<FuzzTarget> built_targets(const fs::path& folder,
                                      const std::vector<FuzzedFamily>& families, bool seeds) {
  const fs::path table = folder / "targets.txt";
  const std::vector<Row> rows = rows_of(table);
  std::vector<FuzzTarget> targets;
  for (const FuzzedFamily& family : families) {
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const Row& one) { return one[0] == family.target(); });
    if (row == rows.end()) {
      not_built(fmt::format("'{}' names no fuzz target {}", table.string(), family.target()));
    }
    targets.push_back(target_of(family, *row, seeds));
  }
  return targets;
}

}  // namespace vconform::suites
