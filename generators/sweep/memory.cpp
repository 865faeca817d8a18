#include "generators/sweep/memory.h"

#include <algorithm>
#include <cstring>
#include <variant>

#include "generators/vector/case_parts.h"
#include "generators/vector/vector_place.h"
#include "spec/case/memory_image.h"
#include "spec/number/quantization.h"
#include "spec/number/units.h"

namespace vconform::generators {

namespace {

// Blocks that are adjacent in memory and in the walk.
struct Run {
  std::uint64_t first_block;
  std::uint64_t blocks;
};

// Calls `visit(run, nth)` for the runs of a walk; the run begins with the walk's nth block.
template <typename Visit>
void for_each_run(const Walk& walk, std::uint64_t first, Visit visit) {
  const bool rows_follow = walk.block_stride == 1 && walk.repeat_stride == walk.blocks;
  if (rows_follow || (walk.block_stride == 1 && walk.repeats == 1)) {
    visit(Run{first, walk.repeats * walk.blocks}, 0);
    return;
  }
  for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
    for (std::uint64_t block = 0; block < walk.blocks; ++block) {
      visit(Run{first + repeat * walk.repeat_stride + block * walk.block_stride, 1},
            repeat * walk.blocks + block);
    }
  }
}

std::span<std::uint8_t> bytes_of(const Run& run, std::span<std::uint8_t> ub) {
  return ub.subspan(run.first_block * spec::kBlockBytes, run.blocks * spec::kBlockBytes);
}

bool has_vector(const SweepProgram& program) {
  return spec::is_vdeq(program.domain.cell.conversion().deq);
}

// Factor i of the vector.
std::uint64_t factor(const SweepProgram& program, std::uint64_t i) {
  return sweep_value(program.domain, program.first + i).scale;
}

spec::Address vector_address(const SweepProgram& program) {
  return {spec::MemoryId::kUb, program.vector_block * spec::kBlockBytes};
}

spec::ByteRange range_of(const Walk& walk, std::uint64_t first) {
  return {first * spec::kBlockBytes, (first + span_blocks(walk)) * spec::kBlockBytes};
}

spec::ByteRange hull(const spec::ByteRange& a, const spec::ByteRange& b) {
  return {std::min(a.first, b.first), std::max(a.end, b.end)};
}

std::uint64_t elements_per_block(const spec::Conversion& row) {
  return spec::kBlockBytes * spec::kBitsPerByte / static_cast<std::uint64_t>(row.from().bits);
}

std::uint64_t scale_register(const SweepProgram& program) {
  return has_vector(program) ? vector_address(program).offset / spec::kVectorAddressUnit
                             : sweep_value(program.domain, program.first).scale;
}

}  // namespace

spec::ByteRange source_range(const SweepProgram& program) {
  return range_of(src_walk(program.domain.cell.conversion(), program.plan), program.plan.src.first);
}

spec::ByteRange destination_range(const SweepProgram& program) {
  return range_of(dst_walk(program.domain.cell.conversion(), program.plan), program.plan.dst.first);
}

namespace {

spec::ByteRange range_in_ub(const SweepProgram& program) {
  const spec::ByteRange operands = hull(source_range(program), destination_range(program));
  const std::uint64_t vector = vector_address(program).offset;
  return has_vector(program) ? hull(operands, {vector, vector + spec::kVectorBytes}) : operands;
}

spec::ByteRange piece_range(const SweptCopy& copy, std::size_t piece) {
  const std::uint64_t first = copy.room.offsets[piece];
  return {first, first + copy.pieces[piece].bytes};
}

std::vector<MemoryRange> ranges_of(const SweptCopy& copy) {
  std::vector<MemoryRange> ranges;
  for (std::size_t i = 0; i < copy.pieces.size(); ++i) {
    const spec::MemoryId memory = copy.pieces[i].memory;
    const auto known = std::ranges::find(ranges, memory, &MemoryRange::memory);
    if (copy.pieces[i].bytes == 0) {
      continue;
    }
    if (known == ranges.end()) {
      ranges.push_back({memory, piece_range(copy, i)});
    } else {
      known->bytes = hull(known->bytes, piece_range(copy, i));
    }
  }
  return ranges;
}

}  // namespace

std::vector<MemoryRange> ranges_of(const SweepProgram& program) {
  if (program.copy) {
    return ranges_of(*program.copy);
  }
  return {{spec::MemoryId::kUb, range_in_ub(program)}};
}

bool use_the_same(const SweepProgram& a, const SweepProgram& b) {
  if (a.copy || b.copy) {
    return a.copy && b.copy && ranges_of(a) == ranges_of(b);
  }
  return a.domain.cell == b.domain.cell && a.plan == b.plan && a.vector_block == b.vector_block;
}

std::array<std::uint64_t, spec::kMemoryCount> swept_sizes(const spec::Conversion& row) {
  constexpr std::uint64_t kOfCopy = 256 * 1024;
  std::array<std::uint64_t, spec::kMemoryCount> sizes{};
  const auto size = [&](spec::MemoryId id) -> std::uint64_t& {
    return sizes[static_cast<std::size_t>(id)];
  };
  size(spec::MemoryId::kUb) = spec::memory_of(spec::MemoryId::kUb).a2_size;
  if (row.is_copy()) {
    size(spec::memory_of(row.path.from)) = kOfCopy;
    size(spec::memory_of(row.path.to)) = kOfCopy;
    size(spec::MemoryId::kFixpipe) = kOfCopy;
  }
  return sizes;
}

std::uint8_t old_destination(const SweepProgram& program) {
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  const spec::Conversion& row = program.domain.cell.conversion();
  const std::uint64_t number =
      program.first / (row.is_copy() ? kSweptElements : static_cast<std::uint64_t>(row.elements));
  return static_cast<std::uint8_t>((number + 1) * kStep >> 56);
}

namespace {

void place_copy(const SweepProgram& program, const SweptMemories& memories) {
  const SweptCopy& copy = *program.copy;
  const auto bytes_of_piece = [&](std::size_t piece) {
    return memories[static_cast<std::size_t>(copy.pieces[piece].memory)].subspan(
        copy.room.offsets[piece], copy.pieces[piece].bytes);
  };
  const std::span<std::uint8_t> old = bytes_of_piece(0);
  std::memset(old.data(), old_destination(program), old.size());
  write_sources(program.domain, program.first, bytes_of_piece(1));
  for (const spec::Placement& word : words_of(copy)) {
    std::visit(
        [&](const auto& placed) {
          spec::place(placed, memories[static_cast<std::size_t>(placed.at.memory)]);
        },
        word);
  }
}

}  // namespace

void place(const SweepProgram& program, const SweptMemories& memories) {
  if (program.copy) {
    place_copy(program, memories);
    return;
  }
  const std::span<std::uint8_t> ub = memories[static_cast<std::size_t>(spec::MemoryId::kUb)];
  const spec::Conversion& row = program.domain.cell.conversion();
  for_each_run(dst_walk(row, program.plan), program.plan.dst.first,
               [&](const Run& run, std::uint64_t) {
                 const std::span<std::uint8_t> bytes = bytes_of(run, ub);
                 std::memset(bytes.data(), old_destination(program), bytes.size());
               });
  for_each_run(src_walk(row, program.plan), program.plan.src.first,
               [&](const Run& run, std::uint64_t nth) {
                 write_sources(program.domain, program.first + nth * elements_per_block(row),
                               bytes_of(run, ub));
               });
  if (has_vector(program)) {
    for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
      spec::store_element(ub, vector_address(program).offset,
                          spec::format_of(spec::NumberType::kU64), i, factor(program, i));
    }
  }
}

std::vector<spec::Step> steps_of(const SweepProgram& program) {
  if (program.copy) {
    return steps_of(*program.copy);
  }
  std::vector<spec::Step> steps = {spec::SetCtrl{program.registers.ctrl},
                                   spec::SetMask{program.registers.mask}};
  if (program.domain.cell.conversion().family == spec::Family::kDeq) {
    steps.emplace_back(spec::SetDeqScale{scale_register(program), has_vector(program)});
  }
  steps.emplace_back(instruction(program.domain.cell, program.plan));
  return steps;
}

namespace {

spec::Case case_of_copy(const SweepProgram& program) {
  const SweptCopy& copy = *program.copy;
  const spec::Conversion& row = program.domain.cell.conversion();
  spec::Case test_case;
  test_case.memories = copy.room.memories;
  test_case.placements = {
      spec::PlacePatterns{copy.at(0), spec::NumberType::kU8, copy.pieces[0].bytes,
                          old_destination(program), 0},
      spec::PlacePatterns{copy.at(1), row.source, kSweptElements, program.first, 1}};
  append(test_case.placements, words_of(copy));
  test_case.steps = steps_of(program);
  return test_case;
}

}  // namespace

spec::Case case_of(const SweepProgram& program) {
  if (program.copy) {
    return case_of_copy(program);
  }
  const spec::Conversion& row = program.domain.cell.conversion();
  const auto at = [](const Run& run) {
    return spec::Address{spec::MemoryId::kUb, run.first_block * spec::kBlockBytes};
  };
  spec::Case test_case = empty_case();
  for_each_run(dst_walk(row, program.plan), program.plan.dst.first,
               [&](const Run& run, std::uint64_t) {
                 test_case.placements.push_back(spec::PlacePatterns{at(run), spec::NumberType::kU8,
                                                                    run.blocks * spec::kBlockBytes,
                                                                    old_destination(program), 0});
               });
  for_each_run(
      src_walk(row, program.plan), program.plan.src.first, [&](const Run& run, std::uint64_t nth) {
        const std::uint64_t count = run.blocks * elements_per_block(row);
        const std::uint64_t first = program.first + nth * elements_per_block(row);
        // For a VDEQ each source stands in sixteen lanes.
        const std::uint64_t alike = has_vector(program) ? spec::kVectorFactors : 1;
        for (std::uint64_t i = 0; i < count; i += alike == 1 ? count : alike) {
          test_case.placements.push_back(spec::PlacePatterns{
              {spec::MemoryId::kUb, at(run).offset + spec::byte_count(row.from(), i)},
              row.source,
              alike == 1 ? count : alike,
              sweep_value(program.domain, (first + i) % (std::uint64_t{1} << sweep_bits(row)))
                  .source,
              alike == 1 ? 1U : 0U});
        }
      });
  if (has_vector(program)) {
    for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
      test_case.placements.push_back(spec::PlaceElement{
          vector_address(program), spec::NumberType::kU64, i, factor(program, i)});
    }
  }
  test_case.steps = steps_of(program);
  return test_case;
}

}  // namespace vconform::generators
