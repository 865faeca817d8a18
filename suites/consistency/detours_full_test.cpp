// Lowerings that convert by way of another type, each pair of the vconv table through each type
// from which the table goes on: either the cases of an operation tell such a detour from one
// conversion, or it is exact.
#include <gtest/gtest.h>

#include <cstdio>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/profiles/choices.h"
#include "spec/rows/operation_rows.h"
#include "suites/judging/matches_oracle.h"
#include "suites/judging/operation_findings.h"
#include "suites/judging/unit.h"

namespace vconform::suites {
namespace {

using spec::Conversion;
using spec::OperationRow;
using spec::Rounding;

struct Detour {
  OperationRow direct;
  OperationRow chain;
};

std::vector<Rounding> modes_of(const Conversion& row) {
  std::vector<Rounding> modes;
  for (const spec::RoundingMode& mode : spec::kRoundingModes) {
    if (spec::offers(row, mode.rounding)) {
      modes.push_back(mode.rounding);
    }
  }
  return modes;
}

void add_detours(const Conversion& whole, const Conversion& first, const Conversion& second,
                 std::vector<Detour>& all) {
  for (const Rounding rounding : modes_of(whole)) {
    if (!spec::offers(second, rounding) && !spec::offers(second, Rounding::kNull)) {
      continue;
    }
    const Rounding last = spec::offers(second, rounding) ? rounding : Rounding::kNull;
    for (const Rounding before : modes_of(first)) {
      all.push_back({{"direct", whole.source, {{rounding, whole.destination}}, 0, 0},
                     {"chain",
                      whole.source,
                      {{before, first.destination}, {last, whole.destination}},
                      0,
                      0}});
    }
  }
}

std::vector<Detour> all_detours() {
  std::vector<Detour> all;
  for (const Conversion& whole : spec::kConversions) {
    for (const Conversion& first : spec::kConversions) {
      for (const Conversion& second : spec::kConversions) {
        if (first.source == whole.source && second.destination == whole.destination &&
            first.destination == second.source && first.destination != whole.source &&
            first.destination != whole.destination) {
          add_detours(whole, first, second, all);
        }
      }
    }
  }
  return all;
}

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

// Whether every source is among the cases, so that a detour they do not tell apart is exact.
bool is_exhausted(const Detour& detour) {
  return spec::format_of(detour.direct.source).bits <= 16;
}

// Whether the first conversion is exact for every source, so that there is one rounding.
bool begins_exactly(const Detour& detour) {
  const spec::NumberFormat& from = spec::format_of(detour.chain.source);
  const spec::NumberFormat& to = spec::format_of(detour.chain.legs.front().to);
  return !from.is_floating() && !to.is_floating() && from.bits <= to.bits;
}

// Whether the second conversion rounds nothing: it narrows an integer that the first one rounded as
// it should, and a number clamped to the wider range and then to the narrower one is clamped to
// that.
bool ends_exactly(const Detour& detour) {
  const spec::NumberFormat& between = spec::format_of(detour.chain.legs.front().to);
  const spec::NumberFormat& to = spec::format_of(detour.chain.destination());
  return !between.is_floating() && !to.is_floating() && between.bits > to.bits &&
         detour.chain.legs.front().rounding == detour.direct.rounding();
}

TEST(Detours, AreFoundOrExact) {
  std::size_t found = 0;
  std::size_t exact = 0;
  for (const Detour& detour : all_detours()) {
    if (is_found(detour)) {
      ++found;
      continue;
    }
    ++exact;
    std::printf("exact: %s for %s%s\n", spec::conversion_text(detour.chain).c_str(),
                spec::conversion_text(detour.direct).c_str(),
                is_exhausted(detour) ? ", every source tried" : "");
    EXPECT_TRUE(is_exhausted(detour) || begins_exactly(detour) || ends_exactly(detour))
        << spec::conversion_text(detour.chain);
  }
  std::printf("%zu detours found, %zu exact\n", found, exact);
  EXPECT_GT(found, 50U);
}

}  // namespace
}  // namespace vconform::suites
