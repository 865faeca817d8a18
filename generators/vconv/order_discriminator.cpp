#include "generators/vconv/discriminators.h"

#include <algorithm>
#include <array>

#include "generators/vector/masks.h"
#include "generators/vector/order_plans.h"

namespace vconform::generators {

namespace {

using spec::NumberType;

// The source numbers of a row whose results are read as sources again: the results, taken as bits
// of the source type, are in range, normal and not ties. Integer results read as floating-point
// numbers are tiny.
struct RereadNumbers {
  NumberType source;
  NumberType destination;
  NumberRange numbers;
};

constexpr std::int64_t kSmallestNormalF32 = 0x00800000;
constexpr std::int64_t kSmallestNormalF16 = 0x0400;
constexpr std::int64_t kSmallestNormalBf16 = 0x0080;

constexpr std::array<RereadNumbers, 15> kRereadNumbers = {{
    // Two halves make an f32 between 2^-14 and 2^16.
    {NumberType::kF32, NumberType::kF16, {1, 7}},
    // The upper half must not be 0.
    {NumberType::kF32, NumberType::kBf16, {1, 113}},
    {NumberType::kF32, NumberType::kS64, {kSmallestNormalF32, 65521}},
    {NumberType::kF32, NumberType::kS32, {kSmallestNormalF32, 65521}},
    // The upper half alone makes the number normal: likewise f16 to s8 and u8.
    {NumberType::kF32, NumberType::kS16, {kSmallestNormalBf16, 8191}},
    {NumberType::kF16, NumberType::kS32, {kSmallestNormalF16, 1021}},
    {NumberType::kF16, NumberType::kS16, {kSmallestNormalF16, 1021}},
    {NumberType::kF16, NumberType::kS8, {4, 47}},
    {NumberType::kF16, NumberType::kU8, {4, 47}},
    // 0x2121 or 0x1212.
    {NumberType::kF16, NumberType::kS4, {1, 2}},
    {NumberType::kBf16, NumberType::kS32, {kSmallestNormalBf16, 127}},
    // Patterns of few bits, exact as integers.
    {NumberType::kS16, NumberType::kF16, {1, 7}},
    // The lower half is 0, not -0.
    {NumberType::kF16, NumberType::kF32, {1, 113}},
    // -2 and -1 make a -2 of twice the width.
    {NumberType::kS32, NumberType::kS16, {-2, 2}},
    {NumberType::kS64, NumberType::kS32, {-2, 2}},
}};

NumberRange reread_numbers(const spec::Conversion& row) {
  const auto found =
      std::find_if(kRereadNumbers.begin(), kRereadNumbers.end(), [&](const RereadNumbers& entry) {
        return entry.source == row.source && entry.destination == row.destination;
      });
  return found != kRereadNumbers.end() ? found->numbers : source_numbers(row);
}

struct Hazard {
  bool (*concerns)(const spec::Conversion& row);
  AddressingPlan (*plan)(const spec::Conversion& row);
  // Whether results are read as sources.
  bool rereads;
  // Uses a quarter of the lanes only, so that no result of a result is read again.
  bool first_quarter;
};

bool any_row(const spec::Conversion&) {
  return true;
}
bool widens(const spec::Conversion& row) {
  return row.destination_blocks > row.source_blocks;
}
bool narrows(const spec::Conversion& row) {
  return row.destination_blocks < row.source_blocks;
}

constexpr std::array<Hazard, 5> kHazards = {{
    {any_row, ends_under_destination, true, false},
    {any_row, feeds_next_repeat, true, false},
    {widens, in_place, true, true},
    {narrows, in_place, false, false},
    {any_row, stacked, false, false},
}};

DiscriminatingCase hazard_case(const Hazard& hazard, const spec::Cell& cell, std::uint64_t ctrl) {
  const spec::Conversion& row = cell.conversion();
  const auto quarter = static_cast<std::uint64_t>(row.elements) / 4;
  const spec::Mask mask = hazard.first_quarter ? spec::contiguous_mask(quarter) : kFullMask;
  return discriminating_case(cell, {mask, ctrl}, hazard.plan(row),
                             hazard.rereads ? reread_numbers(row) : source_numbers(row));
}

// For every instruction:
//   the destination begins on the last block of the source: reading block by block meets results
//     there;
//   the next repeat reads a destination repeat: a snapshot has the old contents;
//   a wider destination in the place of its source, two blocks of it;
//   destination repeats on top of each other, and a narrower destination in the place of its
//     source: all readings agree, and an order that none of them describes shows.
// A result that is read as a source is a normal number and not a tie.
std::vector<DiscriminatingCase> walk_order_cases() {
  std::vector<DiscriminatingCase> cases;
  for (const Hazard& hazard : kHazards) {
    for (const spec::Conversion& row : spec::kConversions) {
      if (!hazard.concerns(row)) {
        continue;
      }
      for (const spec::Cell& cell : cells_of(row)) {
        for (const std::uint64_t ctrl : both_ctrl48(row)) {
          cases.push_back(hazard_case(hazard, cell, ctrl));
        }
      }
    }
  }
  return cases;
}

}  // namespace

std::vector<Discriminator> vconv_order_discriminators() {
  return {
      {230, {spec::cite("walk.order")}, walk_order_cases},
  };
}

}  // namespace vconform::generators
