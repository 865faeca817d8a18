// The oracle against every result printed in the vendor's table (oracle/published/README.md).
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/number/decode.h"
#include "oracle/predict/element.h"
#include "oracle/testing/test_support.h"

namespace vconform::oracle {
namespace {

using testing::Rational;
using testing::rational;

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// "2^-11", "4", "0.5".
Rational term(const std::string& text) {
  if (text.starts_with("2^")) {
    return testing::power_of_two(std::stoi(text.substr(2)));
  }
  const std::size_t point = text.find('.');
  if (point == std::string::npos) {
    return Rational(Integer(text));
  }
  const std::string fraction = text.substr(point + 1);
  const Integer tens =
      boost::multiprecision::pow(Integer(10), static_cast<unsigned>(fraction.size()));
  return Rational(Integer(text.substr(0, point))) + Rational(Integer(fraction), tens);
}

// Terms joined by '+' and '-'; a '-' after '^' is an exponent's sign.
Rational sum(const std::string& text) {
  Rational total = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const bool negative = text[at] == '-';
    at += negative || text[at] == '+' ? 1 : 0;
    std::size_t end = at;
    while (end < text.size() &&
           (end == at || text[end - 1] == '^' || (text[end] != '+' && text[end] != '-'))) {
      ++end;
    }
    total +=
        negative ? Rational(-term(text.substr(at, end - at))) : term(text.substr(at, end - at));
    at = end;
  }
  return total;
}

TEST(Published, SumsAreEvaluatedExactly) {
  EXPECT_EQ(sum("2^35+2^12+2^11"), Rational(34359744512LL));
  EXPECT_EQ(sum("0.5+2^-11"), Rational(1025, 2048));
  EXPECT_EQ(sum("-1.5"), Rational(-3, 2));
  EXPECT_EQ(sum("2^7-0.5"), Rational(255, 2));
  EXPECT_EQ(sum("2^31-1"), Rational(2147483647));
  EXPECT_EQ(sum("127"), Rational(127));
}

// The pattern of a number that the format holds. encode() would only assert; decoding again checks
// in any build.
std::uint64_t pattern_of(const spec::NumberFormat& format, const Rational& value) {
  Integer magnitude = numerator(value) < 0 ? Integer(-numerator(value)) : Integer(numerator(value));
  const int exponent = -static_cast<int>(msb(Integer(denominator(value))));
  if (!format.is_floating()) {
    magnitude = exponent == 0 ? magnitude : Integer(0);
  }
  const std::uint64_t pattern = encode(format, finite_value(value < 0, magnitude, exponent));
  EXPECT_EQ(rational(decode(format, pattern)), value);
  return pattern;
}

struct Counts {
  int rows = 0;
  int cells = 0;
  int bare_names = 0;
};

void check_cell(const spec::Conversion& row, spec::Rounding rounding, const std::string& input,
                const std::string& expected) {
  const spec::Cell cell{row.number, rounding};
  const std::string name = spec::instruction_name(cell) + " of " + input;
  const Expectation result = testing::only(
      convert_element({cell, 0}, {pattern_of(row.from(), sum(input))}, testing::a2()));
  ASSERT_TRUE(result.is_exact()) << name;
  EXPECT_EQ(rational(decode(row.to(), result.patterns.front())), sum(expected)) << name;
}

void check_row(const std::vector<std::string>& columns, const std::vector<std::string>& header,
               Counts& counts) {
  const std::string pair = columns[0] + " to " + columns[1];
  const auto row = std::find_if(
      spec::kConversions.begin(), spec::kConversions.end(), [&](const spec::Conversion& candidate) {
        return candidate.from().name == columns[0] && candidate.to().name == columns[1];
      });
  ASSERT_NE(row, spec::kConversions.end()) << pair;
  for (std::size_t column = 3; column < columns.size(); ++column) {
    spec::Rounding rounding = spec::rounding_with_letter(header[column][0]).value();
    const bool bare = rounding == spec::Rounding::kNearestEven && !spec::offers(*row, rounding);
    rounding = bare ? spec::Rounding::kNull : rounding;
    EXPECT_EQ(!columns[column].empty(), spec::offers(*row, rounding)) << pair << header[column];
    if (!columns[column].empty()) {
      check_cell(*row, rounding, columns[2], columns[column]);
      ++counts.cells;
      counts.bare_names += bare ? 1 : 0;
    }
  }
  ++counts.rows;
}

TEST(Published, EveryCellOfThePrecisionTableIsTheOnlyPermittedResult) {
  std::ifstream file(VCONFORM_PUBLISHED_DIR "/precision_conversion.csv");
  std::string line;
  ASSERT_TRUE(std::getline(file, line)) << "no " VCONFORM_PUBLISHED_DIR "/precision_conversion.csv";
  const std::vector<std::string> header = split(line, ',');
  ASSERT_EQ(line, "src,dst,input,r,f,c,a,z,o");
  Counts counts;
  while (std::getline(file, line)) {
    const std::vector<std::string> columns = split(line, ',');
    ASSERT_EQ(columns.size(), header.size()) << line;
    check_row(columns, header, counts);
  }
  // 15 pairs in five modes, one of them also in o; two bare names.
  EXPECT_EQ(counts.rows, 17);
  EXPECT_EQ(counts.cells, 15 * 5 + 1 + 2);
  EXPECT_EQ(counts.bare_names, 2);
}

}  // namespace
}  // namespace vconform::oracle
