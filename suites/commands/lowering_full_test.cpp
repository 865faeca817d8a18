// Every planted fault of the lowerings in adapters/testing/lowerings, wherever it may be planted:
// found at quick, and named by the path or the instruction; and right lowerings under many seeds.
#include <cstdlib>

#include "suites/commands/cli_fixture.h"

namespace vconform::suites {
namespace {

struct PlantedFault {
  const char* lowering;
  const char* fault;
  // A part of the diagnosis or of the failure that names the path or the instruction.
  const char* named;
};

constexpr PlantedFault kFaults[] = {
    {"tile", "ignored:all", "wrong in all calls"},
    {"tile", "ignored:last-column", "wrong in the last column of all calls"},
    {"tile", "ignored:ctrl48", "under CTRL[48]=1"},
    {"tile", "skipped:all", "wrong in all calls"},
    {"tile", "skipped:last-column", "wrong in the last column of all calls"},
    {"tile", "skipped:ctrl48", "under CTRL[48]=1"},
    {"tile", "stale-mask", "wrong in all calls"},
    {"tile", "ctrl59", "CTRL is 0x"},
    {"tile", "repeat", "tile_lowering.cpp:"},
    {"template", "half-up:all", "host scalar code"},
    {"template", "half-up:unaligned", "wrong in unaligned calls"},
    {"template", "half-up:last-column", "wrong in the last column of"},
    {"template", "half-up:ctrl48", "under CTRL[48]=1"},
    {"template", "ignored:all", "wrong in all calls"},
    {"template", "ignored:unaligned", "wrong in unaligned calls"},
    {"template", "ignored:last-column", "wrong in the last column of"},
    {"template", "ignored:ctrl48", "under CTRL[48]=1"},
    {"template", "skipped:all", "wrong in all calls"},
    {"template", "skipped:unaligned", "wrong in unaligned calls"},
    {"template", "skipped:last-column", "wrong in the last column of all calls"},
    {"template", "skipped:ctrl48", "under CTRL[48]=1"},
    {"template", "wraps:unaligned", "HOST SCALAR CODE"},
    {"template", "wraps:all", "HOST SCALAR CODE"},
    {"template", "wraps:last-column", "HOST SCALAR CODE"},
    {"template", "wraps:ctrl48", "HOST SCALAR CODE"},
    {"template", "nan:unaligned", "HOST SCALAR CODE"},
    {"template", "nan:all", "HOST SCALAR CODE"},
    {"template", "nan:last-column", "HOST SCALAR CODE"},
    {"template", "nan:ctrl48", "HOST SCALAR CODE"},
    {"low_bits", "saturates:all", "HOST SCALAR CODE"},
    {"low_bits", "saturates:last-column", "HOST SCALAR CODE"},
    {"api", "ignored:all", "wrong in all calls"},
    {"api", "ignored:ctrl48", "under CTRL[48]=1"},
    {"api", "skipped:all", "wrong in the last column of all calls"},
    {"api", "skipped:ctrl48", "wrong in the last column of all calls under CTRL[48]=1"},
    {"api", "mode", "CTRL is 0x"},
    {"api", "undeclared", "wrong in all calls"},
    {"api", "overlap", "operands overlap, and the pages promise nothing then"},
    {"cast_deq", "offset:all", "wrong in all calls"},
    {"cast_deq", "offset:last-column", "wrong in the last column of all calls"},
    {"cast_deq", "offset:ctrl48", "under CTRL[48]=1"},
    {"cast_deq", "scale:all", "wrong in all calls"},
    {"cast_deq", "scale:ctrl48", "under CTRL[48]=1"},
    {"cast_deq", "halves", "wrong in all calls"},
    {"cast_deq", "sign:last-column", "wrong in the last column of all calls"},
    {"cast_deq", "factor:all", "wrong in all calls"},
    {"cast_deq", "factor:ctrl48", "under CTRL[48]=1"},
    {"cast_deq", "stale", "wrong in all calls"},
    {"cast_deq", "skipped:all", "wrong in all calls"},
    {"cast_deq", "skipped:last-column", "wrong in the last column of all calls"},
    {"cast_deq", "skipped:ctrl48", "under CTRL[48]=1"},
    {"fixpipe", "code:all", "wrong in all calls"},
    {"fixpipe", "code:ctrl48", "under CTRL[48]=1"},
    {"fixpipe", "burst", "wrong in all calls"},
    {"fixpipe", "relu:all", "wrong in all calls"},
    {"fixpipe", "relu:last-column", "wrong in the last column of all calls"},
    {"fixpipe", "alpha", "wrong in all calls"},
    {"fixpipe", "offset:all", "wrong in all calls"},
    {"fixpipe", "offset:last-column", "wrong in the last column of all calls"},
    {"fixpipe", "offset:ctrl48", "under CTRL[48]=1"},
    {"fixpipe", "vector:all", "wrong in all calls"},
    {"fixpipe", "vector:ctrl48", "under CTRL[48]=1"},
    {"fixpipe", "stride", "wrong in all calls"},
    {"fixpipe", "stale", "wrong in all calls"},
    {"fixpipe", "skipped:last-column", "wrong in the last column of all calls"},
    {"fixpipe", "host:all", "host scalar code"},
    {"fixpipe", "host:last-column", "host scalar code"},
    {"data_copy", "scale:all", "wrong in all calls"},
    {"data_copy", "scale:last-column", "wrong in the last column of all calls"},
    {"data_copy", "scale:ctrl48", "under CTRL[48]=1"},
    {"data_copy", "offset:all", "wrong in all calls"},
    {"data_copy", "offset:ctrl48", "under CTRL[48]=1"},
    {"data_copy", "relu:all", "wrong in all calls"},
    {"data_copy", "relu:ctrl48", "under CTRL[48]=1"},
    {"data_copy", "vector:all", "wrong in all calls"},
    {"data_copy", "vector:last-column", "wrong in the last column of all calls"},
    {"data_copy", "gap", "wrong in all calls"},
    {"data_copy", "sid:all", "wrong in all calls"},
    {"data_copy", "skipped:all", "wrong in all calls"},
    {"data_copy", "skipped:ctrl48", "under CTRL[48]=1"},
};

// DataCopy computes on the m200 alone.
std::string profile_of(std::string_view lowering) {
  return lowering == "data_copy" ? "--profile m200 " : "";
}

RunResult certified(const char* lowering, const char* fault, int seed,
                    const std::string& options = "") {
  setenv("VCONFORM_LOWERING_FAULT", fault, 1);
  const fs::path folder =
      fs::temp_directory_path() / ("vconform-lowering-" + std::to_string(getpid()));
  RunResult run = run_command("certify --level quick " + options + "--backend 'lowering:" +
                              VCONFORM_TEST_LIBRARIES + "/" + lowering + "_lowering.so' --seed " +
                              std::to_string(seed) + " --out '" + folder.string() + "'");
  fs::remove_all(folder);
  unsetenv("VCONFORM_LOWERING_FAULT");
  return run;
}

TEST(PlantedFaults, AreFoundAndNamed) {
  std::size_t named = 0;
  for (const PlantedFault& planted : kFaults) {
    const RunResult run =
        certified(planted.lowering, planted.fault, 1, profile_of(planted.lowering));
    EXPECT_EQ(run.status, 1) << planted.lowering << " " << planted.fault << "\n" << run.output;
    const bool is_named = run.output.find(planted.named) != std::string::npos;
    named += is_named ? 1 : 0;
    if (!is_named) {
      std::printf("not named: %s %s\n%s\n", planted.lowering, planted.fault, run.output.c_str());
    }
  }
  EXPECT_GE(named * 10, std::size(kFaults) * 9);
}

TEST(Misdeeds, AreVerdictsAndTheRunGoesOn) {
  struct Misdeed {
    const char* kind;
    const char* verdict;
  };
  for (const Misdeed& one :
       {Misdeed{"loops", "TIMEOUT"}, Misdeed{"scribbles", "it writes L1+0x40"},
        Misdeed{"dereferences", "CRASH"}, Misdeed{"exits", "CRASH"},
        Misdeed{"throws", "it throws: no such tile"}, Misdeed{"raises", "CRASH"}}) {
    const RunResult run = certified("hostile", one.kind, 1, "--time-limit 0.1 ");
    EXPECT_EQ(run.status, 1) << one.kind << run.output;
    for (const char* part : {one.verdict, "operation hostile_f32_f16", "conforms on 0 of 1 rows"}) {
      EXPECT_THAT(run.output, testing::HasSubstr(part)) << one.kind;
    }
  }
}

TEST(RightLowerings, AreGreenUnderTwentySeeds) {
  for (int seed = 1; seed <= 20; ++seed) {
    for (const char* lowering : {"tile", "template", "api", "array", "smallest", "low_bits",
                                 "pairs", "cast_deq", "fixpipe", "data_copy"}) {
      const RunResult run = certified(lowering, "", seed, profile_of(lowering));
      EXPECT_EQ(run.status, 0) << lowering << " " << seed << "\n" << run.output;
    }
  }
}

}  // namespace
}  // namespace vconform::suites
