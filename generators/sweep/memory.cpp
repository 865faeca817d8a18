#include "generators/sweep/memory.h"

#include <algorithm>
#include <cstring>

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

ByteRange range_of(const Walk& walk, std::uint64_t first) {
  return {first * spec::kBlockBytes, (first + span_blocks(walk)) * spec::kBlockBytes};
}

ByteRange hull(const ByteRange& a, const ByteRange& b) {
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

ByteRange source_range(const SweepProgram& program) {
  return range_of(src_walk(program.domain.cell.conversion(), program.plan), program.plan.src.first);
}

ByteRange destination_range(const SweepProgram& program) {
  return range_of(dst_walk(program.domain.cell.conversion(), program.plan), program.plan.dst.first);
}

ByteRange range_of(const SweepProgram& program) {
  const ByteRange operands = hull(source_range(program), destination_range(program));
  const std::uint64_t vector = vector_address(program).offset;
  return has_vector(program) ? hull(operands, {vector, vector + spec::kVectorBytes}) : operands;
}

std::uint8_t old_destination(const SweepProgram& program) {
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  const std::uint64_t number =
      program.first / static_cast<std::uint64_t>(program.domain.cell.conversion().elements);
  return static_cast<std::uint8_t>((number + 1) * kStep >> 56);
}

void place(const SweepProgram& program, std::span<std::uint8_t> ub) {
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
  std::vector<spec::Step> steps = {spec::SetCtrl{program.registers.ctrl},
                                   spec::SetMask{program.registers.mask}};
  if (program.domain.cell.conversion().family == spec::Family::kDeq) {
    steps.emplace_back(spec::SetDeqScale{scale_register(program), has_vector(program)});
  }
  steps.emplace_back(instruction(program.domain.cell, program.plan));
  return steps;
}

spec::Case case_of(const SweepProgram& program) {
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
