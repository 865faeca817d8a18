// The commands as people and scripts call them: output, exit codes, one line for bad input.
#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

class Cli : public CliTest {};

constexpr const char* kGoodCase =
    "vconform-case 1\nseed 1\nmemory UB size=1024 background=1\n"
    "place UB+0x200 f32 element index=0 pattern=0x40200000\n"
    "ctrl 0x0\nmask 0x0 0x1\n"
    "vconv_f322s32r dst=UB+0x0 src=UB+0x200 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

TEST_F(Cli, ExplainDerivesAConversion) {
  const RunResult explained = run_command("explain vconv_f322f16o 0x3f801000");
  EXPECT_EQ(explained.status, 0);
  EXPECT_THAT(explained.output,
              HasSubstr("round     1.00048828125 -> 1.0009765625   (o: tie between"));
  EXPECT_THAT(explained.output, HasSubstr("round.odd-is-von-neumann"));
  EXPECT_THAT(run_command("explain " + write("good.case", kGoodCase)).output,
              HasSubstr("tie between 2 and 3"));
}

TEST_F(Cli, ExplainOfACaseBeginsWithWhatTheBackendGetsWrong) {
  const std::string explain = "explain " + write("good.case", kGoodCase);
  EXPECT_THAT(run_command(explain).output, testing::Not(HasSubstr("FAILS")));
  EXPECT_THAT(run_command(explain + " --backend golden").output,
              testing::StartsWith("golden passes\n"));
  const RunResult wrong = run_command(explain + " --backend mutant:round-half-away");
  EXPECT_EQ(wrong.status, 0);
  EXPECT_THAT(wrong.output, HasSubstr("got       0x00000003  s32  = 3   FAILS"));
  expect_refused("explain vconv_f322f16o 0x3f801000 --backend golden", 2, "without a case file");
}

TEST_F(Cli, ExplainShowsEveryReadingOfAnOpenRule) {
  const RunResult explained =
      run_command("explain vconv_f322f16z 0x47800000 --ctrl 0x1000000000000");
  EXPECT_THAT(explained.output, HasSubstr("under overflow.directed=ieee"));
  EXPECT_THAT(explained.output, HasSubstr("under overflow.directed=inf-beyond-max"));
}

TEST_F(Cli, ExplainDerivesADequantisationUnderEveryReading) {
  const RunResult explained = run_command("explain deq M=0x3bb66000 offset=0 sign=1 src=12667");
  EXPECT_EQ(explained.status, 0) << explained.output;
  EXPECT_THAT(explained.output, HasSubstr("= 70"));
  EXPECT_THAT(explained.output, HasSubstr("= 71"));
  EXPECT_THAT(explained.output, HasSubstr("deq.product=exact"));
  const RunResult pinned =
      run_command("explain deq M=0x3bb66000 src=12667 --profile a2 --choice deq.product=exact");
  EXPECT_THAT(pinned.output, HasSubstr("= 71"));
  EXPECT_THAT(pinned.output, testing::Not(HasSubstr("= 70")));
  // A chain of roundings gives 0x7672, a single rounding 0x7671.
  const RunResult half = run_command("explain vconv_deq M=0x2f1c src=237586");
  EXPECT_THAT(half.output, HasSubstr("0x7672"));
  EXPECT_THAT(half.output, HasSubstr("0x7671"));
}

TEST_F(Cli, ExplainDerivesACopyUnderEveryReading) {
  const RunResult matrix =
      run_command("explain copy_matrix_cc_to_gm_s322s8 M1=0x3bb66000 offset=-3 src=12667");
  EXPECT_EQ(matrix.status, 0) << matrix.output;
  EXPECT_THAT(matrix.output, HasSubstr("M1=0x3bb66000 N=0x0 MCB=0 offset=0x1fd sign=1"));
  EXPECT_THAT(matrix.output, HasSubstr("under fixpipe.product=exact"));
  const RunResult leaky = run_command(
      "explain copy_matrix_cc_to_cbuf_f322f16 src=0xc0000000 ReLUPRE=2 alpha=0x3f000000 --profile "
      "a2");
  EXPECT_THAT(leaky.output, HasSubstr("= -1\n"));
  const RunResult block = run_command("explain data_copy_deq8_s322u8 M=0x3f800000 src=-5 isRelu=1");
  EXPECT_THAT(block.output, HasSubstr("0x00  u8  = 0"));
  const RunResult plain = run_command("explain data_copy_gm_vecin_f32 src=0x7fc00001");
  EXPECT_THAT(plain.output, HasSubstr("0x7fc00001  f32"));
  EXPECT_THAT(run_command("explain data_copy_gm_vecin_f64 src=0xc000000000000000").output,
              HasSubstr("0xc000000000000000  f64"));
  EXPECT_THAT(run_command("explain data_copy_gm_vecin_s64 src=-1").output,
              HasSubstr("0xffffffffffffffff  s64"));
}

TEST_F(Cli, ListAndBackendsNameWhatThereIs) {
  const RunResult listed = run_command("list");
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.output, HasSubstr("f322bf16"));
  EXPECT_THAT(listed.output, HasSubstr("mask.inactive-lanes"));
  EXPECT_THAT(listed.output, HasSubstr("vconv_vdeqs162b8h_u8"));
  EXPECT_THAT(listed.output, HasSubstr("offset        [45:37]"));
  EXPECT_THAT(run_command("list --family deq").output, testing::Not(HasSubstr("f322bf16 ")));
  const RunResult backends = run_command("backends");
  EXPECT_EQ(backends.status, 0);
  EXPECT_THAT(backends.output, HasSubstr("eigen"));
  EXPECT_THAT(backends.output, HasSubstr("mutant:ctrl48-ignored"));
}

TEST_F(Cli, UnknownNamesAreRefused) {
  expect_refused("", 2, "subcommand");
  expect_refused("certfy", 2, "certfy");
  expect_refused("certify --backend goldn" + out("x"), 2, "golden");
  expect_refused("certify --backend mutant:none" + out("x"), 2, "mutant:");
  expect_refused("certify --level fast" + out("x"), 2, "quick, standard, exhaustive");
  expect_refused("certify --family vconv,cube" + out("x"), 2, "unknown family 'cube'");
  expect_refused("certify --family vconv --require deq" + out("x"), 2, "--require deq");
  expect_refused("certify --profile a9" + out("x"), 2, "a2, pages");
  expect_refused("certify --choice overflow.odd=min" + out("x"), 2, "inf-after-rounding");
  expect_refused(
      "certify --choice overflow.odd=max --choice overflow.odd=inf-beyond-max" + out("x"), 2,
      "overflow.odd");
  expect_refused("certify --jobs 0" + out("x"), 2, "jobs");
  expect_refused("certify --seed x" + out("x"), 2, "seed");
  for (const char* limit : {"0", "-1", "-0.0", "nan", "inf", "3601", "0.0001", "x", "1s", "''"}) {
    expect_refused("certify --time-limit " + std::string(limit) + out("x"), 2, "--time-limit");
    expect_refused("replay --time-limit " + std::string(limit) + " any.case", 2, "--time-limit");
  }
  for (const char* size : {"0", "-1", "1.5G", "x", "1E", "''", "99999999999T"}) {
    expect_refused("certify --memory-limit " + std::string(size) + out("x"), 2, "--memory-limit");
  }
  expect_refused("certify --allow-write ''" + out("x"), 2, "--allow-write");
  expect_refused("certify --allow-write /no/such/folder" + out("x"), 2, "/no/such/folder");
  expect_refused("list --family cube", 2, "cube");
  expect_refused("bench --filter vcnov", 2, "use one of vconv, deq, fixpipe, isolated");
  expect_refused("bench --filter ''", 2, "--filter");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_F(Cli, BadLibrariesAreRefusedWithExitCode3) {
  expect_refused("certify --backend /nowhere/lib.so" + out("x"), 3, "/nowhere/lib.so");
  expect_refused("certify --backend " + write("text.so", "not a library") + out("x"), 3, "text.so");
  EXPECT_FALSE(fs::exists(folder_ / "x"));
}

TEST_F(Cli, BadCaseFilesAreRefused) {
  expect_refused("replay /nowhere.case", 2, "/nowhere.case");
  expect_refused("replay " + write("empty.case", ""), 2, "empty");
  expect_refused("replay " + write("random.case", std::string("\x01\xff\x00\x1b[2J\n\n", 9)), 2,
                 "no case file");
  expect_refused("replay " + write("huge.case", std::string(5 << 20, 'x')), 2, "at most");
  expect_refused("replay " + write("cut.case", std::string(kGoodCase).substr(0, 200)), 2, "line 7");
  expect_refused("replay '" + folder_.string() + "'", 2, "folder");
  std::string beyond = kGoodCase;
  beyond.replace(beyond.find("repeat=1"), 8, "repeat=9");
  expect_refused("replay " + write("beyond.case", beyond), 2, "UB ends at 0x400");
  expect_refused("explain " + write("beyond.case", beyond), 2, "UB ends at 0x400");
}

TEST_F(Cli, ContradictoryExplanationsAreRefused) {
  expect_refused("explain deq M=0x1", 2, "needs src=NUMBER");
  expect_refused("explain deq M=0x1 src=70000", 2, "src=70000: it takes a number from -32768");
  expect_refused("explain deq M=0x1 src=1 src=2", 2, "src is given twice");
  expect_refused("explain deq M=0x1 scr=1", 2, "'scr=1' is no field");
  expect_refused("explain copy_matrix_cc_to_gm_s322s8 src=1", 2, "needs M1=NUMBER");
  expect_refused("explain data_copy_deq_s322f16 M=1 scr=1", 2, "it has M, src, isRelu");
  expect_refused("explain copy_matrix_cc_to_gm_f322f32 src=0 ReLUPRE=4", 2, "from 0 to 3");
  expect_refused("explain cast_deq_s162s8 0x1", 2, "write deq");
  expect_refused("explain vconv_f322s32r", 2, "bit pattern");
  expect_refused("explain vconv_f322s32q 0x1", 2, "vconv_f322s32q");
  expect_refused("explain vconv_f162s8r 0x12345", 2, "0x12345");
  expect_refused("explain " + write("good.case", kGoodCase) + " 0x1", 2, "good.case");
}

TEST_F(Cli, AnUnwritableFolderIsRefusedBeforeTheRun) {
  write("taken", "a file");
  expect_refused("certify --level quick" + out("taken"), 2, "--out");
  expect_refused("certify --level quick --out /proc/vconform", 2, "/proc/vconform");
  EXPECT_EQ(contents(folder_ / "taken"), "a file");
}

TEST_F(Cli, MutantsAreScoredByClass) {
  const std::string file = (folder_ / "mutants.json").string();
  const RunResult scored = run_command(
      "mutants --class rounding --every 100 --further-seeds 1 --jobs 2 --out '" + file + "'");
  EXPECT_EQ(scored.status, 0) << scored.output;
  EXPECT_THAT(scored.output, testing::ContainsRegex("rounding +4 +4 +0 +0 "));
  EXPECT_THAT(scored.output, HasSubstr("level quick, seed 1\n"));
  EXPECT_THAT(scored.output, HasSubstr("seed 2         1 mutants      0 survived\n"));
  EXPECT_THAT(contents(file), HasSubstr("\"further_seeds\": ["));
  EXPECT_THAT(contents(file), HasSubstr("\"format\": \"vconform-mutants\""));
  EXPECT_THAT(run_command("mutants --help").output, HasSubstr("reading, pair, mechanical; all"));
  const RunResult unknown = run_command("mutants --class roundings");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.output, HasSubstr("'roundings'; the classes are bundled, rounding"));
  const RunResult none = run_command("mutants --class rounding --every 1000000 --seed 999999");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.output, HasSubstr("leaves none of 320 mutants"));
}

TEST_F(Cli, CoverageRefusesWhatItDoesNotKnow) {
  expect_refused("coverage --level thorough", 2, "--level");
  expect_refused("coverage --family vconf", 2, "--family");
  expect_refused("coverage --format xml", 2, "use text or json");
  expect_refused("coverage --jobs 0", 2, "--jobs");
  expect_refused("coverage --seed minus", 2, "--seed");
  expect_refused("coverage nowhere.json", 2, "nowhere.json");
  expect_refused("coverage nowhere.json --level quick", 2, "--level");
}

}  // namespace
}  // namespace vconform::suites
