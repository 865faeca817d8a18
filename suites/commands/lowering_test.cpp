// Lowerings, certified as a user does: right ones, ones with a planted fault, ones that misbehave.
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "suites/commands/cli_fixture.h"
#include "suites/files/digest.h"

namespace vconform::suites {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string lowering(const std::string& name) {
  return std::string("lowering:") + VCONFORM_TEST_LIBRARIES + "/" + name + "_lowering.so";
}

class Lowering : public CliTest {
 protected:
  void TearDown() override {
    unsetenv("VCONFORM_LOWERING_FAULT");
    CliTest::TearDown();
  }

  RunResult certified(const std::string& name, const std::string& fault,
                      const std::string& options = "") {
    setenv("VCONFORM_LOWERING_FAULT", fault.c_str(), 1);
    return run_command("certify --level quick --backend '" + lowering(name) + "' " + options +
                       out("run"));
  }
  std::string failure() const {
    for (const auto& file : fs::directory_iterator(folder_ / "run" / "failures")) {
      return file.path().string();
    }
    return "";
  }
};

TEST_F(Lowering, TheSmallestOneConformsAndSaysWhatItExcludes) {
  const RunResult run = certified("smallest", "");
  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output,
              AllOf(HasSubstr("conforms on 1 of 1 rows, 1 of them narrowed by its table"),
                    HasSubstr("declared by its table: rows_to_half_r: never unaligned")));
  const std::string file = (folder_ / "run" / "certificate.json").string();
  const auto certificate = nlohmann::json::parse(contents(file));
  EXPECT_EQ(certificate.at("verdict"), "conforms with exclusions");
  EXPECT_EQ(certificate.at("rows").at(0).at("instruction"), "rows_to_half_r");
  EXPECT_GE(certificate.at("rows").at(0).at("elements"), 20000);
  const RunResult verified = run_command("verify-certificate '" + file + "'");
  EXPECT_EQ(verified.status, 0) << verified.output;
}

TEST_F(Lowering, AUserWritesAtMostTwentyLines) {
  std::istringstream file(
      contents(VCONFORM_SOURCE_DIR "/adapters/testing/lowerings/smallest_lowering.cpp"));
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find_first_not_of(' ');
    lines += first == std::string::npos || line.compare(first, 2, "//") == 0 ? 0 : 1;
  }
  EXPECT_GT(lines, 5);
  EXPECT_LE(lines, 20);
}

TEST_F(Lowering, AFaultOnTheUnalignedPathIsNamedSo) {
  const RunResult run = certified("template", "half-up:unaligned");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("MISMATCH  Lowering."), HasSubstr("kernel_f32_s16_r"),
                                HasSubstr("wrong in unaligned calls"),
                                HasSubstr("no instruction wrote it: host scalar code")));
}

TEST_F(Lowering, OnesThatQuantiseConform) {
  for (const char* name : {"cast_deq", "fixpipe", "data_copy --profile m200"}) {
    const std::string all(name);
    const std::size_t end = std::min(all.find(' '), all.size());
    const RunResult run = certified(all.substr(0, end), "", all.substr(end) + " ");
    EXPECT_EQ(run.status, 0) << name << run.output;
  }
  EXPECT_THAT(
      contents((folder_ / "run" / "certificate.json").string()),
      AllOf(HasSubstr("by=data_copy"), HasSubstr("columns_s32_f16_null: rows in multiples of 16")));
}

TEST_F(Lowering, AFaultInOneThatQuantisesIsNamedAndExplained) {
  const RunResult run = certified("fixpipe", "offset:last-column");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("MISMATCH  Lowering.MatchesOracle/fix_s32_s8_null"),
                                HasSubstr("wrong in the last column of all calls"),
                                HasSubstr("copy_matrix_cc_to_gm at fixpipe_lowering.cpp:")));
  const RunResult explained = run_command("explain '" + failure() + "'");
  EXPECT_EQ(explained.status, 0) << explained.output;
  EXPECT_THAT(explained.output, AllOf(HasSubstr("row 0, column "), HasSubstr("M1=0x")));
}

// The calls of a copy_matrix are walked too: what none of them writes is the host's.
TEST_F(Lowering, HostCodeInOneThatQuantisesIsNamedAndCounted) {
  const RunResult run = certified("fixpipe", "host:last-column");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("HOST SCALAR CODE  Lowering."),
                                HasSubstr("MatchesOracle/leaky_f32_f16_null"),
                                HasSubstr("no instruction wrote it: host scalar code")));
  const auto certificate = nlohmann::json::parse(contents(folder_ / "run" / "certificate.json"));
  for (const nlohmann::json& row : certificate.at("rows")) {
    const bool is_by_host = row.value("elements_by_host_code", 0) > 0;
    EXPECT_EQ(is_by_host, row.at("instruction") == "leaky_f32_f16_null") << row;
  }
}

// It converts in scratch and moves results by host code, as one that computes them there would.
TEST_F(Lowering, ElementsThatHostCodeMayHaveWrittenAreCounted) {
  ASSERT_EQ(certified("pairs", "").status, 0);
  const std::string file = (folder_ / "run" / "certificate.json").string();
  const auto certificate = nlohmann::json::parse(contents(file));
  std::uint64_t perhaps = 0;
  EXPECT_EQ(certificate.at("rows").size(), 25U);
  for (const nlohmann::json& row : certificate.at("rows")) {
    EXPECT_GE(row.at("elements"), 20000) << row;
    perhaps += row.at("elements_perhaps_by_host_code").get<std::uint64_t>();
  }
  EXPECT_GT(perhaps, 0U);
  EXPECT_EQ(run_command("verify-certificate '" + file + "'").status, 0);
}

// Whoever edits a certificate can compute its digests anew.
TEST_F(Lowering, ACertificateWithATableThatNoLoweringMayHaveIsRefused) {
  ASSERT_EQ(certified("smallest", "").status, 0);
  const json written = json::parse(contents(folder_ / "run" / "certificate.json"));
  const std::string table = written.at("backend").at("operations").at(0);
  struct Edit {
    const char* limit;
    const char* edited;
    const char* problem;
  };
  for (const auto& [limit, edited, problem] :
       {Edit{"scratchBytes=", "scratchBytes=200000 ", "scratch_bytes is more than 65536"},
        Edit{"colsMultiple=", "colsMultiple=2048 ", "cols_multiple is more than 1024"},
        Edit{"aligned=", "aligned=2 ", "is no flag"}}) {
    const std::size_t at = table.find(limit);
    ASSERT_NE(at, std::string::npos) << table;
    json certificate = written;
    std::string& with_edit = certificate["backend"]["operations"][0].get_ref<std::string&>();
    with_edit.replace(at, table.find(' ', at) + 1 - at, edited);
    seal_certificate(certificate);
    expect_refused("verify-certificate " + write("edited.json", certificate.dump()), 2, problem);
  }
}

TEST_F(Lowering, AnElementThatNothingWroteIsSaidToBeSo) {
  const RunResult run = certified("fixpipe", "skipped:last-column");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("nothing wrote it: it is as it was before"),
                                testing::Not(HasSubstr("HOST SCALAR CODE"))));
}

TEST_F(Lowering, AFailureIsReplayedAndExplained) {
  ASSERT_EQ(certified("tile", "ignored:last-column").status, 1);
  const std::string file = "'" + failure() + "'";
  const RunResult failing = run_command("replay " + file + " --backend '" + lowering("tile") + "'");
  EXPECT_EQ(failing.status, 1) << failing.output;
  EXPECT_THAT(failing.output, AllOf(HasSubstr("FAILS"), HasSubstr("issued   vconv_f322")));
  const RunResult explained = run_command("explain " + file);
  EXPECT_EQ(explained.status, 0) << explained.output;
  EXPECT_THAT(explained.output, HasSubstr("row 0, column 0"));
  setenv("VCONFORM_LOWERING_FAULT", "", 1);
  EXPECT_EQ(run_command("replay " + file + " --backend '" + lowering("tile") + "'").status, 0);
  expect_refused("replay " + file + " --backend '" + lowering("api") + "'", 2,
                 "the backend declares no operation");
  const std::string text = contents(failure());
  const std::string twice = write("twice.case", text + text.substr(text.find("\noperation ") + 1));
  for (const char* command : {"explain ", "replay "}) {
    expect_refused(command + twice, 2, "an operation is the only step of its case");
  }
}

TEST_F(Lowering, CtrlIsToBeAsItWas) {
  const RunResult run = certified("tile", "ctrl59");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, HasSubstr("CTRL is 0x0000000000000000 at the end, and was "
                                    "0x0800000000000000 at entry"));
}

TEST_F(Lowering, ACallThatIsRejectedFailsTheOperation) {
  const RunResult run = certified("tile", "repeat");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("REJECTED  Lowering."), HasSubstr("tile_lowering.cpp:"),
                                HasSubstr("bad argument: repeat is 256, outside 0..255")));
}

// The intrinsics copy an array of the host that stands for UB.
TEST_F(Lowering, OneThatConvertsInArraysOfTheHostConforms) {
  const RunResult run = certified("array", "");
  EXPECT_EQ(run.status, 0) << run.output;
}

// Golden executes it, in the order that it declares; the chip need not.
TEST_F(Lowering, ACallWhoseOperandsOverlapFailsTheOperation) {
  const RunResult run = certified("api", "overlap");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("REJECTED  Lowering.MatchesOracle/chain_f32_s8_r"),
                                HasSubstr("vconv_f162f32 at api_lowering.cpp:"),
                                HasSubstr("operands overlap, and the pages promise nothing then")));
}

TEST_F(Lowering, WhateverItDoesTheRunGoesOn) {
  struct Misdeed {
    const char* kind;
    const char* verdict;
  };
  // The slower ones are in lowering_full_test.
  for (const Misdeed& one :
       {Misdeed{"scribbles", "it writes L1+0x40"}, Misdeed{"clears", "it writes UB+0x3fffc"},
        Misdeed{"clears-l1", "it writes L1+0x80000"}, Misdeed{"clears-gm", "it writes GM+0x3ffffc"},
        Misdeed{"throws", "it throws: no such tile"},
        Misdeed{"unobserved", "bad argument: repeat is 256, outside 0..255"}}) {
    const RunResult run = certified("hostile", one.kind, "--time-limit 0.1 ");
    EXPECT_EQ(run.status, 1) << one.kind << run.output;
    EXPECT_THAT(run.output, AllOf(HasSubstr(one.verdict), HasSubstr("operation hostile_f32_f16"),
                                  HasSubstr("conforms on 0 of 1 rows")))
        << one.kind;
  }
}

TEST_F(Lowering, ATableThatChangesIsAVerdict) {
  const fs::path its = folder_ / "its";
  fs::create_directory(its);
  const RunResult run =
      certified("hostile", "changes:" + (its / "opened").string(),
                "--jobs 1 --time-limit 0.1 --allow-write '" + its.string() + "' ");
  EXPECT_EQ(run.status, 1) << run.output;
  EXPECT_THAT(run.output, AllOf(HasSubstr("CHANGED CLAIMS"), HasSubstr("list of operations"),
                                HasSubstr("mostRows=7")));
}

TEST_F(Lowering, ATableOfAnotherVersionIsRefused) {
  const RunResult run = certified("hostile", "later-table");
  EXPECT_EQ(run.status, 3) << run.output;
  EXPECT_THAT(run.output, HasSubstr("returned no table of this version"));
}

// Its host code never asks CTRL.
TEST_F(Lowering, OneThatKeepsLowBitsAsItDeclaresConforms) {
  const RunResult right = certified("low_bits", "");
  EXPECT_EQ(right.status, 0) << right.output;
  EXPECT_THAT(right.output, HasSubstr("wraps_f32_s16_r: integers keep their low bits"));
  const RunResult wrong = certified("low_bits", "saturates");
  EXPECT_EQ(wrong.status, 1) << wrong.output;
  const RunResult explained = run_command("explain '" + failure() + "'");
  EXPECT_EQ(explained.status, 0) << explained.output;
  EXPECT_THAT(explained.output, HasSubstr("declared  saturation=integers-keep-low-bits"));
}

// The smallest is not linked against the intrinsics: whoever loads it has them.
TEST_F(Lowering, OneIsExecutedOnTheBackendThatOnNames) {
  for (const char* name : {"smallest", "tile"}) {
    const RunResult right = certified(name, "", "--on golden ");
    EXPECT_EQ(right.status, 0) << name << right.output;
    const RunResult wrong = certified(name, "", "--on mutant:round-half-away ");
    EXPECT_EQ(wrong.status, 1) << name << wrong.output;
    EXPECT_THAT(wrong.output, HasSubstr(" on mutant:round-half-away  level quick")) << name;
  }
}

TEST_F(Lowering, ADeviationIsWaived) {
  const std::string waivers = "--waivers '" + (folder_ / "waivers.json").string() + "' ";
  const RunResult found = certified("template", "wraps:unaligned", waivers + "--update-waivers ");
  EXPECT_EQ(found.status, 1) << found.output;
  std::string text = contents(folder_ / "waivers.json");
  EXPECT_THAT(text, AllOf(HasSubstr("Lowering.MatchesOracle/kernel_f32_s16_r"),
                          HasSubstr("HOST SCALAR CODE")));
  const std::string empty = "\"reason\": \"\"";
  for (std::size_t at = text.find(empty); at != std::string::npos; at = text.find(empty)) {
    text.replace(at, empty.size(), "\"reason\": \"never out of range\"");
  }
  write("waivers.json", text);
  const RunResult waived = certified("template", "wraps:unaligned", waivers);
  EXPECT_EQ(waived.status, 0) << waived.output;
  // The waiver is for what was found, and hides nothing else.
  EXPECT_EQ(certified("template", "half-up:unaligned", waivers).status, 1);
}

TEST_F(Lowering, WhatIsNoneIsRefused) {
  expect_refused("certify --backend lowering:./none.so" + out("none"), 3, "none.so");
  expect_refused("certify --backend 'lowering:" VCONFORM_GOLDEN_LIBRARY "'" + out("golden"), 3,
                 "exports no vconform_get_operations");
  expect_refused("certify --family vconv --backend '" + lowering("tile") + "'" + out("family"), 2,
                 "a lowering has operations");
  expect_refused("smoke '" + lowering("smallest") + "'", 2, "certify --level quick tries it");
}

}  // namespace
}  // namespace vconform::suites
