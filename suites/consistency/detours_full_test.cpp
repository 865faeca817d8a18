// Lowerings that convert by way of another type, each pair of the vconv table through each type
// from which the table goes on: either the cases of an operation tell such a detour from one
// conversion, or it is exact.
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
            first.destination == second.source) {
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

bool is_f32(spec::NumberType type) {
  return type == spec::NumberType::kF32;
}

// Whether one of the two rounds f32 to integers and the other one, which rounds as the direct
// conversion does, has integers on that side.
bool rounds_to_integers_aside(const Detour& detour) {
  const auto mode_of = [](Rounding rounding) {
    return rounding == Rounding::kNull ? Rounding::kNearestEven : rounding;
  };
  const spec::NumberType between = detour.chain.legs.front().to;
  const auto is_integer = [](spec::NumberType type) {
    return !spec::format_of(type).is_floating();
  };
  const spec::NumberType from = detour.direct.source;
  const spec::NumberType to = detour.direct.destination();
  const bool first = is_f32(from) && is_f32(between) && (is_integer(to) || is_f32(to));
  const bool second = is_f32(between) && is_f32(to) && is_integer(from);
  return (first || second) &&
         mode_of(detour.chain.legs.front().rounding) == mode_of(detour.direct.rounding());
}

std::string_view reason_of(const Detour& detour) {
  return is_exhausted(detour)               ? "every source tried"
         : begins_exactly(detour)           ? "the first conversion is exact"
         : ends_exactly(detour)             ? "the second one narrows an integer"
         : rounds_to_integers_aside(detour) ? "one of them changes nothing"
                                            : "";
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
