// `list` as text and as JSON, and the errata.
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "spec/rows/conversions.h"
#include "spec/rules/rules.h"
#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class List : public CliTest {
 protected:
  static json listed(const std::string& options) {
    const RunResult result = run_command("list " + options + " --format json");
    EXPECT_EQ(result.status, 0) << options;
    return json::parse(result.output);
  }
};

// Texts and numbers at any depth.
void add_values(const json& value, std::string& text) {
  if (value.is_structured()) {
    for (const json& part : value) {
      add_values(part, text);
    }
  } else {
    text += value.is_string() ? value.get<std::string>() : value.dump();
    text += '\n';
  }
}

std::vector<std::string> words_in(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n[]():,", at), text.size());
    if (end > at) {
      words.push_back(text.substr(at, end - at));
    }
    at = end + 1;
  }
  return words;
}

// Headings and labels.
bool is_printed_around(const std::string& word) {
  static const std::vector<std::string> labels = words_in(
      "pair modes optional dst src elements status instruction from to QuantPRE of a word, a "
      "vector "
      "channels path deqScale source -> * + *+ one reading for the whole (permissive) free, "
      "element "
      "by "
      "element = fault handling witness ./vconform explain rule readings discriminating cases: the "
      "first");
  return std::find(labels.begin(), labels.end(), word) != labels.end();
}

const char* const kOptions[] = {"", "--family deq", "--family copy_matrix,data_copy", "--errata",
                                "--errata --family cast_deq"};

TEST_F(List, JsonHasEveryWordOfTheText) {
  for (const char* options : kOptions) {
    std::string values;
    add_values(listed(options), values);
    const std::vector<std::string> written = words_in(values);
    const std::set<std::string> known(written.begin(), written.end());
    std::istringstream text(run_command(std::string("list ") + options).output);
    std::size_t compared = 0;
    for (std::string line; std::getline(text, line);) {
      if (!line.starts_with("  ")) {
        continue;
      }
      for (const std::string& word : words_in(line)) {
        EXPECT_TRUE(known.contains(word) || is_printed_around(word)) << options << ": " << line;
        ++compared;
      }
    }
    EXPECT_GT(compared, 500u) << options;
  }
}

TEST_F(List, JsonHasEveryRowRuleAndReading) {
  const json document = listed("");
  std::size_t rows = 0;
  for (const json& family : document["families"]) {
    rows += family["rows"].size();
  }
  EXPECT_EQ(rows, spec::kRows.size());
  ASSERT_EQ(document["rules"].size(), spec::rules().size());
  for (std::size_t i = 0; i < spec::rules().size(); ++i) {
    const spec::Rule& rule = spec::rules()[i];
    const json& written = document["rules"][i];
    EXPECT_EQ(written["rule"], rule.slug);
    ASSERT_EQ(written["readings"].size(), rule.readings.size()) << rule.slug;
    for (std::size_t j = 0; j < rule.readings.size(); ++j) {
      const bool standard = rule.readings[j].name == rule.defaults.standard;
      EXPECT_EQ(written["readings"][j]["standard"], standard) << rule.slug;
      EXPECT_EQ(written["readings"][j]["ground"], spec::name_of(rule.readings[j].ground))
          << rule.slug;
    }
  }
}

TEST_F(List, JsonNamesTheInstructionsOfARow) {
  const json rows = listed("--family vconv")["families"][0]["rows"];
  EXPECT_THAT(rows[2]["instructions"].get<std::vector<std::string>>(), Contains("vconv_f322bf16o"));
  EXPECT_EQ(rows[2]["optional_modes"], "o");
  EXPECT_EQ(rows[2]["rule"], "pair.f322bf16-odd");
}

// The lines of an erratum, as its JSON has them.
std::vector<std::string> lines_of(const json& erratum) {
  const auto text = [](const json& value) { return value.get<std::string>(); };
  std::vector<std::string> lines = {
      "  " + text(erratum["erratum"]) + "  [" + text(erratum["flaw"]) + "]",
      "      fault     " + text(erratum["fault"]), "      handling  " + text(erratum["handling"]),
      "      witness   " + text(erratum["witness"])};
  for (const json& quotation : erratum["quotations"]) {
    lines.push_back("      " + text(quotation["page"]) + ": " + text(quotation["line"]));
    if (quotation["line"] != quotation["english"]) {
      lines.push_back("          = " + text(quotation["english"]));
    }
  }
  for (const json& arguments : erratum["explain"]) {
    lines.push_back("                ./vconform explain " + text(arguments));
  }
  for (const json& rule : erratum["rules"]) {
    lines.push_back("      rule      " + text(rule["rule"]) + "  [" + text(rule["status"]) + "]");
  }
  return lines;
}

TEST_F(List, ErrataAreTheSameInBothFormats) {
  const std::string text = run_command("list --errata").output;
  const json errata = listed("--errata")["errata"];
  EXPECT_THAT(text, HasSubstr("errata: " + std::to_string(errata.size()) + " places"));
  std::size_t end = text.size();
  // From the last one, so that each ends where the one behind it begins.
  for (std::size_t i = errata.size(); i-- > 0;) {
    const std::vector<std::string> lines = lines_of(errata[i]);
    const std::size_t begin = text.rfind("\n" + lines[0] + "\n", end);
    ASSERT_NE(begin, std::string::npos) << lines[0];
    for (const std::string& line : lines) {
      EXPECT_LT(text.find("\n" + line + "\n", begin), end) << lines[0] << ": " << line;
    }
    end = begin;
  }
}

TEST_F(List, TwoRunsPrintTheSame) {
  for (const char* options : kOptions) {
    const std::string json_options = std::string("list --format json ") + options;
    EXPECT_EQ(run_command(json_options).output, run_command(json_options).output);
  }
}

TEST_F(List, ErrataOfAFamily) {
  const std::string text = run_command("list --errata --family copy_matrix").output;
  EXPECT_THAT(text, HasSubstr("copy_matrix_cc.quant-pre"));
  EXPECT_THAT(text, HasSubstr("copy_matrix_cc.table-title"));
  EXPECT_THAT(text, Not(HasSubstr("vconv.round-to-odd")));
  EXPECT_THAT(text, Not(HasSubstr("data_copy_enhanced.deqaddr")));
}

// Each derivation runs, and says by which of its rules the result is what it is.
TEST_F(List, WitnessesOfErrataCanBeDerived) {
  std::size_t derived = 0;
  const json errata = listed("--errata")["errata"];
  for (const json& erratum : errata) {
    for (const std::string arguments : erratum["explain"]) {
      const RunResult explained = run_command("explain " + arguments);
      EXPECT_EQ(explained.status, 0) << arguments << "\n" << explained.output;
      bool is_named = false;
      for (const json& rule : erratum["rules"]) {
        const std::string slug = rule["rule"];
        is_named = is_named || explained.output.find(slug) != std::string::npos;
      }
      EXPECT_TRUE(is_named) << erratum["erratum"] << ": " << arguments << "\n" << explained.output;
      ++derived;
    }
  }
  EXPECT_GT(derived, 50u);
}

TEST_F(List, UnknownFormatsAreRefused) {
  expect_refused("list --format xml", 2, "--format: unknown format 'xml': use text or json");
  expect_refused("list --format JSON", 2, "use text or json");
  expect_refused("list --errata --format ''", 2, "--format '': it is empty");
  expect_refused("list --format json --format text", 2, "--format 'text': it is given twice");
  expect_refused("list --errata --family cube", 2, "unknown family 'cube'");
}

}  // namespace
}  // namespace vconform::suites
