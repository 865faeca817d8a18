// Test support for the command fuzz, with shell scripts in place of the fuzz targets.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>

#include "suites/commands/cli_fixture.h"
#include "suites/findings/finding_key.h"

namespace vconform::suites {

inline constexpr const char* kCase =
    "vconform-case 1\n"
    "claim Vconv.MatchesOracle/f322f32_r\n"
    "seed 1\n"
    "memory UB size=196608 background=1\n"
    "place UB+0x100 f32 numbers count=64 low=100003 modulus=65519\n"
    "place UB+0x0 f32 numbers count=64 low=-32760 modulus=65521\n"
    "place UB+0x0 f32 element index=0 pattern=0x40200000\n"
    "ctrl 0x0000000000000000\n"
    "mask 0xffffffffffffffff 0xffffffffffffffff\n"
    "vconv_f322f32r dst=UB+0x100 src=UB+0x0 repeat=1 dstBlockStride=1 srcBlockStride=1 "
    "dstRepeatStride=8 srcRepeatStride=8\n";

// The beginning of every stand-in: it finds its files in the engine's options.
inline constexpr const char* kPrelude = R"(#!/bin/sh
here=$(dirname -- "$0")
name=$(basename -- "$0")
echo "$name isolated=${VCONFORM_FUZZ_ISOLATED-0} profile=$VCONFORM_FUZZ_PROFILE $*" >>"$here/calls"
for word in "$@"; do
  case $word in
    -artifact_prefix=*) artifacts=${word#*=} ;;
    -max_total_time=*) seconds=${word#*=} ;;
    -*) ;;
    *) last=$word ;;
  esac
done
report() {
  echo "$VCONFORM_FUZZ_REPORT $*" >&3
}
figures() {
  report "vconform_fuzz: inputs=$1 compared=$2 elements=$3 median_repeat=${4-3} findings=0"
}
engine() {
  echo "#2	INITED cov: 100 ft: 200 corp: 1/1b exec/s: 0 rss: 30Mb" >&2
  echo "#64	NEW    cov: 123 ft: 245 corp: 5/9b lim: 256 exec/s: 0 rss: 30Mb L: 4/4 MS: 1" >&2
}
find_case() {
  [ -e "$VCONFORM_FUZZ_FINDINGS/$1.case" ] && return
  cp "$here/wrong.case" "$VCONFORM_FUZZ_FINDINGS/$1.part"
  mv "$VCONFORM_FUZZ_FINDINGS/$1.part" "$VCONFORM_FUZZ_FINDINGS/$1.case"
}
)";

inline constexpr const char* kGood =
    "engine; figures 1000 990 50000; sleep \"${seconds-0}\"; "
    "figures 2000 1980 100000; report end\n";
// All is well if the backend is isolated.
inline constexpr const char* kGoodIfIsolated =
    "[ -z \"${VCONFORM_FUZZ_ISOLATED-}\" ] || { engine; figures 1 1 9; sleep \"${seconds-0}\"; "
    "report end; exit 0; }\n";
inline const std::string kKey =
    finding_key("MISMATCH", "round.nearest-ties-to-even", "vconv_f322f32r");

class FuzzTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::create_directories(folder_ / "targets/corpus");
    write("targets/wrong.case", kCase);
    setenv("VCONFORM_FUZZ_TARGETS", (folder_ / "targets").c_str(), 1);
  }
  void TearDown() override {
    unsetenv("VCONFORM_FUZZ_TARGETS");
    CliTest::TearDown();
  }

  void stand_in(const std::string& target, const std::string& what) const {
    const fs::path script = folder_ / "targets" / target;
    write("targets/" + target, kPrelude + what);
    fs::permissions(script, fs::perms::owner_all);
    fs::create_directories(folder_ / "targets/corpus" / target);
    std::ofstream(folder_ / "targets/targets.txt", std::ios::app)
        << target << '\t' << script.string() << '\t'
        << (folder_ / "targets/corpus" / target).string() << '\t' << script.string()
        << ".dict\t256\n";
  }

  // Fuzzes one family with one process.
  RunResult fuzz(const std::string& options) const {
    return run_command("fuzz --jobs 1 --profile a2 " + options + out("out"));
  }
  RunResult fuzz_vconv(const std::string& options) const {
    return fuzz("--family vconv " + options);
  }

  std::string calls() const { return contents(folder_ / "targets/calls"); }
  std::size_t call_count(const std::string& part) const {
    std::istringstream lines(calls());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
      count += line.find(part) == std::string::npos ? 0 : 1;
    }
    return count;
  }
  static std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  }
};

}  // namespace vconform::suites
