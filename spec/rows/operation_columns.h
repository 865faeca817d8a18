// The numbers of columns with which an operation may be called. Defined beside its rows.
#pragma once

#include <cstdint>

#include "spec/rows/memories.h"

namespace vconform::spec {

struct OperationRow;
struct OperationLimits;

// Whether an operand there may begin at any byte: L1 and L0C are addressed by blocks.
constexpr bool takes_any_place(MemoryId memory) {
  return memory == MemoryId::kUb || memory == MemoryId::kGm;
}

// The columns of whole blocks of 32 bytes in both operands: so many in each row, and rows without
// gaps begin at multiples of 32 bytes if the operand does. 1 for an operand in NZ, whose stride
// decides, and for one that need not begin there. `aligned`: both do; one in L1 or L0C always does.
std::uint64_t columns_of_blocks(const OperationRow& row, const OperationLimits& limits,
                                bool aligned);

// Columns come in multiples of this: of cols_multiple, of whole bytes of s4 and, where rows without
// gaps never come alone, of columns_of_blocks.
std::uint64_t columns_multiple(const OperationRow& row, const OperationLimits& limits,
                               bool aligned);

}  // namespace vconform::spec
