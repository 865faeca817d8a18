#include "suites/documents/bit_picture.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "oracle/explain/explain_text.h"
#include "oracle/number/decode.h"
#include "oracle/number/round.h"
#include "suites/presentation/bit_drawing.h"

namespace vconform::suites {
namespace {

// Pixels.
constexpr int kWidth = 880;
constexpr int kLabelWidth = 130;
constexpr int kTextFrom = 600;
constexpr int kDigitWidth = 13;
constexpr int kDigitHeight = 20;
// Wide enough for the name of a field with one digit.
constexpr int kGap = 18;
constexpr int kRowHeight = 46;

constexpr std::string_view kStyle = R"css(
text { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1f2328 }
.name { font-size: 10px; fill: #59636e }
.caption { font: 14px "DejaVu Sans", Verdana, sans-serif }
rect { fill: #dde4ea }
.guard rect { fill: #f5dd90 }
.sticky rect { fill: #f7ecc9 }
.differs rect { fill: #ffb3ab }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .name { fill: #9198a1 }
  rect { fill: #30363d }
  .guard rect { fill: #6b5206 }
  .sticky rect { fill: #453609 }
  .differs rect { fill: #8e2a22 }
}
)css";

struct DrawnRow {
  std::string label;
  std::vector<DrawnField> fields;
  std::string text;
};

std::string digit_at(int x, int y, char digit, bool differs) {
  const std::string drawn = fmt::format(
      R"(<rect x="{}" y="{}" width="{}" height="{}"/><text x="{}" y="{}" text-anchor="middle">{}</text>)",
      x, y, kDigitWidth - 1, kDigitHeight, x + kDigitWidth / 2, y + 15, digit);
  return differs ? fmt::format(R"(<g class="differs">{}</g>)", drawn) : drawn;
}

// `like` is the row whose digits this one should have; null if there is none.
std::string row_at(int y, const DrawnRow& row, const DrawnRow* like) {
  std::string drawn = fmt::format("<text x=\"0\" y=\"{}\">{}</text>\n", y + 15, row.label);
  int x = kLabelWidth;
  for (std::size_t i = 0; i < row.fields.size(); ++i) {
    const DrawnField& field = row.fields[i];
    drawn += fmt::format("<g class=\"{0}\"><text class=\"name\" x=\"{1}\" y=\"{2}\">{0}</text>",
                         field.name, x, y - 4);
    for (std::size_t at = 0; at < field.digits.size(); ++at) {
      drawn += digit_at(x, y, field.digits[at],
                        like != nullptr && like->fields[i].digits[at] != field.digits[at]);
      x += kDigitWidth;
    }
    drawn += "</g>\n";
    x += kGap;
  }
  return drawn + fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kTextFrom, y + 15, row.text);
}

DrawnRow row_of(const std::string& label, spec::NumberType type, std::uint64_t pattern) {
  const spec::NumberFormat& format = spec::format_of(type);
  return {fmt::format("{} {}", label, format.name), fields_of(format, pattern),
          oracle::value_in_short(format, pattern)};
}

DrawnRow exact_row(const oracle::WrongElement& element) {
  const oracle::ExactValue exact =
      oracle::decode(spec::format_of(element.source_type), element.source->pattern);
  const int last_place = oracle::grid_of(spec::format_of(element.type), exact);
  const DrawnDigits digits = digits_of(exact, last_place).value();
  return {
      "exact value",
      {{"kept", digits.kept}, {"guard", std::string(1, digits.guard)}, {"sticky", digits.sticky}},
      fmt::format("results are multiples of 2^{}", digits.last_place)};
}

}  // namespace

std::string bit_picture(const oracle::WrongElement& element, const std::string& caption) {
  const DrawnRow expected = row_of("expected", element.type, element.expected.at(0));
  const DrawnRow rows[] = {row_of("source", element.source_type, element.source.value().pattern),
                           exact_row(element), expected, row_of("got", element.type, element.got)};
  std::string drawn;
  int y = kGap;
  for (const DrawnRow& row : rows) {
    drawn += row_at(y, row, &row == &rows[3] ? &expected : nullptr);
    y += kRowHeight;
  }
  drawn += fmt::format("<text class=\"caption\" x=\"0\" y=\"{}\">{}</text>\n", y, caption);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" "
      "role=\"img\" aria-label=\"source {2}, expected {3}, got {4}: "
      "{5}\">\n<style>{6}</style>\n{7}</svg>\n",
      kWidth, y + kGap, rows[0].text, rows[2].text, rows[3].text, caption, kStyle, drawn);
}

}  // namespace vconform::suites
