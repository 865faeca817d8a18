#include "generators/sweep/programs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <memory>
#include <utility>

#include "generators/choices/byte_source.h"
#include "generators/choices/random_words.h"
#include "generators/vector/case_parts.h"
#include "generators/vector/masks.h"
#include "generators/vector/vector_place.h"
#include "spec/number/digest.h"
#include "spec/number/quantization.h"

namespace vconform::generators {

namespace {

using spec::Feature;

// One program in this many is not contiguous: those take longer.
constexpr std::uint64_t kVariedEvery = 16;
constexpr std::uint64_t kVariedEveryOfFew = 2;
// The number of consecutive chunks whose operands have the same places.
constexpr std::uint64_t kChunksPlacedAlike = 32;

std::uint64_t elements_of(const spec::Conversion& row) {
  return static_cast<std::uint64_t>(row.elements);
}

RandomWords random_words(const SweepDomain& domain, std::uint64_t chunk, std::uint64_t program) {
  return RandomWords(spec::digest_with(
      spec::digest_with(spec::digest_with(spec::digest_with(spec::kEmptyDigest, domain.cell.row),
                                          static_cast<std::uint64_t>(domain.cell.rounding)),
                        chunk),
      program));
}

bool has_vector(const SweepDomain& domain) {
  return spec::is_vdeq(domain.cell.conversion().deq);
}

Region region_of(const SweepDomain& domain) {
  return has_vector(domain) ? before_vector(kUbBlocks) : whole_ub();
}

// The repeats of a contiguous program: as many as possible, or a power of two if a scale belongs to
// a power of two of values.
std::uint64_t most_repeats(const SweepDomain& domain, spec::FeatureSet claimed) {
  const spec::Conversion& row = domain.cell.conversion();
  if (!claimed.has(Feature::kRepeat)) {
    return 1;
  }
  const std::uint64_t most = max_repeats(row, region_of(domain));
  return row.family == spec::Family::kDeq ? std::bit_floor(most) : most;
}

AddressingPlan contiguous(const SweepDomain& domain, std::uint64_t repeats) {
  const spec::Conversion& row = domain.cell.conversion();
  AddressingPlan plan;
  plan.src.strides = contiguous_strides(src_blocks(row));
  plan.dst.strides = contiguous_strides(dst_blocks(row));
  plan.repeat = static_cast<std::uint8_t>(repeats);
  plan.repeats = repeats;
  return plan;
}

// The programs of one chunk.
class Chunk {
 public:
  Chunk(const SweepDomain& domain, spec::FeatureSet claimed, std::uint64_t chunk)
      : domain_(domain),
        row_(domain.cell.conversion()),
        claimed_(claimed),
        chunk_(chunk),
        most_repeats_(row_.is_copy() ? 0 : most_repeats(domain, claimed)),
        next_(chunk * chunk_size(row_)),
        end_(next_ + chunk_size(row_)) {}

  // Contiguous programs come first: their operands mostly stand where those of the one before did.
  std::vector<SweepProgram> programs() {
    if (row_.is_copy()) {
      return copies();
    }
    const std::uint64_t every = chunk_count(row_) > 1 ? kVariedEvery : kVariedEveryOfFew;
    for (std::uint64_t index = 0; next_ < end_; ++index) {
      if (index % every == every - 1) {
        add_varied(index);
      } else {
        add_contiguous();
      }
    }
    contiguous_.insert(contiguous_.end(), varied_.begin(), varied_.end());
    return std::move(contiguous_);
  }

 private:
  std::vector<SweepProgram> copies() {
    while (next_ < end_) {
      const bool is_varied = next_ / kSweptElements % kVariedEvery == kVariedEvery - 1;
      SweepProgram swept;
      swept.domain = domain_;
      swept.first = next_;
      swept.copy =
          std::make_shared<const SweptCopy>(swept_copy(domain_, claimed_, next_, is_varied));
      (is_varied ? varied_ : contiguous_).push_back(std::move(swept));
      next_ += kSweptElements;
    }
    contiguous_.insert(contiguous_.end(), varied_.begin(), varied_.end());
    return std::move(contiguous_);
  }

  std::uint64_t repeats_left() const {
    const std::uint64_t of_scale = values_per_scale(row_) - next_ % values_per_scale(row_);
    return std::min(of_scale, end_ - next_) / elements_of(row_);
  }

  SweepProgram program(const AddressingPlan& plan) const {
    SweepProgram result;
    result.domain = domain_;
    result.first = next_;
    result.plan = plan;
    result.registers.ctrl = domain_.ctrl;
    result.registers.mask = kFullMask;
    // The end of UB, which no operand uses.
    result.vector_block = kUbBlocks - kVectorBlocks;
    return result;
  }

  // Operands have the same places in many chunks, whatever the repeats.
  void add_contiguous() {
    AddressingPlan plan = contiguous(domain_, std::min(most_repeats_, repeats_left()));
    RandomWords draws = random_words(domain_, chunk_ / kChunksPlacedAlike, ~std::uint64_t{0});
    const std::uint64_t src = most_repeats_ * plan.src.strides.repeat;
    const std::uint64_t dst = most_repeats_ * plan.dst.strides.repeat;
    const std::uint64_t first = draws.next() % (region_of(domain_).blocks - src - dst + 1);
    const bool dst_first = draws.next() % 2 == 0;
    plan.src.first = first + (dst_first ? dst : 0);
    plan.dst.first = first + (dst_first ? 0 : src);
    contiguous_.push_back(program(plan));
    next_ += plan.repeats * elements_of(row_);
  }

  // A walk that reads source blocks twice would need one block to hold two values.
  AddressingPlan drawn_plan(ChoiceSource& choices) const {
    const spec::Registers normal;
    AddressingPlan plan = draw_addressing(choices, row_, normal, claimed_, region_of(domain_));
    if (!touches_distinct_blocks(src_walk(row_, plan))) {
      plan = contiguous(domain_, plan.repeats);
      plan.dst.first = plan.placed_repeats() * plan.src.strides.repeat;
    }
    plan.repeats = std::min(plan.repeats, repeats_left());
    plan.repeat = static_cast<std::uint8_t>(plan.repeats);
    return plan;
  }

  void add_varied(std::uint64_t index) {
    // More bytes than addressing, a mask and a vector's place draw.
    const auto bytes = random_words(domain_, chunk_, index).bytes<256>();
    ByteSource choices(bytes);
    constexpr std::array<void (Chunk::*)(ChoiceSource&, const SweepProgram&), 3> kKinds = {
        &Chunk::add_drawn, &Chunk::add_masked, &Chunk::add_counted};
    const auto add = choices.pick(kKinds);
    SweepProgram drawn = program(drawn_plan(choices));
    if (has_vector(domain_)) {
      drawn.vector_block =
          vector_apart(draw_vector_choice(choices), row_, drawn.plan, {kUbBlocks, false});
    }
    (this->*add)(choices, drawn);
    next_ += drawn.plan.repeats * elements_of(row_);
  }

  void add_drawn(ChoiceSource& /*choices*/, const SweepProgram& drawn) { varied_.push_back(drawn); }

  // The program under a mask, then under its complement.
  void add_masked(ChoiceSource& choices, const SweepProgram& unmasked) {
    SweepProgram drawn = unmasked;
    if (claimed_.has(Feature::kMask)) {
      drawn.registers.mask = draw_mask(choices, lane_shape(row_));
      varied_.push_back(drawn);
      drawn.registers.mask = {~drawn.registers.mask.mask1, ~drawn.registers.mask.mask0};
    }
    varied_.push_back(drawn);
  }

  // The first values under one count, the rest under another.
  void add_counted(ChoiceSource& choices, const SweepProgram& uncounted) {
    SweepProgram drawn = uncounted;
    if (!claimed_.has(Feature::kCounter)) {
      varied_.push_back(drawn);
      return;
    }
    const std::uint64_t all = drawn.plan.repeats * elements_of(row_);
    // A vector's factors keep their lanes, and s4 come in pairs.
    const std::uint64_t unit = has_vector(domain_) ? spec::kVectorFactors : 2;
    const std::uint64_t rest = choices.below(all / unit + 1) * unit;
    drawn.registers.ctrl |= spec::with_ctrl_bit(spec::kCtrlCounterMode);
    add_count(drawn, all - rest);
    drawn.first += all - rest;
    add_count(drawn, rest);
  }

  // `repeat` is ignored in counter mode; the places stay those of all repeats.
  void add_count(SweepProgram drawn, std::uint64_t count) {
    constexpr std::uint64_t kGarbageAboveTheCount = 0x5a5a5a5a;
    drawn.registers.mask = {0, kGarbageAboveTheCount << 32 | count};
    drawn.plan.repeats = (count + elements_of(row_) - 1) / elements_of(row_);
    varied_.push_back(drawn);
  }

  SweepDomain domain_;
  const spec::Conversion& row_;
  spec::FeatureSet claimed_;
  std::uint64_t chunk_;
  std::uint64_t most_repeats_;
  std::uint64_t next_;
  std::uint64_t end_;
  std::vector<SweepProgram> contiguous_;
  std::vector<SweepProgram> varied_;
};

}  // namespace

std::uint64_t SweepProgram::lanes() const {
  return copy ? kSweptElements : plan.placed_repeats() * elements_of(domain.cell.conversion());
}

bool SweepProgram::is_active(std::uint64_t lane) const {
  if (copy) {
    return lane < lanes();
  }
  const auto elements = elements_of(domain.cell.conversion());
  if (spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)) {
    return lane < spec::counter_of(registers.mask);
  }
  return lane < plan.repeats * elements && registers.mask.bit(lane % elements);
}

std::uint64_t SweepProgram::active_count() const {
  if (copy) {
    return lanes();
  }
  const auto elements = elements_of(domain.cell.conversion());
  if (spec::ctrl_bit(registers.ctrl, spec::kCtrlCounterMode)) {
    return spec::counter_of(registers.mask);
  }
  const spec::Mask lanes = spec::contiguous_mask(elements);
  return plan.repeats *
         static_cast<std::uint64_t>(std::popcount(registers.mask.mask0 & lanes.mask0) +
                                    std::popcount(registers.mask.mask1 & lanes.mask1));
}

std::uint64_t chunk_size(const spec::Conversion& row) {
  return std::uint64_t{1} << std::min(kChunkBits, sweep_bits(row));
}

std::uint64_t chunk_count(const spec::Conversion& row) {
  return (std::uint64_t{1} << sweep_bits(row)) / chunk_size(row);
}

std::vector<SweepProgram> sweep_programs(const SweepDomain& domain, spec::FeatureSet claimed,
                                         std::uint64_t chunk) {
  assert(chunk < chunk_count(domain.cell.conversion()));
  return Chunk(domain, claimed, chunk).programs();
}

}  // namespace vconform::generators
