// The parts of a discriminating case of a dequantisation: SetCtrl, SetMask, SetDeqScale, and Vconv
// or CastDeq.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generators/vector/discriminating_case.h"
#include "spec/case/instruction.h"

namespace vconform::generators {

// An instruction of the family deq, or a CastDeq with the instruction it stands for. A CastDeq with
// a vector and one without are two variants.
struct DeqVariant {
  spec::Cell cell;
  spec::Cell worker;
  bool half_block = true;

  const spec::Conversion& row() const { return worker.conversion(); }
  bool is_api() const { return cell.conversion().family == spec::Family::kCastDeq; }
  bool is_vector() const { return spec::is_vdeq(row().deq); }
};

// The variants of s16: the deq instructions, then the API forms, either with half_block true only
// or with both of its values.
enum class HalfBlocks { kTrue, kBoth };
std::vector<DeqVariant> b8_variants(HalfBlocks half_blocks = HalfBlocks::kTrue);
// The variants of s32 to f16.
std::vector<DeqVariant> half_variants();
std::vector<DeqVariant> all_deq_variants();

// The elements that are converted, as a mask of either kind or as a count.
struct Elements {
  spec::CastDeqForm form = spec::CastDeqForm::kContiguous;
  spec::Mask bits;
  std::uint64_t number = 0;
};
Elements all_elements(const spec::Conversion& row);

struct DeqQuestion {
  DeqVariant variant;
  Elements elements;
  AddressingPlan plan;
  // CTRL without the bit of counter mode.
  std::uint64_t ctrl = 0;
  // One word, or sixteen factors.
  std::vector<std::uint64_t> words;
  NumberRange source{};
  NumberRange old_destination{};
  // The first block of the vector; nullopt: behind the operands.
  std::optional<std::uint64_t> vector_block;
};

// All elements of contiguous repeats, times 1: small positive numbers, none of which is in the
// destination before.
DeqQuestion plain_question(const DeqVariant& variant, std::uint64_t repeats = 1);

// The word, or sixteen times the word for a vector.
std::vector<std::uint64_t> words_of(const DeqVariant& variant, std::uint64_t word);

DiscriminatingCase deq_discriminating_case(const DeqQuestion& question);

// Puts a source pattern into a lane of the first repeat of contiguous operands.
void place_source(DiscriminatingCase& made, const spec::Conversion& row, std::uint64_t lane,
                  std::int64_t source);

}  // namespace vconform::generators
