// The numbers of instructions and properties that READMEs print are those of the tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>

#include "spec/rows/instruction_counts.h"
#include "suites/files/text_file.h"
#include "suites/judging/property.h"

namespace vconform::suites {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST(ReadmeCounts, CountsTheInstructionsOfEachFamily) {
  for (const spec::FamilyName& one : spec::kFamilies) {
    std::size_t printed = 0;
    for (const std::size_t number : numbers_in(line_of(one.family).second)) {
      printed += number;
    }
    EXPECT_EQ(printed, spec::instructions_of(one.family).all()) << one.name;
  }
}

TEST(ReadmeCounts, CountsThePairsAndTheOptionalRowsOfVconv) {
  const auto [what, rows] = line_of(spec::Family::kVconv);
  EXPECT_THAT(numbers_in(what), ElementsAre(spec::kConversions.size()));
  const spec::InstructionCounts counts = spec::instructions_of(spec::Family::kVconv);
  EXPECT_THAT(numbers_in(rows), ElementsAre(counts.required, counts.optional));
}

// Such as "nineteen".
std::string in_words(std::size_t number) {
  static const std::array<const char*, 25> words = {
      "none",       "one",        "two",          "three",      "four",     "five",     "six",
      "seven",      "eight",      "nine",         "ten",        "eleven",   "twelve",   "thirteen",
      "fourteen",   "fifteen",    "sixteen",      "seventeen",  "eighteen", "nineteen", "twenty",
      "twenty-one", "twenty-two", "twenty-three", "twenty-four"};
  return words.at(number);
}

TEST(ReadmeCounts, CountsTheProperties) {
  const std::size_t asking = static_cast<std::size_t>(
      std::ranges::count_if(properties(), [](const Property& one) { return one.asks_oracle; }));
  const std::string others = in_words(properties().size() - asking);
  const auto text = [](const std::string& file) {
    return text_of_file(VCONFORM_SOURCE_DIR "/" + file, 100000);
  };
  EXPECT_THAT(text("suites/README.md"), HasSubstr("the " + std::to_string(properties().size()) +
                                                  " properties: " + in_words(asking) +
                                                  " ask the oracle, " + others + " compare"));
  EXPECT_THAT(text("suites/properties/README.md"),
              testing::AllOf(HasSubstr("| the " + others + " others |"),
                             HasSubstr("The first " + in_words(asking) + " ask the oracle")));
  std::string capital = others;
  capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(capital[0])));
  EXPECT_THAT(text("README.md"), HasSubstr(capital + "\nfurther properties never ask"));
}

}  // namespace
}  // namespace vconform::suites
