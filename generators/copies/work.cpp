#include "generators/copies/work.h"

#include <array>
#include <cstddef>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::generators {

namespace {

// Indexed by spec::Pipeline.
constexpr std::array<CopyWork, 6> kOfPipeline = {CopyWork::kMoves,  CopyWork::kCasts,
                                                 CopyWork::kToHalf, CopyWork::kShifts,
                                                 CopyWork::kToB8,   CopyWork::kToB4};

}  // namespace

CopyWork work_of(const spec::Conversion& row) {
  if (row.family == spec::Family::kCopyMatrix) {
    return kOfPipeline[static_cast<std::size_t>(spec::quant_code_of(row).pipeline)];
  }
  if (row.deq_scale == spec::DeqScale::kNone) {
    return row.source == row.destination ? CopyWork::kMoves : CopyWork::kCasts;
  }
  if (row.destination == spec::NumberType::kF16) {
    return CopyWork::kToHalf;
  }
  return row.destination == spec::NumberType::kS16 ? CopyWork::kShifts : CopyWork::kToB8;
}

spec::Word copy_word_of(const spec::Conversion& row) {
  return row.family == spec::Family::kCopyMatrix ? spec::quant_word_of(row)
                                                 : spec::deq_word_of(row.deq_scale);
}

}  // namespace vconform::generators
