#include "fuzz/case_features.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "fuzz/feature_counters.h"
#include "spec/number/digest.h"

namespace vconform::fuzz {

namespace {

enum class Feature : std::uint64_t { kRule, kSize, kDistance, kElement, kStepPair };

void note(Feature feature, std::uint64_t a, std::uint64_t b) {
  std::uint64_t digest = spec::digest_with(spec::kEmptyDigest, static_cast<std::uint64_t>(feature));
  digest = spec::digest_with(spec::digest_with(digest, a), b);
  count_feature((digest ^ digest >> 32) % kFeatureCounters);
}

std::uint64_t row_of(const spec::Step& step) {
  const std::optional<spec::Cell> cell = spec::cell_of(step);
  return cell ? cell->row : spec::kRows.size() + step.index();
}

std::uint64_t width_of(std::uint64_t number) {
  return static_cast<std::uint64_t>(std::bit_width(number));
}

void note_vconv(const spec::Vconv& step) {
  note(Feature::kSize, step.cell.row, width_of(step.repeat));
  const std::uint64_t apart =
      step.dst.offset > step.src.offset ? step.dst.offset - step.src.offset : 0;
  note(Feature::kDistance, step.cell.row, width_of(apart));
}

// The sign and exponent of a floating-point number, else its bit length.
void note_element(std::uint64_t row, const spec::PlaceElement& placed) {
  const spec::NumberFormat& format = spec::format_of(placed.type);
  const std::uint64_t magnitude =
      format.is_floating() ? placed.pattern >> format.fraction_bits : width_of(placed.pattern);
  note(Feature::kElement, row, magnitude);
}

}  // namespace

std::uint64_t row_of_rules(const spec::Case& test_case) {
  return test_case.steps.empty() ? 0 : row_of(test_case.steps.back());
}

void note_features(const spec::Case& test_case, const oracle::RuleSet& cited) {
  std::uint64_t last = 0;
  for (const spec::Step& step : test_case.steps) {
    const std::uint64_t row = row_of(step);
    note(Feature::kStepPair, last, row);
    last = row;
    if (const auto* vconv = std::get_if<spec::Vconv>(&step)) {
      note_vconv(*vconv);
    }
  }
  for (std::size_t rule = 0; rule < cited.size(); ++rule) {
    if (cited.test(rule)) {
      note(Feature::kRule, row_of_rules(test_case), rule);
    }
  }
  for (const spec::Placement& placement : test_case.placements) {
    if (const auto* placed = std::get_if<spec::PlaceElement>(&placement)) {
      note_element(last, *placed);
    }
  }
}

}  // namespace vconform::fuzz
