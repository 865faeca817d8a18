#include "adapters/intrinsics/operands/spans.h"

#include <algorithm>

#include "adapters/golden/copy_matrix/walk.h"
#include "adapters/golden/data_copy/walk.h"
#include "adapters/intrinsics/operands/vector_step.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters::intrinsics {

namespace {

// The last byte is in one of the last two repeats: in counter mode the last one may be partial.
std::uint64_t span_of(const golden::VectorWalk& walk, const golden::Operand& operand) {
  std::uint64_t end = operand.at;
  for (std::uint64_t back = 1; back <= std::min<std::uint64_t>(walk.repeats, 2); ++back) {
    const std::uint64_t repeat = walk.repeats - back;
    for (std::uint64_t lane = 0; lane < walk.lanes; ++lane) {
      if (walk.is_active(repeat, lane)) {
        end = std::max(end, operand.end(repeat, lane));
      }
    }
  }
  return end - operand.at;
}

Spans spans_of(const golden::CopyMatrixWalk& walk) {
  if (walk.does_nothing) {
    return {};
  }
  const spec::Conversion& row = walk.cell.conversion();
  return {spec::byte_count(row.to(), walk.layout.destination_end()),
          spec::byte_count(row.from(), walk.layout.source_end()), 0};
}

std::uint64_t span_of(std::uint64_t blocks, std::uint64_t step, std::uint64_t length) {
  return blocks == 0 ? 0 : (blocks - 1) * step + length;
}

Spans spans_of(const golden::DataCopyWalk& walk) {
  const spec::DeqScale deq = walk.cell.conversion().deq_scale;
  return {span_of(walk.blocks, walk.destination.step, walk.destination.length),
          span_of(walk.blocks, walk.source.step, walk.source.length),
          spec::is_vector(deq) ? span_of(walk.blocks, walk.vector_step, spec::deq_vector_bytes(deq))
                               : 0};
}

}  // namespace

Spans spans_of(const golden::Behaviour& behaviour, const spec::Cell& cell,
               const vconform_step& step, const spec::Registers& registers) {
  if (step.kind == VCONFORM_STEP_COPY_MATRIX) {
    return spans_of(golden::copy_matrix_walk(behaviour, cell, step.as.copy_matrix, registers));
  }
  if (step.kind == VCONFORM_STEP_DATA_COPY) {
    return spans_of(golden::data_copy_walk(behaviour, cell, step.as.data_copy));
  }
  const auto walk = walk_of(behaviour, cell, step, registers);
  return walk ? Spans{span_of(*walk, walk->destination), span_of(*walk, walk->source), 0} : Spans{};
}

}  // namespace vconform::adapters::intrinsics
