// One input of a fuzzer: bytes → case → backend → verdict.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "fuzz/family_cases.h"
#include "fuzz/minimal.h"
#include "fuzz/statistics.h"
#include "generators/choices/choice_source.h"
#include "spec/rows/family.h"

namespace vconform::fuzz {

// Settings from environment variables.
struct Setting {
  // VCONFORM_FUZZ_BACKEND: as --backend.
  std::string backend = "golden";
  // VCONFORM_FUZZ_ON: as --on; empty: not given.
  std::string on;
  // VCONFORM_FUZZ_ISOLATED=1: in a worker process, where crashes and hangs are verdicts.
  bool isolated = false;
  // VCONFORM_FUZZ_PROFILE: as --profile.
  std::string profile = "a2";
  // VCONFORM_FUZZ_TIME_LIMIT: as --time-limit, if isolated.
  double time_limit = 2;
  // VCONFORM_FUZZ_WALL_LIMIT: wall-clock seconds that a case may take, if isolated.
  double wall_limit = 20;
  // VCONFORM_FUZZ_CHOICES: "rule=reading,rule=reading", which override the profile.
  std::vector<std::string> choices;
  // VCONFORM_FUZZ_FINDINGS: a folder for findings as case files, KEY.case, unless that exists. If
  // it is not set, a finding is printed and the program aborted.
  std::string findings;
};
// Throws spec::InputError.
Setting setting_of_environment();

class CaseFuzzer {
 public:
  // Fuzzes one family, or programs. Throws spec::InputError or adapters::LoadError.
  CaseFuzzer(std::optional<spec::Family> family, const Setting& setting);

  // Runs an input; every byte string is a case.
  void run(std::span<const std::uint8_t> bytes);

 private:
  spec::Case drawn_case(generators::ChoiceSource& choices, std::span<const Edit> edits,
                        spec::Case& plain) const;
  suites::CheckResult check(spec::Case& test_case, const spec::Case& plain);
  suites::CheckResult judged(const spec::Case& test_case);
  void report(const Drawn& drawn, const spec::Case& test_case, const suites::Finding& finding);
  void report_smallest(const Drawn& drawn, const spec::Case& test_case,
                       const suites::Finding& finding);
  Trial try_again(const Drawn& drawn, const suites::Finding& wanted);
  void write(const Shown& shown);
  std::filesystem::path path_of(const std::string& key) const;

  Setting setting_;
  suites::Subject subject_;
  FamilyCases cases_;
  Statistics statistics_;
  // The rules that were noted as features of earlier inputs, by row_of_rules: the engine knows
  // them, and to find them again takes most of the time of an input.
  std::map<std::uint64_t, oracle::RuleSet> noted_;
  // Keys of findings, which need not be made minimal again.
  std::set<std::string> seen_;
};

}  // namespace vconform::fuzz
