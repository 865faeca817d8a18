#include "generators/programs/systematic/copy_exhaustive.h"

#include <array>
#include <cassert>
#include <vector>

#include "generators/copies/work.h"
#include "generators/data_copy/question.h"
#include "generators/number/every_pattern.h"

namespace vconform::generators {

namespace {

constexpr std::uint64_t kPatternsPerCase = 1 << 15;
constexpr std::uint64_t kExhaustiveParts = 2;
constexpr std::array<std::uint64_t, 4> kExhaustiveHalves = {0x3c00, 0xb555, 0x4201, 0x1001};

bool tries_every_pattern(const spec::Conversion& row) {
  const bool computes = work_of(row) != CopyWork::kMoves || row.relu;
  return row.is_copy() && computes && row.from().bits <= kExhaustiveSource;
}

std::vector<std::uint64_t> exhaustive_words(const spec::Conversion& row) {
  return reads_word(work_of(row))
             ? std::vector<std::uint64_t>(kExhaustiveHalves.begin(), kExhaustiveHalves.end())
             : std::vector<std::uint64_t>{0};
}

}  // namespace

std::size_t copy_exhaustive_case_count(const spec::Conversion& row, spec::FeatureSet /*claimed*/) {
  return tries_every_pattern(row) ? exhaustive_words(row).size() * kExhaustiveParts : 0;
}

spec::Case copy_exhaustive_case(const spec::Cell& cell, std::uint64_t ctrl, std::size_t index,
                                spec::FeatureSet /*claimed*/) {
  const spec::Conversion& row = cell.conversion();
  assert(index < copy_exhaustive_case_count(row));
  const std::uint64_t word = exhaustive_words(row)[index / kExhaustiveParts];
  const std::uint64_t before = index % kExhaustiveParts * kPatternsPerCase;
  DiscriminatingCase made = block_case(long_block_question(cell, ctrl, word, kPatternsPerCase));
  const auto& copy = std::get<spec::DataCopy>(made.test_case.steps.back());
  made.test_case.placements.emplace_back(
      spec::PlacePatterns{copy.src, row.source, kPatternsPerCase,
                          before * kPatternStep & row.from().pattern_mask(), kPatternStep});
  return made.test_case;
}

}  // namespace vconform::generators
