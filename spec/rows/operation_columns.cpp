#include "spec/rows/operation_columns.h"

#include <algorithm>
#include <numeric>

#include "spec/number/number_format.h"
#include "spec/number/units.h"

namespace vconform::spec {

namespace {

std::uint64_t bits_of(NumberType type) {
  return static_cast<std::uint64_t>(format_of(type).bits);
}

std::uint64_t per_block(NumberType type, MemoryId memory, std::uint32_t block, bool aligned) {
  return block == 0 && (aligned || !takes_any_place(memory))
             ? kBlockBytes * kBitsPerByte / bits_of(type)
             : 1;
}

std::uint64_t per_byte(NumberType type) {
  return std::max<std::uint64_t>(1, kBitsPerByte / bits_of(type));
}

}  // namespace

std::uint64_t columns_of_blocks(const OperationRow& row, const OperationLimits& limits,
                                bool aligned) {
  return std::lcm(per_block(row.source, limits.src, row.quantisation.src_block, aligned),
                  per_block(row.destination(), limits.dst, row.quantisation.dst_block, aligned));
}

std::uint64_t columns_multiple(const OperationRow& row, const OperationLimits& limits,
                               bool aligned) {
  const std::uint64_t declared =
      std::lcm(std::uint64_t{limits.cols_multiple},
               std::max(per_byte(row.source), per_byte(row.destination())));
  return limits.strides || limits.rows_multiple == 1
             ? declared
             : std::lcm(declared, columns_of_blocks(row, limits, aligned));
}

}  // namespace vconform::spec
