#include "fuzz/family_cases.h"

#include <array>
#include <cassert>

#include "generators/choices/bounds.h"
#include "generators/programs/hazards.h"
#include "generators/programs/illegal/argument_errors.h"
#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/instruction_cases.h"
#include "generators/programs/operands.h"
#include "generators/programs/programs.h"
#include "generators/programs/state/state_case.h"
#include "spec/number/units.h"
#include "spec/rows/operation_rows.h"

namespace vconform::fuzz {

namespace {

using generators::ChoiceSource;

// The size of UB in DataBlocks. All of it only once in 256 cases, as every byte is filled, copied
// and compared.
std::uint64_t draw_ub_blocks(ChoiceSource& choices) {
  constexpr std::array<std::uint64_t, 8> kSmall = {40, 40, 48, 40, 64, 48, 128, 40};
  static_assert(kSmall.front() >= generators::kLeastUbBlocks);
  const std::uint64_t which = choices.below(256);
  return which == 255 ? generators::kUbBlocks : kSmall[which % kSmall.size()];
}

// The most elements of a copy then.
constexpr std::uint64_t kFewCopyElements = 160;

using Kind = FamilyCases::Kind;
constexpr std::array<Kind, 16> kKinds = {
    Kind::kLegal,  Kind::kLegal,  Kind::kLegal,  Kind::kLegal,     Kind::kLegal, Kind::kLegal,
    Kind::kLegal,  Kind::kLegal,  Kind::kLegal,  Kind::kLegal,     Kind::kLegal, Kind::kLegal,
    Kind::kHazard, Kind::kHazard, Kind::kHazard, Kind::kOutOfRange};

// The content of the source of an instruction that computes, besides planted elements. The oracle
// takes most of its time for distinct sources, so few of them allow many cases.
enum class Sources {
  kAsDrawn,
  kFewNumbers,   // eleven: neighbours in lane, block and repeat still differ
  kFewPatterns,  // sixteen, from the whole range
  kAllPatterns,  // in all lanes: every value of a 16-bit type is soon met
};
constexpr std::array<Sources, 8> kWideSources = {
    Sources::kFewNumbers,  Sources::kFewNumbers,  Sources::kFewNumbers, Sources::kFewNumbers,
    Sources::kFewPatterns, Sources::kFewPatterns, Sources::kAsDrawn,    Sources::kFewPatterns};
constexpr std::array<Sources, 8> kNarrowSources = {
    Sources::kFewNumbers,  Sources::kAllPatterns, Sources::kFewNumbers, Sources::kAllPatterns,
    Sources::kFewPatterns, Sources::kAllPatterns, Sources::kAsDrawn,    Sources::kFewNumbers};

Sources draw_sources(ChoiceSource& choices, const spec::Conversion& row) {
  const bool is_narrow = row.from().bits == 16 && row.family == spec::Family::kVconv;
  const std::uint64_t which = choices.below(kWideSources.size());
  if (row.is_plain_path()) {
    return Sources::kAsDrawn;
  }
  return (is_narrow ? kNarrowSources : kWideSources)[which];
}

// Usually one repeat, unless UB has room for many: many small cases show more than few large ones.
spec::FeatureSet draw_features(ChoiceSource& choices, spec::FeatureSet claimed, Sources sources,
                               std::uint64_t ub_blocks) {
  const bool repeats = choices.one_in(8) || ub_blocks == generators::kUbBlocks;
  if (sources == Sources::kAllPatterns) {
    return claimed.without(spec::Feature::kMask).without(spec::Feature::kCounter);
  }
  return repeats ? claimed : claimed.without(spec::Feature::kRepeat);
}

// The replacement for numbers or patterns that fill a source.
template <typename Filled>
spec::Placement filling(const Filled& filled, Sources sources, std::uint64_t first) {
  constexpr std::uint64_t kFew = 11;
  constexpr std::uint64_t kScattered = 0x9e3779b1;
  if (sources == Sources::kFewNumbers) {
    const std::int64_t low = spec::format_of(filled.type).is_signed() ? -5 : 0;
    return spec::PlaceNumbers{filled.at, filled.type, filled.count, low, kFew};
  }
  const std::uint64_t apart = std::uint64_t{1} << (spec::format_of(filled.type).bits - 4);
  return spec::PlacePatterns{filled.at, filled.type, filled.count, first,
                             sources == Sources::kFewPatterns ? apart : kScattered};
}

void refill(spec::Case& test_case, const spec::Conversion& row, Sources sources,
            std::uint64_t first) {
  const spec::Address source = generators::source_of(test_case.steps.back());
  for (spec::Placement& placement : test_case.placements) {
    std::visit(
        [&](auto& filled) {
          if constexpr (requires { filled.count; }) {
            const bool is_there =
                filled.at.offset / spec::kBlockBytes == source.offset / spec::kBlockBytes;
            if (is_there && filled.type == row.source) {
              placement = filling(filled, sources, first);
            }
          }
        },
        placement);
  }
}

}  // namespace

FamilyCases::FamilyCases(std::optional<spec::Family> family, const suites::Subject& subject)
    : is_program_(!family),
      is_operation_(family == spec::Family::kOperation),
      checks_arguments_(subject.checks_arguments),
      claims_(subject.claims) {
  for (const spec::Cell& cell : is_operation_ ? spec::declared_operations() : spec::all_cells()) {
    const std::optional<spec::FeatureSet> claimed = claims_(cell);
    if (!claimed || (family && cell.conversion().family != *family)) {
      continue;
    }
    cells_.push_back(cell);
    claimed_.push_back({cell, *claimed});
    if (generators::runs_in_programs(cell.conversion())) {
      in_ub_.push_back(cell);
      common_ = common_.within(*claimed);
    }
  }
}

spec::Case FamilyCases::draw(ChoiceSource& choices) const {
  assert(!none());
  return is_operation_ ? draw_operation(choices)
         : is_program_ ? draw_program(choices)
                       : draw_instruction(choices);
}

spec::Case FamilyCases::draw_program(ChoiceSource& choices) const {
  const bool has_runs = choices.one_in(4) || in_ub_.empty();
  if (!has_runs) {
    return generators::program_case(choices, in_ub_, common_);
  }
  const generators::ClaimedCell& cell = choices.pick(claimed_);
  return generators::state_case(choices, cell.cell,
                                {cell.features, generators::kUbBlocks, claimed_});
}

// Operations have neither hazards nor arguments out of range: no page says what they are called
// with.
spec::Case FamilyCases::draw_operation(ChoiceSource& choices) const {
  const spec::Cell cell = choices.pick(cells_);
  return generators::instruction_case(choices, cell, generators::Bounds(*claims_(cell)));
}

spec::Case FamilyCases::draw_instruction(ChoiceSource& choices) const {
  const spec::Cell cell = choices.pick(cells_);
  const Sources sources = draw_sources(choices, cell.conversion());
  const std::uint64_t first = choices.bits(32);
  const std::uint64_t ub_blocks = draw_ub_blocks(choices);
  const bool is_small = ub_blocks != generators::kUbBlocks;
  const generators::Bounds bounds(draw_features(choices, *claims_(cell), sources, ub_blocks),
                                  ub_blocks, {},
                                  is_small ? kFewCopyElements : generators::kCopyElements);
  const Kind kind = choices.pick(kKinds);
  spec::Case test_case = draw_kind(choices, kind, cell, bounds);
  if (sources != Sources::kAsDrawn) {
    refill(test_case, cell.conversion(), sources, first);
  }
  return test_case;
}

spec::Case FamilyCases::draw_kind(ChoiceSource& choices, Kind kind, const spec::Cell& cell,
                                  const generators::Bounds& bounds) const {
  const bool checked = checks_arguments_ && generators::has_argument_errors(cell);
  if (kind == Kind::kHazard && generators::has_hazards(cell, bounds.allowed)) {
    return generators::hazard_case(choices, cell, bounds);
  }
  if (kind == Kind::kOutOfRange) {
    return checked ? generators::argument_error_case(choices, cell, bounds)
                   : generators::out_of_range_case(choices, cell, bounds);
  }
  return generators::instruction_case(choices, cell, bounds);
}

}  // namespace vconform::fuzz
