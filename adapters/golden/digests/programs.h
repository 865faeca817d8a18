// The programs that golden is run with, by family.
#pragma once

#include <array>
#include <cstdint>

#include "adapters/golden/digests/executor.h"
#include "spec/rows/conversions.h"

namespace vconform::adapters::golden::digests {

struct Extent {
  // The least number of elements for an instruction whose sources have more than 16 bits, or a
  // parameter each.
  std::uint64_t wide;
  // The number of programs with other masks, strides and overlaps, or of a copy that computes
  // nothing.
  std::uint64_t addressings;
};

// Requires a cell of the family vconv, deq or cast_deq.
void run_vector_programs(Executor& executor, const spec::Cell& cell, const Extent& extent);
void run_copy_matrix_programs(Executor& executor, const spec::Cell& cell, const Extent& extent);
void run_data_copy_programs(Executor& executor, const spec::Cell& cell, const Extent& extent);

// By the number of the family.
inline constexpr std::array<void (*)(Executor&, const spec::Cell&, const Extent&),
                            spec::kFamilies.size()>
    kPrograms = {run_vector_programs, run_vector_programs, run_vector_programs,
                 run_copy_matrix_programs, run_data_copy_programs};
static_assert(kPrograms.back() != nullptr);

}  // namespace vconform::adapters::golden::digests
