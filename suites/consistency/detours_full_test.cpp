// Either the cases of an operation tell a detour from one conversion, or it is exact.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rows/operation_rows.h"
#include "suites/consistency/detours.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

// A lowering that takes the detour, without a fault otherwise.
Subject taking(const Detour& detour, const spec::Cell& direct) {
  Subject subject;
  subject.pinned = spec::choices_of_golden();
  subject.operations = {direct};
  subject.claims = [direct](const spec::Cell& cell) {
    return cell == direct ? std::optional(spec::kAllFeatures) : std::nullopt;
  };
  const spec::Cell chain = spec::cell_of_operation(detour.chain);
  subject.execute = [chain, by_oracle = oracle_executor(subject.pinned)](
                        const spec::Case& test_case, const spec::MemoryImage& before) {
    spec::Case changed = test_case;
    std::get<spec::Operation>(changed.steps.back()).cell = chain;
    return by_oracle(changed, before);
  };
  return subject;
}

bool is_found(const Detour& detour) {
  const spec::Cell direct = spec::declare_operation({detour.direct, {}});
  const Subject subject = taking(detour, direct);
  for (const Unit& unit : make_plan(level_named("quick"), subject)) {
    if (unit.cases == Cases::kSystematic &&
        !run_unit(unit, subject, 1, Until::kFirstFailure).deviations.empty()) {
      return true;
    }
  }
  return false;
}

// The lines of the block in the page.
std::vector<std::string> listed_detours() {
  std::ifstream file(VCONFORM_SOURCE_DIR "/adapters/lowering/detours.md");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("    ")) {
      lines.push_back(line.substr(4));
    }
  }
  return lines;
}

TEST(Detours, AreFoundOrExactAndListed) {
  std::size_t found = 0;
  std::vector<std::string> exact;
  for (const Detour& detour : all_detours()) {
    if (is_found(detour)) {
      ++found;
      continue;
    }
    const std::string_view reason = reason_of(detour);
    EXPECT_FALSE(reason.empty()) << spec::conversion_text(detour.chain);
    exact.push_back(fmt::format("{:<16} for {:<10} {}", spec::conversion_text(detour.chain),
                                spec::conversion_text(detour.direct), reason));
  }
  std::printf("%zu detours found, %zu exact\n", found, exact.size());
  EXPECT_GT(found, 50U);
  EXPECT_THAT(listed_detours(), testing::ElementsAreArray(exact))
      << fmt::format("    {}\n", fmt::join(exact, "\n    "));
}

}  // namespace
}  // namespace vconform::suites
