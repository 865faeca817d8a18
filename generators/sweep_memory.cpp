#include "generators/sweep_memory.h"

#include <algorithm>
#include <cstring>

#include "generators/case_parts.h"
#include "generators/vector_place.h"
#include "spec/memory_image.h"
#include "spec/quantization.h"
#include "spec/units.h"

namespace vconform::generators {

namespace {

// Blocks that follow each other in memory and in the walk.
struct Run {
  std::uint64_t first_block;
  std::uint64_t blocks;
};

// Calls `visit(run, nth)` for the runs of a walk; the run begins with the nth block of it.
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

template <typename Word>
void write_numbers(std::span<std::uint8_t> bytes, std::uint64_t first) {
  const auto start = static_cast<Word>(first);
  std::uint8_t* at = bytes.data();
  const std::size_t count = bytes.size() / sizeof(Word);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<Word>(start + static_cast<Word>(i));
    std::memcpy(at + i * sizeof(Word), &number, sizeof(Word));
  }
}

// Each number in so many elements.
template <std::uint64_t kTimes>
void write_repeated(std::span<std::uint8_t> bytes, std::uint64_t first) {
  const std::size_t count = bytes.size() / sizeof(std::uint16_t);
  for (std::size_t i = 0; i < count; i += kTimes) {
    const auto number = static_cast<std::uint16_t>((first + i) / kTimes);
    for (std::size_t lane = 0; lane < kTimes; ++lane) {
      std::memcpy(bytes.data() + (i + lane) * sizeof number, &number, sizeof number);
    }
  }
}

void write_nibbles(std::span<std::uint8_t> bytes, std::uint64_t first) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint64_t low = first + 2 * i;
    bytes[i] = static_cast<std::uint8_t>((low & 0xf) | (low + 1) << 4);
  }
}

// As numbers follow each other, so do patterns of vconv and of a DEQ, modulo their width; in a VDEQ
// each comes sixteen times.
void write_sources(const SweepProgram& program, std::span<std::uint8_t> bytes,
                   std::uint64_t first) {
  const spec::Conversion& row = program.domain.cell.conversion();
  if (spec::is_vdeq(row.deq)) {
    return write_repeated<spec::kVectorFactors>(bytes, first);
  }
  switch (row.from().bits) {
    case 4:
      return write_nibbles(bytes, first);
    case 8:
      return write_numbers<std::uint8_t>(bytes, first);
    case 16:
      return write_numbers<std::uint16_t>(bytes, first);
    default:
      return write_numbers<std::uint32_t>(bytes, first);
  }
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

ByteRange range_of(const SweepProgram& program) {
  const spec::Conversion& row = program.domain.cell.conversion();
  const ByteRange operands = hull(range_of(src_walk(row, program.plan), program.plan.src.first),
                                  range_of(dst_walk(row, program.plan), program.plan.dst.first));
  const std::uint64_t vector = vector_address(program).offset;
  return has_vector(program) ? hull(operands, {vector, vector + spec::kVectorBytes}) : operands;
}

std::uint64_t old_destination(const SweepProgram& program) {
  constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  return (program.first / static_cast<std::uint64_t>(program.domain.cell.conversion().elements) +
          1) *
         kStep;
}

void place(const SweepProgram& program, std::span<std::uint8_t> ub) {
  const spec::Conversion& row = program.domain.cell.conversion();
  const std::uint64_t old = old_destination(program);
  for_each_run(dst_walk(row, program.plan), program.plan.dst.first,
               [&](const Run& run, std::uint64_t) {
                 const std::span<std::uint8_t> bytes = bytes_of(run, ub);
                 for (std::size_t at = 0; at < bytes.size(); at += sizeof old) {
                   std::memcpy(bytes.data() + at, &old, sizeof old);
                 }
               });
  for_each_run(src_walk(row, program.plan), program.plan.src.first,
               [&](const Run& run, std::uint64_t nth) {
                 write_sources(program, bytes_of(run, ub),
                               program.first + nth * elements_per_block(row));
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
  constexpr std::uint64_t kWordsPerBlock = spec::kBlockBytes / sizeof(std::uint64_t);
  const auto at = [](const Run& run) {
    return spec::Address{spec::MemoryId::kUb, run.first_block * spec::kBlockBytes};
  };
  spec::Case test_case = empty_case();
  for_each_run(dst_walk(row, program.plan), program.plan.dst.first,
               [&](const Run& run, std::uint64_t) {
                 test_case.placements.push_back(
                     spec::PlacePatterns{at(run), spec::NumberType::kU64,
                                         run.blocks * kWordsPerBlock, old_destination(program), 0});
               });
  for_each_run(
      src_walk(row, program.plan), program.plan.src.first, [&](const Run& run, std::uint64_t nth) {
        const std::uint64_t count = run.blocks * elements_per_block(row);
        const std::uint64_t first = program.first + nth * elements_per_block(row);
        // Of a VDEQ each source stands in sixteen lanes.
        const std::uint64_t alike = has_vector(program) ? spec::kVectorFactors : 1;
        for (std::uint64_t i = 0; i < count; i += alike == 1 ? count : alike) {
          test_case.placements.push_back(spec::PlacePatterns{
              {spec::MemoryId::kUb,
               at(run).offset + spec::byte_count(row.from(), i)},
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
