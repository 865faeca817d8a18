// The numbers of instructions that README.md prints are those of the tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "spec/rows/instruction_counts.h"
#include "suites/files/text_file.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;

std::vector<std::size_t> numbers_in(const std::string& text) {
  static const std::regex number("\\b[0-9]+\\b");
  std::vector<std::size_t> numbers;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    numbers.push_back(std::stoul(at->str()));
  }
  return numbers;
}

// The cells of the family's line in the table of families.
std::pair<std::string, std::string> line_of(spec::Family family) {
  static const std::string readme = text_of_file(VCONFORM_SOURCE_DIR "/README.md", 100000);
  const std::regex line("\\| `" + std::string(spec::name_of(family).name) +
                        "` \\| ([^|\\n]*) \\| ([^|\\n]*) \\|\\n");
  std::smatch found;
  return std::regex_search(readme, found, line) ? std::pair(found.str(1), found.str(2))
                                                : std::pair(std::string(), std::string());
}

TEST(Readme, CountsTheInstructionsOfEachFamily) {
  for (const spec::FamilyName& one : spec::kFamilies) {
    std::size_t printed = 0;
    for (const std::size_t number : numbers_in(line_of(one.family).second)) {
      printed += number;
    }
    EXPECT_EQ(printed, spec::instructions_of(one.family).all()) << one.name;
  }
}

TEST(Readme, CountsThePairsAndTheOptionalRowsOfVconv) {
  const auto [what, rows] = line_of(spec::Family::kVconv);
  EXPECT_THAT(numbers_in(what), ElementsAre(spec::kConversions.size()));
  const spec::InstructionCounts counts = spec::instructions_of(spec::Family::kVconv);
  EXPECT_THAT(numbers_in(rows), ElementsAre(counts.required, counts.optional));
}

}  // namespace
}  // namespace vconform::suites
