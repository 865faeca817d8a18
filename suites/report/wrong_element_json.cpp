#include "suites/report/wrong_element_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "oracle/explain/explain_text.h"
#include "spec/text/number_text.h"
#include "suites/files/one_line.h"
#include "suites/report/expect.h"

namespace vconform::suites {

namespace {

spec::NumberType type_named(const std::string& name) {
  const std::optional<spec::NumberType> type = spec::number_type_named(name);
  expect(type.has_value(), "{} is no type of numbers", in_quotes(name));
  return *type;
}

// Patterns are written with all their digits.
std::uint64_t pattern_of(spec::NumberType type, const std::string& text) {
  const spec::NumberFormat& format = spec::format_of(type);
  const std::optional<std::uint64_t> pattern = spec::whole_number<std::uint64_t>(text);
  expect(pattern && *pattern <= format.pattern_mask() && oracle::hex_text(format, *pattern) == text,
         "{} is no pattern of {}", in_quotes(text), format.name);
  return *pattern;
}

template <typename Number>
Number word_of(const std::string& text) {
  const std::optional<Number> word = spec::whole_number<Number>(text);
  expect(word && fmt::format("{:#x}", *word) == text, "{} is no word", in_quotes(text));
  return *word;
}

}  // namespace

json wrong_element_json(const oracle::WrongElement& element) {
  const spec::NumberFormat& from = spec::format_of(element.source_type);
  const spec::NumberFormat& to = spec::format_of(element.type);
  json expected = json::array();
  for (const std::uint64_t pattern : element.expected) {
    expected.push_back(oracle::hex_text(to, pattern));
  }
  json written = {{"step", element.step}, {"source_type", from.name}, {"source", nullptr}};
  if (element.source) {
    written["source"] = oracle::hex_text(from, element.source->pattern);
    written["scale"] = fmt::format("{:#x}", element.source->scale);
    written["alpha"] = fmt::format("{:#x}", element.source->alpha);
  }
  written["type"] = to.name;
  written["expected"] = expected;
  written["got"] = oracle::hex_text(to, element.got);
  return written;
}

oracle::WrongElement wrong_element_of(JsonFields fields) {
  oracle::WrongElement element;
  element.step = fields.number("step");
  element.source_type = type_named(fields.words("source_type"));
  if (const std::optional<std::string> source = fields.text_or_null("source")) {
    element.source = {pattern_of(element.source_type, *source),
                      word_of<std::uint64_t>(fields.words("scale")),
                      word_of<std::uint32_t>(fields.words("alpha"))};
  }
  element.type = type_named(fields.words("type"));
  for (const std::string& expected : fields.texts("expected")) {
    element.expected.push_back(pattern_of(element.type, expected));
  }
  element.got = pattern_of(element.type, fields.words("got"));
  fields.expect_no_others();
  return element;
}

}  // namespace vconform::suites
