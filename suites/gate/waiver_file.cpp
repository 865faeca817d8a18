#include "suites/gate/waiver_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>

#include "spec/case/version.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/error.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/files/text_file.h"
#include "suites/gate/apply_waivers.h"
#include "suites/gate/observed.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kFormat = "vconform-waivers";
constexpr int kFormatVersion = 1;
// A limit for all rows together, since they are compared with each other. A run lists some
// thousands of deviations at most.
constexpr std::size_t kMostObserved = 4096;
constexpr std::size_t kMostPatterns = 256;
constexpr std::size_t kMostBytesObserved = 1024;

std::vector<std::string> all_instructions() {
  std::vector<std::string> names;
  std::ranges::transform(spec::all_cells(), std::back_inserter(names), spec::instruction_name);
  std::ranges::transform(spec::declared_operations(), std::back_inserter(names),
                         spec::instruction_name);
  return names;
}

// Claims that belong to lists of cases, not to properties.
constexpr std::array<std::string_view, 6> kListedClaims = {
    "EveryPattern",         "EveryListedValue",   "EveryMagnitude",
    "EveryIllegalArgument", "EveryArgumentError", kReadingsSuite};

// Whether it is the claim of a property or a list of cases about a family, such as
// "Vconv.Monotone".
bool is_claim(const std::string& name) {
  std::vector<spec::FamilyName> families(spec::kFamilies.begin(), spec::kFamilies.end());
  families.push_back(spec::kOperationFamily);
  return std::any_of(families.begin(), families.end(), [&](const spec::FamilyName& family) {
    const auto is = [&](std::string_view kind) { return suite_name(family.family, kind) == name; };
    return std::any_of(kListedClaims.begin(), kListedClaims.end(), is) ||
           std::any_of(properties().begin(), properties().end(),
                       [&](const Property& property) { return is(property.name); });
  });
}

// Whether the pattern matches two deviations that have nothing in common, or says no word of one.
bool names_nothing(const std::string& pattern) {
  if (pattern.find('*') == std::string::npos) {
    return pattern.find_first_not_of(' ') == std::string::npos;
  }
  constexpr std::size_t kShortestWord = 3;
  std::size_t word = 0;
  bool says_a_word = false;
  for (const char c : pattern) {
    word = std::isalnum(static_cast<unsigned char>(c)) != 0 ? word + 1 : 0;
    says_a_word = says_a_word || word == kShortestWord;
  }
  return !says_a_word || (matches(pattern, observed_text("A", "B", "C", 1, "0")) &&
                          matches(pattern, observed_text("D", "E", "F", 2, "9")));
}

// Code points that show nothing: controls, spaces, and marks that join, break or direct text.
constexpr std::array<std::pair<char32_t, char32_t>, 18> kUnseen = {{{0x00, 0x20},
                                                                    {0x7f, 0xa0},
                                                                    {0xad, 0xad},
                                                                    {0x34f, 0x34f},
                                                                    {0x61c, 0x61c},
                                                                    {0x115f, 0x1160},
                                                                    {0x1680, 0x1680},
                                                                    {0x17b4, 0x17b5},
                                                                    {0x180b, 0x180f},
                                                                    {0x2000, 0x200f},
                                                                    {0x2028, 0x202f},
                                                                    {0x205f, 0x206f},
                                                                    {0x2800, 0x2800},
                                                                    {0x3000, 0x3000},
                                                                    {0x3164, 0x3164},
                                                                    {0xfe00, 0xfe0f},
                                                                    {0xfeff, 0xfeff},
                                                                    {0xe0000, 0xe0fff}}};

// Whether nobody sees anything of the text, which is UTF-8 as all JSON is.
bool is_blank(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t further = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    char32_t point = further == 0 ? first : first & (0x3fU >> further);
    for (std::size_t i = 1; i <= further; ++i) {
      point = point << 6 | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
    }
    at += 1 + further;
    if (std::ranges::none_of(kUnseen, [&](const auto& range) {
          return point >= range.first && point <= range.second;
        })) {
      return false;
    }
  }
  return true;
}

class Reader {
 public:
  std::vector<Waiver> read(const json& document);

 private:
  // Indices into instructions_, ascending.
  using Places = std::vector<std::size_t>;

  void read_row(JsonFields& fields);
  Places instructions_named(const std::string& pattern) const;
  void check_observed(const std::vector<std::string>& observed, const std::string& where);
  void check_against_others(std::size_t row) const;

  const std::vector<std::string> instructions_ = all_instructions();
  std::vector<Waiver> waivers_;
  // The instructions that each row names.
  std::vector<Places> named_;
  std::size_t observed_ = 0;
  std::size_t patterns_ = 0;
};

void Reader::check_observed(const std::vector<std::string>& observed, const std::string& where) {
  if (observed.empty()) {
    throw spec::InputError(where + ".observed is empty: say what deviates");
  }
  observed_ += observed.size();
  patterns_ += static_cast<std::size_t>(
      std::count_if(observed.begin(), observed.end(),
                    [](const std::string& text) { return text.find('*') != std::string::npos; }));
  if (observed_ > kMostObserved || patterns_ > kMostPatterns) {
    throw spec::InputError(fmt::format("it lists more than {} deviations, or more than {} with *",
                                       kMostObserved, kMostPatterns));
  }
  for (const std::string& pattern : observed) {
    if (pattern.size() > kMostBytesObserved) {
      throw spec::InputError(
          fmt::format("{}.observed has a text of more than {} bytes", where, kMostBytesObserved));
    }
    if (names_nothing(pattern)) {
      throw spec::InputError(where + ".observed names nothing: it would hide whatever comes");
    }
  }
}

Reader::Places Reader::instructions_named(const std::string& pattern) const {
  Places named;
  for (std::size_t i = 0; i < instructions_.size(); ++i) {
    if (matches(pattern, instructions_[i])) {
      named.push_back(i);
    }
  }
  return named;
}

void Reader::read_row(JsonFields& fields) {
  const std::string where = fmt::format("waivers[{}]", waivers_.size());
  Waiver waiver;
  waiver.instruction = fields.words("instruction");
  waiver.rule = fields.words("rule");
  waiver.observed = fields.texts("observed");
  waiver.reason = fields.text("reason");
  waiver.link = fields.text("link");
  fields.expect_no_others();
  if (is_blank(waiver.reason)) {
    throw spec::InputError(where + ".reason is empty: say why the deviation is accepted");
  }
  if (waiver.instruction.size() > kMostBytesObserved) {
    throw spec::InputError(
        fmt::format("{}.instruction has more than {} bytes", where, kMostBytesObserved));
  }
  named_.push_back(instructions_named(waiver.instruction));
  if (named_.back().empty()) {
    throw spec::InputError(fmt::format("{}.instruction {} is none: the command 'list' names them",
                                       where, in_quotes(waiver.instruction)));
  }
  if (spec::rule_with_slug(waiver.rule) == std::nullopt && !is_claim(waiver.rule)) {
    throw spec::InputError(
        fmt::format("{}.rule {} is no rule and no property: the command 'list' names them", where,
                    in_quotes(waiver.rule)));
  }
  check_observed(waiver.observed, where);
  waivers_.push_back(std::move(waiver));
}

// Whether some pattern could match the same text as a pattern of the other row.
bool overlap(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& left) {
    return std::any_of(b.begin(), b.end(), [&](const std::string& right) {
      return matches(left, right) || matches(right, left);
    });
  });
}

void Reader::check_against_others(std::size_t row) const {
  const Waiver& waiver = waivers_[row];
  for (std::size_t other = 0; other < row; ++other) {
    const Waiver& earlier = waivers_[other];
    if (earlier.rule != waiver.rule || !overlap(earlier.observed, waiver.observed)) {
      continue;
    }
    Places both;
    std::set_intersection(named_[other].begin(), named_[other].end(), named_[row].begin(),
                          named_[row].end(), std::back_inserter(both));
    if (!both.empty()) {
      throw spec::InputError(
          fmt::format("waivers[{}] and waivers[{}] waive the same of {} under {}: keep one of them",
                      other, row, instructions_[both.front()], waiver.rule));
    }
  }
}

std::vector<Waiver> Reader::read(const json& document) {
  JsonFields fields(document);
  if (fields.text("format") != kFormat || fields.number("format_version") != kFormatVersion) {
    throw spec::InputError(fmt::format("it is not a \"format\": \"{}\" of \"format_version\": {}",
                                       kFormat, kFormatVersion));
  }
  const std::uint64_t version = fields.number("spec_version");
  if (version != spec::kSpecVersion) {
    throw spec::InputError(
        fmt::format("it is for spec version {}, and the rules are of version {} "
                    "now: look at each row again, then raise spec_version",
                    version, spec::kSpecVersion));
  }
  for (JsonFields& row : fields.objects("waivers")) {
    read_row(row);
  }
  fields.expect_no_others();
  for (std::size_t row = 0; row < waivers_.size(); ++row) {
    check_against_others(row);
  }
  return std::move(waivers_);
}

}  // namespace

std::vector<Waiver> waivers_from_text(const std::string& text) {
  return Reader().read(json_from_text(text));
}

std::vector<Waiver> read_waivers(const std::string& path) {
  try {
    return waivers_from_text(text_of_file(path, kMostJsonBytes));
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("waivers '{}': {}", path, error.what()));
  }
}

std::vector<Waiver> candidates(const Certificate& certificate) {
  std::vector<Waiver> rows;
  for (const DeviationReport& report : certificate.deviations) {
    if (report.waived_by) {
      continue;
    }
    const std::string instruction = spec::instruction_name(report.cell);
    const std::string cause = cause_of(report.deviation.rule, report.deviation.claim);
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Waiver& known) {
      return known.instruction == instruction && known.rule == cause;
    });
    if (row == rows.end()) {
      rows.push_back({instruction, cause, {}, "", ""});
      row = rows.end() - 1;
    }
    row->observed.push_back(observed_text(report.deviation));
  }
  return rows;
}

std::string to_json(const std::vector<Waiver>& waivers) {
  json rows = json::array();
  for (const Waiver& waiver : waivers) {
    rows.push_back({{"instruction", waiver.instruction},
                    {"rule", waiver.rule},
                    {"observed", waiver.observed},
                    {"reason", waiver.reason},
                    {"link", waiver.link}});
  }
  return json{{"format", kFormat},
              {"format_version", kFormatVersion},
              {"spec_version", spec::kSpecVersion},
              {"waivers", rows}}
             .dump(2) +
         "\n";
}

}  // namespace vconform::suites
