#include "suites/trace/effect.h"

#include <algorithm>

#include "oracle/cast_deq/cast_deq.h"
#include "oracle/copy_matrix/walk.h"
#include "oracle/data_copy/walk.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/overlap.h"
#include "oracle/vector/vector_walk.h"
#include "oracle/vector/walk_rules.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/number/quantization.h"
#include "suites/trace/parameters.h"

namespace vconform::suites {

namespace {

using oracle::Readings;
using spec::cite;
using spec::MemoryId;

// A call of more blocks is not followed: a counter may ask for 2^32 elements.
constexpr std::uint64_t kMostBlocks = 1 << 17;

// Accesses, of which those that touch are joined.
class Touched {
 public:
  explicit Touched(Effect& effect) : accesses_(effect.accesses) {}

  void add(std::uint64_t first, std::uint64_t end, bool is_write) {
    if (first >= end) {
      return;
    }
    if (!accesses_.empty() && accesses_.back().end == first &&
        accesses_.back().is_write == is_write) {
      accesses_.back().end = end;
    } else {
      accesses_.push_back({first, end, is_write});
    }
  }

 private:
  std::vector<Access>& accesses_;
};

// Blocks with an active lane, in each repeat that lies elsewhere.
void touch(const oracle::VectorWalk& walk, const oracle::OperandWalk& operand, bool is_write,
           Effect& effect) {
  const std::uint64_t repeats = oracle::distinct_repeats(operand, walk.repeats);
  if (repeats * operand.blocks > kMostBlocks) {
    effect.is_cut = true;
    return;
  }
  Touched touched(effect);
  const std::uint64_t in_block = walk.elements / operand.blocks;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    for (std::uint64_t b = 0; b < operand.blocks; ++b) {
      bool is_active = false;
      for (std::uint64_t lane = b * in_block; lane < (b + 1) * in_block && !is_active; ++lane) {
        is_active = walk.active(r, lane);
      }
      if (is_active) {
        touched.add(operand.block(r, b), operand.block(r, b) + spec::kBlockBytes, is_write);
      }
    }
  }
}

// The walk in the least memory in which its operands lie as in the process: their distance counts,
// and whether factors lie between.
oracle::VectorWalk nearby(oracle::VectorWalk walk, std::uint64_t& memory_size) {
  std::uint64_t& dst = walk.destination.base;
  std::uint64_t& src = walk.source.base;
  std::uint64_t lowest = std::min(dst, src);
  if (walk.table) {
    lowest = std::min(lowest, *walk.table);
    *walk.table -= lowest / spec::kBlockBytes * spec::kBlockBytes;
  }
  dst -= lowest / spec::kBlockBytes * spec::kBlockBytes;
  src -= lowest / spec::kBlockBytes * spec::kBlockBytes;
  memory_size = std::max(walk.end_of(walk.destination), walk.end_of(walk.source));
  if (walk.table) {
    memory_size = std::max(memory_size, *walk.table + spec::kVectorBytes);
  }
  return walk;
}

void find_overlap(const oracle::VectorWalk& walk, Effect& effect) {
  constexpr std::uint64_t kMostBytes = 16 * 1024 * 1024;
  std::uint64_t memory_size = 0;
  const oracle::VectorWalk near = nearby(walk, memory_size);
  if (!walk.writes()) {
    return;
  }
  if (walk.repeats > kMostBlocks) {
    effect.is_cut = true;
    return;
  }
  const auto apart = [](const oracle::VectorWalk& one) {
    return one.end_of(one.destination) <= one.source.base ||
           one.end_of(one.source) <= one.destination.base;
  };
  // Arrays of the program may lie terabytes apart.
  if (memory_size <= kMostBytes) {
    effect.overlap = oracle::hazard_of(near, memory_size);
  } else if (apart(walk)) {
    oracle::VectorWalk alone = walk;
    alone.source.base = 0;
    alone.destination.base = walk.end_of(walk.source) - walk.source.base;
    alone.destination.base += spec::kBlockBytes;
    alone.table.reset();
    const std::uint64_t size = alone.end_of(alone.destination);
    if (size <= kMostBytes) {
      effect.overlap = oracle::hazard_of(alone, size);
    } else {
      effect.is_cut = true;
    }
  } else {
    effect.is_cut = true;
  }
}

void add_vector(const spec::Vconv& step, const spec::Registers& registers,
                const AddressSpace& space, Readings& readings, Effect& effect) {
  const spec::Conversion& row = step.cell.conversion();
  oracle::VectorWalk walk = oracle::walk_of(step, registers, readings);
  effect.rules |= oracle::rules_of(row, walk);
  effect.reads.push_back(walk.counter_mode ? ReadRegister::kMaskAsCount
                                           : ReadRegister::kMaskAsMask);
  if (row.family == spec::Family::kDeq) {
    effect.reads.push_back(ReadRegister::kDeqScale);
  }
  if (walk.table) {
    *walk.table += space.start_of(MemoryId::kUb);
    Touched(effect).add(*walk.table, *walk.table + spec::kVectorBytes, false);
  }
  touch(walk, walk.source, false, effect);
  touch(walk, walk.destination, true, effect);
  if (oracle::out_of_range(row, walk)) {
    effect.undefined = cite("args.out-of-range");
  } else {
    find_overlap(walk, effect);
  }
}

void add_cast_deq(const spec::CastDeq& call, const spec::Registers& registers,
                  const AddressSpace& space, Readings& readings, Effect& effect) {
  effect.rules |= oracle::rules_of_call(call);
  if (oracle::mask_out_of_range(call) || oracle::scale_out_of_range(call, registers)) {
    effect.undefined = cite("args.out-of-range");
  } else if (oracle::is_undefined(call, registers, readings)) {
    effect.undefined = cite("cast-deq.s32-is-vec-deq");
  }
  oracle::for_each_instruction(call, registers, readings.decided(),
                               [&](const spec::Vconv& instruction, const spec::Registers& met) {
                                 add_vector(instruction, met, space, readings, effect);
                               });
  const bool sets_mask = call.form == spec::CastDeqForm::kCount || call.is_set_mask;
  if (sets_mask) {
    std::erase(effect.reads, ReadRegister::kMaskAsMask);
    std::erase(effect.reads, ReadRegister::kMaskAsCount);
  }
}

// Rows of sixteen columns of the source; of the destination the rows of a block that follow each
// other without a gap as one access.
void touch(const oracle::FractalWalk& walk, Effect& effect) {
  const std::uint64_t across = walk.is_nd ? walk.columns : walk.channels;
  if (walk.columns == 0 || across == 0 ||
      walk.blocks * walk.rows * (walk.columns / across + 1) > kMostBlocks) {
    effect.is_cut = walk.columns != 0;
    return;
  }
  Touched touched(effect);
  constexpr std::uint64_t kSourceBytes = 4;
  for (std::uint64_t i = 0; i < walk.blocks; ++i) {
    for (std::uint64_t n = 0; n < walk.columns; n += spec::kC0) {
      const std::uint64_t first = walk.source_of(i, 0, n);
      touched.add(first, first + walk.rows * spec::kC0 * kSourceBytes, false);
    }
  }
  const std::uint64_t nibbles = walk.element_bits * oracle::kNibblesPerByte / spec::kBitsPerByte;
  for (std::uint64_t i = 0; i < walk.blocks; ++i) {
    for (std::uint64_t n = 0; n < walk.columns; n += across) {
      const std::uint64_t length = std::min(across, walk.columns - n) * nibbles;
      for (std::uint64_t m = 0; m < walk.rows; ++m) {
        const std::uint64_t first = walk.destination_of(i, m, n);
        touched.add(first / oracle::kNibblesPerByte, (first + length + 1) / oracle::kNibblesPerByte,
                    true);
      }
    }
  }
}

void add_parameters(const spec::CopyMatrix& step, Effect& effect) {
  const spec::QuantCode& code = spec::quant_code_of(step.cell.conversion());
  if (code.reads_quant_word()) {
    const bool has_vector = step.quant_pre == code.vector;
    effect.reads.push_back(has_vector ? ReadRegister::kFpc : ReadRegister::kQuantPre);
  }
  if (step.relu_pre == static_cast<std::uint8_t>(spec::ReluPre::kLeaky)) {
    effect.reads.push_back(ReadRegister::kLreluAlpha);
  } else if (step.relu_pre == static_cast<std::uint8_t>(spec::ReluPre::kPrelu)) {
    effect.reads.push_back(ReadRegister::kFpc);
  }
  if (step.nz2nd_en) {
    effect.reads.push_back(ReadRegister::kNdPara);
  }
}

void add_copy_matrix(const spec::CopyMatrix& step, const spec::Registers& registers,
                     Readings& readings, Effect& effect) {
  add_parameters(step, effect);
  if (oracle::out_of_range(step, registers)) {
    effect.undefined = cite("fixpipe.parameters");
    return;
  }
  if (oracle::does_nothing(step, registers, readings)) {
    return;
  }
  const oracle::FractalWalk walk = oracle::walk_of(step, registers, readings);
  effect.rules |= oracle::rules_of(step, walk);
  if (walk.overlaps_itself()) {
    effect.overlap = cite("fixpipe.overlap");
  }
  touch(walk, effect);
}

void add_data_copy(const spec::DataCopy& step, Readings& readings, Effect& effect) {
  if (oracle::out_of_range(step)) {
    effect.undefined = cite("copy.parameters");
    return;
  }
  const oracle::BlockWalk walk = oracle::walk_of(step, readings);
  effect.rules |= oracle::rules_of(step, walk);
  if (oracle::is_hazard(walk)) {
    effect.overlap = cite("overlap.hazard");
  }
  Touched touched(effect);
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    touched.add(walk.source.block(j), walk.source.block(j) + walk.source.length, false);
  }
  for (std::uint64_t j = 0; walk.vector && j < walk.blocks; ++j) {
    touched.add(walk.vector_of(j), walk.vector_of(j) + walk.vector_bytes, false);
  }
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    touched.add(walk.destination.block(j), walk.destination.block(j) + walk.destination.length,
                true);
  }
}

}  // namespace

Effect effect_of_instruction(const spec::Step& instruction, const spec::Registers& registers,
                             const AddressSpace& space, const spec::Choices& pinned) {
  Effect effect;
  effect.pipe = pipe_of(instruction);
  Readings readings(pinned);
  if (const auto cell = spec::cell_of(instruction);
      cell && cell->conversion().family == spec::Family::kVconv) {
    effect.rules.set(spec::mode_of(cell->rounding).rule);
  }
  if (const auto* vector = std::get_if<spec::Vconv>(&instruction)) {
    add_vector(*vector, registers, space, readings, effect);
  } else if (const auto* call = std::get_if<spec::CastDeq>(&instruction)) {
    add_cast_deq(*call, registers, space, readings, effect);
  } else if (const auto* matrix = std::get_if<spec::CopyMatrix>(&instruction)) {
    add_copy_matrix(*matrix, registers, readings, effect);
  } else if (const auto* copy = std::get_if<spec::DataCopy>(&instruction)) {
    add_data_copy(*copy, readings, effect);
  }
  if (!effect.undefined && !effect.accesses.empty()) {
    effect.undefined = undefined_by_parameters(instruction, registers, pinned);
  }
  return effect;
}

std::optional<Effect> effect_of(const TracedCall& call, const AddressSpace& space,
                                const spec::Choices& pinned) {
  return call.instruction ? std::optional(effect_of_instruction(*call.instruction, call.registers,
                                                                space, pinned))
                          : effect_of_move(call, space);
}

}  // namespace vconform::suites
