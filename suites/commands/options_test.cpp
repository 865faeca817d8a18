// Options as scripts give them: unset variables, invalid numbers, lists with gaps.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Options : public CliTest {
 protected:
  // Every command that takes the option must refuse the text, with one line that names both.
  void expect_bad(const std::string& command, const std::string& option, const std::string& text,
                  const std::string& part) {
    const std::string arguments = command + " " + option + " '" + text + "'";
    expect_refused(arguments, 2, part);
    EXPECT_THAT(run_command(arguments).output, HasSubstr(option + " '" + text + "'")) << arguments;
  }
};

const char* const kCertify = "certify --level quick --family deq --out /nowhere/x";
const char* const kSweep = "sweep --instruction vconv_f162s8r --out /nowhere/x";

TEST_F(Options, AnEmptyTextIsNoValue) {
  struct Command {
    const char* command;
    std::vector<const char*> options;
  };
  const Command commands[] = {
      {"certify",
       {"--backend", "--profile", "--choice", "--level", "--family", "--require", "--seed",
        "--jobs", "--out", "--waivers", "--baseline", "--time-limit"}},
      {"sweep --out x",
       {"--backend", "--profile", "--choice", "--instruction", "--ctrl", "--shard", "--jobs",
        "--max-failures", "--time-limit"}},
      {"sweep", {"--out"}},
      {"merge a", {"--out"}},
      {"probe", {"--backend", "--out", "--time-limit"}},
      {"replay x.case", {"--backend", "--profile", "--choice", "--time-limit"}},
      {"fuzz",
       {"--backend", "--profile", "--choice", "--family", "--time", "--corpus", "--seed", "--jobs",
        "--out", "--regressions", "--time-limit"}},
      {"fuzz --regressions x", {"--keep"}},
      {"explain deq", {"--ctrl", "--profile", "--choice"}},
      {"list", {"--family", "--format"}},
      {"mutants",
       {"--level", "--class", "--seed", "--jobs", "--every", "--further-seeds", "--out"}},
      {"bench", {"--filter", "--out"}},
      {"trace", {"--on", "--ctrl", "--format"}},
  };
  for (const Command& command : commands) {
    for (const char* option : command.options) {
      expect_bad(command.command, option, "", "it is empty");
      expect_refused(std::string(command.command) + " " + option + "=", 2,
                     std::string(option) + "=' has no value");
      // CLI11 would take the next argument for the value.
      expect_refused(std::string(command.command) + " " + option + "= 1", 2, "has no value");
    }
  }
}

TEST_F(Options, AnEmptyArgumentIsNoName) {
  for (const char* arguments :
       {"replay ''", "replay x.case ''", "merge '' --out x", "merge x '' --out y",
        "verify-certificate ''", "explain ''", "explain deq ''"}) {
    expect_refused(arguments, 2, "'': it is empty");
  }
}

TEST_F(Options, WholeNumbersAreDigits) {
  for (const char* text :
       {"-1", "+1", " 1", "1 ", "1x", "0x", "0x-1", "x1", "1.5", "1e3", "nan", "inf",
        "99999999999999999999", "18446744073709551616", "0x1ffffffffffffffff", "1,000", "--"}) {
    expect_bad(kCertify, "--seed", text, "give a whole number from 0 to 18446744073709551615");
    expect_bad("explain vconv_f322f16o 0x1", "--ctrl", text, "give a whole number");
    expect_bad("mutants", "--seed", text, "give a whole number");
    expect_bad(kCertify, "--jobs", text, "give a whole number from 1 to 1024");
    expect_bad(kSweep, "--max-failures", text, "give a whole number from 1");
    if (std::string(text) != "1,000") {
      expect_bad(kSweep, "--ctrl", text, "give a whole number");
    }
  }
  expect_bad(kCertify, "--jobs", "0", "from 1 to 1024");
  expect_bad(kCertify, "--jobs", "1025", "from 1 to 1024");
  expect_bad(kSweep, "--max-failures", "0", "from 1");
}

TEST_F(Options, SecondsAreNumbersWithoutSign) {
  for (const char* text : {"nan", "inf", "-1", "-0", "+1", " 1", "1 ", "1s", "1e999", "1e-999",
                           "0x1", "0", "infinity", "1,5"}) {
    expect_bad(kCertify, "--time-limit", text, "give seconds from 0.001 to 3600");
    expect_bad("fuzz", "--time", text, "give seconds from 0.001 to 10000000");
  }
}

TEST_F(Options, ListsHaveNoGaps) {
  for (const char* text : {"deq,,vconv", ",deq", "deq,", ","}) {
    expect_bad("certify", "--family", text, "a name in the list is empty");
    expect_bad("certify", "--require", text, "a name in the list is empty");
    expect_bad("list", "--family", text, "a name in the list is empty");
    expect_bad("fuzz", "--family", text, "a name in the list is empty");
    expect_bad(kSweep, "--instruction", text, "a name in the list is empty");
  }
  expect_bad(kSweep, "--ctrl", "0,,1", "a name in the list is empty");
}

// A name given twice counts once.
TEST_F(Options, ANameGivenTwiceIsHarmless) {
  EXPECT_EQ(run_command("list --family deq,deq --family deq").output,
            run_command("list --family deq").output);
}

TEST_F(Options, AnOptionIsGivenOnce) {
  expect_refused("certify --seed 1 --seed 1", 2, "--seed '1': it is given twice");
  expect_refused("certify --profile a2 --profile pages", 2,
                 "--profile 'pages': it is given twice, and was 'a2' before");
  expect_refused("certify --out a --out b", 2, "--out 'b': it is given twice");
  expect_refused("sweep --shard 1/2 --shard 2/2 --out x", 2, "--shard '2/2': it is given twice");
}

TEST_F(Options, NamesThatThereAreNotAreNamedWithTheirOption) {
  expect_refused("certify --level ''", 2, "--level ''");
  expect_refused("certify --level fast", 2, "--level: unknown level 'fast'");
  expect_refused("certify --profile a9", 2, "--profile: unknown profile 'a9'");
  expect_refused("certify --choice x", 2, "--choice: choice 'x' is not of the form");
  expect_refused("certify --family cube", 2, "--family: unknown family 'cube'");
  expect_refused("certify --require cube", 2, "--require: unknown family 'cube'");
}

// The message is one line whatever the option holds.
TEST_F(Options, AMessageIsOneLine) {
  expect_refused("certify --seed '1\n2'", 2, "--seed '1 2'");
  expect_refused("certify --backend 'a\nb\x1b[2J'", 2, "unknown backend");
  expect_refused("'certify\nx'", 2, "unknown command");
  expect_refused("certify --sed '\n'", 2, "--sed");
}

TEST_F(Options, TheFolderOfTheFuzzTargetsIsNamed) {
  setenv("VCONFORM_FUZZ_TARGETS", "", 1);
  expect_refused("fuzz --time 1", 2, "VCONFORM_FUZZ_TARGETS");
  setenv("VCONFORM_FUZZ_TARGETS", "/nowhere", 1);
  expect_refused("fuzz --time 1", 2, "/nowhere");
  unsetenv("VCONFORM_FUZZ_TARGETS");
}

// Readings that another backend follows say nothing about this one.
TEST_F(Options, AProbeOfAnotherBackendIsRefused) {
  ASSERT_EQ(run_command("probe --backend golden:ctrl.59=truncates" + out("probe")).status, 0);
  const std::string file = (folder_ / "probe/probe.json").string();
  expect_refused("certify --level quick --profile 'probed:" + file + "'" + out("x"), 2,
                 "it is of the backend 'golden:ctrl.59=truncates', and this one is 'golden'");
  const std::string any = (folder_ / "probe/probe/overflow.odd.case").string();
  expect_refused("replay '" + any + "' --profile 'probed:" + file + "'", 2, "it is of the backend");
  std::string text = contents(file);
  const std::size_t rule = text.find("    {\n      \"rule\": \"overflow.odd\"");
  ASSERT_NE(rule, std::string::npos);
  text.erase(rule, text.find("    },\n", rule) + 7 - rule);
  write("cut.json", text);
  const std::string cut =
      " --backend golden:ctrl.59=truncates --profile 'probed:" + (folder_ / "cut.json").string() +
      "'";
  expect_refused("certify --level quick" + cut + out("x"), 2,
                 "it says nothing of the rule overflow.odd");
  EXPECT_EQ(
      run_command("certify --level quick --family deq --choice overflow.odd=max" + cut + out("x"))
          .status,
      0);
}

// Judged by all readings of every rule together, a run would take hours and find less.
TEST_F(Options, AProbeFileWithoutReadingsIsRefused) {
  ASSERT_EQ(run_command("probe" + out("probe")).status, 0);
  nlohmann::json probe = nlohmann::json::parse(contents(folder_ / "probe/probe.json"));
  const auto certify = [&](const std::string& family) {
    write("edited.json", probe.dump());
    return "certify --level quick --family " + family +
           " --profile 'probed:" + (folder_ / "edited.json").string() + "'" + out("x");
  };
  nlohmann::json& clamp = *std::ranges::find_if(
      probe["rules"], [](const nlohmann::json& rule) { return rule["rule"] == "deq.s9-clamp"; });
  clamp["verdict"] = "not observable here";
  clamp["reading"] = nullptr;
  expect_refused(certify("deq"), 2,
                 "it has no reading of the rule deq.s9-clamp, and this backend shows yes");
  EXPECT_EQ(run_command(certify("copy_matrix")).status, 0);
  for (const char* verdict :
       {"not observable here", "none of the known readings", "INCONSISTENT"}) {
    for (nlohmann::json& rule : probe["rules"]) {
      rule["verdict"] = verdict;
      rule["reading"] = nullptr;
      rule["left"] = nlohmann::json::array();
    }
    for (const char* family : {"vconv", "deq", "cast_deq", "copy_matrix", "data_copy"}) {
      expect_refused(certify(family), 2, "it has no reading of the rule");
    }
  }
}

// A reading that stands for others is one that probing again finds too, and never a permissive one.
TEST_F(Options, AProbeFileWithReadingsThatStandForOthersIsProbedAgain) {
  ASSERT_EQ(run_command("probe" + out("probe")).status, 0);
  const nlohmann::json probe = nlohmann::json::parse(contents(folder_ / "probe/probe.json"));
  const auto certify = [&](const char* slug, const char* left) {
    nlohmann::json edited = probe;
    nlohmann::json& rule = *std::ranges::find_if(
        edited["rules"], [&](const nlohmann::json& one) { return one["rule"] == slug; });
    rule["verdict"] = "not observable here";
    rule["reading"] = nullptr;
    rule["left"] = {left};
    rule["refused"] = true;
    write("edited.json", edited.dump());
    return "certify --level quick --family deq --profile 'probed:" +
           (folder_ / "edited.json").string() + "'" + out("x");
  };
  expect_refused(certify("mask.inactive-lanes", "undefined"), 2, "which no probing finds");
  expect_refused(certify("deq.s9-clamp", "none"), 2,
                 "it has no reading of the rule deq.s9-clamp, and this backend shows yes");
}

// A rule that the instructions of one family do not show may show in another.
TEST_F(Options, AProbeOfOtherInstructionsIsRefused) {
  const std::string level = "certify --level quick --family ";
  ASSERT_EQ(run_command(level + "cast_deq" + out("one")).status, 0);
  const std::string one = " --profile 'probed:" + (folder_ / "one/probe.json").string() + "'";
  expect_refused(level + "deq" + one + out("x"), 2,
                 "vconv_deqs162b8h_s8 was not among the instructions that were probed");
  expect_refused("sweep --instruction vconv_s82f16 --ctrl 0" + one + out("x"), 2,
                 "vconv_s82f16 was not among the instructions that were probed");
  EXPECT_EQ(run_command(level + "cast_deq" + one + out("x")).status, 0);
  ASSERT_EQ(run_command("probe" + out("all")).status, 0);
  const std::string odd = "replay '" + (folder_ / "all/probe/overflow.odd.case").string() + "'";
  expect_refused(odd + one, 2, "was not among the instructions that were probed");
  EXPECT_EQ(
      run_command(odd + " --profile 'probed:" + (folder_ / "all/probe.json").string() + "'").status,
      0);
  EXPECT_THAT(contents(folder_ / "all/probe.json"), Not(HasSubstr("\"instructions\"")));
}

}  // namespace
}  // namespace vconform::suites
