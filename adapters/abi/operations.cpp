#include "adapters/abi/operations.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "adapters/abi/checked_table.h"
#include "adapters/load_error.h"
#define VCONFORM_LOWERING_TABLE
#include "adapters/vconform_lowering.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

constexpr std::size_t kSmallestOperation = offsetof(vconform_operation, chain);

// As in the C ABI.
static_assert(static_cast<int>(spec::Saturation::kIntegersSaturate) == VCONFORM_INTEGERS_SATURATE);
static_assert(static_cast<int>(spec::Saturation::kIntegersKeepLowBits) ==
              VCONFORM_INTEGERS_KEEP_LOW_BITS);
static_assert(static_cast<int>(spec::Saturation::kHalfSaturates) == VCONFORM_HALF_SATURATES);
static_assert(static_cast<int>(spec::Saturation::kHalfKeepsInf) == VCONFORM_HALF_KEEPS_INF);

[[noreturn]] void refuse(const std::string& where, const std::string& message) {
  throw LoadError(where + ": " + message);
}

spec::OperationLeg leg_of(std::uint32_t rounding, std::uint32_t type, const std::string& where) {
  if (rounding >= spec::kRoundingModes.size() || type > VCONFORM_F32) {
    refuse(where, "unknown rounding " + std::to_string(rounding) + " or type " +
                      std::to_string(type) + ": use VCONFORM_ROUND_x and VCONFORM_F32 ...");
  }
  return {static_cast<spec::Rounding>(rounding), static_cast<spec::NumberType>(type)};
}

void add_legs(const vconform_operation& entry, const std::string& where, spec::OperationRow& row) {
  const spec::OperationLeg whole = leg_of(entry.rounding, entry.destination_type, where);
  row.source = leg_of(entry.rounding, entry.source_type, where).to;
  if (entry.chain == nullptr || entry.chain_length == 0) {
    row.legs = {whole};
    return;
  }
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(entry.chain_length, spec::kMostLegs + 1);
       ++i) {
    row.legs.push_back(leg_of(entry.chain[i].rounding, entry.chain[i].type, where));
  }
  if (row.legs.back() != whole) {
    refuse(where, "its chain does not end with its rounding and destination_type");
  }
}

static_assert(static_cast<int>(spec::Family::kCastDeq) == VCONFORM_FAMILY_CAST_DEQ);
static_assert(static_cast<int>(spec::Family::kCopyMatrix) == VCONFORM_FAMILY_COPY_MATRIX);
static_assert(static_cast<int>(spec::Family::kDataCopy) == VCONFORM_FAMILY_DATA_COPY);

// The operation decides which of these hold an operand: check_operation.
spec::MemoryId memory_of(std::uint32_t memory, const std::string& where) {
  if (memory >= spec::kMemoryCount) {
    refuse(where, "its operands are in memory " + std::to_string(memory) +
                      ": use VCONFORM_UB, VCONFORM_GM ...");
  }
  return static_cast<spec::MemoryId>(memory);
}

spec::Quantisation quantisation_of(const vconform_operation& entry, const std::string& where) {
  if (entry.quantises == 0) {
    return {};
  }
  constexpr std::uint32_t kMostCode = 255;
  if (entry.quantises > VCONFORM_FAMILY_DATA_COPY || entry.deq_scale > VCONFORM_VDEQ16 ||
      entry.relu > VCONFORM_RELU_PRELU || entry.by_column > 1 || entry.src_block > kMostCode ||
      entry.dst_block > kMostCode) {
    refuse(where,
           "unknown code in quantises, deq_scale, relu, by_column or a block: use "
           "VCONFORM_FAMILY_..., VCONFORM_DEQ..., VCONFORM_RELU_..., 0 or 1, and 0, 8, 16, "
           "32 or 64 columns");
  }
  spec::Quantisation how;
  how.family = static_cast<spec::Family>(entry.quantises);
  how.deq_scale = static_cast<spec::DeqScale>(entry.deq_scale);
  how.relu = static_cast<std::uint8_t>(entry.relu);
  how.by_column = entry.by_column != 0;
  how.src_block = entry.src_block;
  how.dst_block = entry.dst_block;
  return how;
}

// The numbers as they are: check_operation says whether they can be.
spec::OperationLimits limits_of(const vconform_operation& entry, const std::string& where) {
  constexpr std::uint32_t kNever =
      VCONFORM_NEVER_ALIGNED | VCONFORM_NEVER_UNALIGNED | VCONFORM_NEVER_STRIDED;
  if ((entry.never & ~kNever) != 0) {
    refuse(where, "unknown bits in never: use VCONFORM_NEVER_...");
  }
  spec::OperationLimits limits;
  limits.aligned = (entry.never & VCONFORM_NEVER_ALIGNED) == 0;
  limits.unaligned = (entry.never & VCONFORM_NEVER_UNALIGNED) == 0;
  limits.strides = (entry.never & VCONFORM_NEVER_STRIDED) == 0;
  limits.most_rows = entry.most_rows;
  limits.most_cols = entry.most_cols;
  limits.cols_multiple = std::max(1U, entry.cols_multiple);
  limits.dst = memory_of(entry.dst_memory, where);
  limits.src = memory_of(entry.src_memory, where);
  limits.scratch_bytes = entry.scratch_bytes;
  if (entry.quantises != 0) {
    limits.rows_multiple = std::max(1U, entry.rows_multiple);
    limits.parameters = memory_of(entry.parameter_memory, where);
  }
  return limits;
}

spec::DeclaredOperation checked(const vconform_operation& entry, const std::string& where) {
  const std::string here = where + ": operation '" + one_line(entry.name) + "'";
  if (entry.run == nullptr) {
    refuse(here, "run is null");
  }
  spec::DeclaredOperation declared;
  declared.row.name = one_line(entry.name);
  add_legs(entry, here, declared.row);
  declared.row.saturation = entry.saturation;
  declared.row.clobbers = entry.clobbers;
  declared.row.quantisation = quantisation_of(entry, here);
  declared.limits = limits_of(entry, here);
  try {
    spec::check_operation(declared);
    spec::cell_of_operation(declared.row);
  } catch (const spec::InputError& error) {
    refuse(where, error.what());
  }
  return declared;
}

}  // namespace

std::vector<spec::DeclaredOperation> checked_operations(const vconform_capabilities& declared,
                                                        const std::string& where) {
  std::vector<spec::DeclaredOperation> operations;
  if (declared.operation_count == 0) {
    return operations;
  }
  if (declared.operations == nullptr || declared.operation_size < kSmallestOperation ||
      declared.operation_count > kMostOperations) {
    refuse(where, "its operations are null, more than " + std::to_string(kMostOperations) +
                      ", or of a size that no version has: set operation_size to "
                      "sizeof(vconform_operation)");
  }
  std::set<std::string> names;
  const auto* bytes = reinterpret_cast<const unsigned char*>(declared.operations);
  for (std::uint32_t i = 0; i < declared.operation_count; ++i) {
    vconform_operation entry{};
    std::memcpy(&entry, bytes + std::size_t{i} * declared.operation_size,
                std::min<std::size_t>(declared.operation_size, sizeof entry));
    operations.push_back(checked(entry, where));
    const std::string name = spec::operation_name(operations.back().row);
    if (!names.insert(name).second || spec::cell_named("vconv_" + name) ||
        (spec::cell_named(name) && !spec::operation_named(name))) {
      refuse(where, "operation " + name + " is declared twice, or named as an instruction");
    }
  }
  return operations;
}

}  // namespace vconform::adapters
