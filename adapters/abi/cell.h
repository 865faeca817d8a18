// Asserts that the enumerators of the C ABI equal those of the spec, and finds the cell for numbers
// of the ABI.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "adapters/vconform_adapter.h"
#include "spec/case/instruction.h"
#include "spec/rows/conversions.h"
#include "spec/rows/features.h"
#include "spec/rows/memories.h"
#include "spec/slugs/rule_id.h"

namespace vconform::adapters {

template <typename Enum>
constexpr bool is_number(Enum value, int abi) {
  return static_cast<int>(value) == abi;
}

static_assert(is_number(spec::NumberType::kS4, VCONFORM_S4));
static_assert(is_number(spec::NumberType::kS8, VCONFORM_S8));
static_assert(is_number(spec::NumberType::kS16, VCONFORM_S16));
static_assert(is_number(spec::NumberType::kS32, VCONFORM_S32));
static_assert(is_number(spec::NumberType::kS64, VCONFORM_S64));
static_assert(is_number(spec::NumberType::kU8, VCONFORM_U8));
static_assert(is_number(spec::NumberType::kF16, VCONFORM_F16));
static_assert(is_number(spec::NumberType::kBf16, VCONFORM_BF16));
static_assert(is_number(spec::NumberType::kF32, VCONFORM_F32));
static_assert(is_number(spec::NumberType::kU16, VCONFORM_U16));
static_assert(is_number(spec::NumberType::kU32, VCONFORM_U32));
static_assert(is_number(spec::NumberType::kU64, VCONFORM_U64));
static_assert(is_number(spec::NumberType::kF64, VCONFORM_F64));
static_assert(is_number(spec::Rounding::kNull, VCONFORM_ROUND_NULL));
static_assert(is_number(spec::Rounding::kNearestEven, VCONFORM_ROUND_R));
static_assert(is_number(spec::Rounding::kNearestAway, VCONFORM_ROUND_A));
static_assert(is_number(spec::Rounding::kFloor, VCONFORM_ROUND_F));
static_assert(is_number(spec::Rounding::kCeil, VCONFORM_ROUND_C));
static_assert(is_number(spec::Rounding::kTowardZero, VCONFORM_ROUND_Z));
static_assert(is_number(spec::Rounding::kOdd, VCONFORM_ROUND_O));
static_assert(is_number(spec::MemoryId::kUb, VCONFORM_UB));
static_assert(is_number(spec::MemoryId::kL1, VCONFORM_L1));
static_assert(is_number(spec::MemoryId::kL0c, VCONFORM_L0C));
static_assert(is_number(spec::MemoryId::kGm, VCONFORM_GM));
static_assert(is_number(spec::MemoryId::kFixpipe, VCONFORM_FIXPIPE_BUFFER));
static_assert(is_number(spec::PositionId::kVecin, VCONFORM_VECIN));
static_assert(is_number(spec::PositionId::kVeccalc, VCONFORM_VECCALC));
static_assert(is_number(spec::PositionId::kVecout, VCONFORM_VECOUT));
static_assert(is_number(spec::PositionId::kA1, VCONFORM_A1));
static_assert(is_number(spec::PositionId::kB1, VCONFORM_B1));
static_assert(is_number(spec::PositionId::kTscm, VCONFORM_TSCM));
static_assert(is_number(spec::PositionId::kCo1, VCONFORM_CO1));
static_assert(is_number(spec::PositionId::kCo2, VCONFORM_CO2));
static_assert(is_number(spec::PositionId::kGm, VCONFORM_POSITION_GM));
static_assert(is_number(spec::FixpipeRegister::kNdPara, VCONFORM_REGISTER_ND_PARA));
static_assert(is_number(spec::FixpipeRegister::kLreluAlpha, VCONFORM_REGISTER_LRELU_ALPHA));
static_assert(is_number(spec::FixpipeRegister::kQuantPre, VCONFORM_REGISTER_QUANT_PRE));
static_assert(is_number(spec::FixpipeRegister::kFpc, VCONFORM_REGISTER_FPC));
static_assert(is_number(spec::BlockMode::kMatrix, VCONFORM_BLOCK_MODE_MATRIX));
static_assert(is_number(spec::BlockMode::kVector, VCONFORM_BLOCK_MODE_VECTOR));
static_assert(is_number(spec::DeqScale::kNone, VCONFORM_DEQ_NONE));
static_assert(is_number(spec::DeqScale::kDeq, VCONFORM_DEQ));
static_assert(is_number(spec::DeqScale::kVdeq, VCONFORM_VDEQ));
static_assert(is_number(spec::DeqScale::kDeq8, VCONFORM_DEQ8));
static_assert(is_number(spec::DeqScale::kVdeq8, VCONFORM_VDEQ8));
static_assert(is_number(spec::DeqScale::kDeq16, VCONFORM_DEQ16));
static_assert(is_number(spec::DeqScale::kVdeq16, VCONFORM_VDEQ16));
static_assert(is_number(spec::DeqForm::kDeqHigh, VCONFORM_DEQS162B8H));
static_assert(is_number(spec::DeqForm::kDeqLow, VCONFORM_DEQS162B8L));
static_assert(is_number(spec::DeqForm::kVdeqHigh, VCONFORM_VDEQS162B8H));
static_assert(is_number(spec::DeqForm::kVdeqLow, VCONFORM_VDEQS162B8L));
static_assert(is_number(spec::DeqForm::kHalf, VCONFORM_DEQS322F16));
static_assert(is_number(spec::CastDeqForm::kCount, VCONFORM_CAST_DEQ_COUNT));
static_assert(is_number(spec::CastDeqForm::kContiguous, VCONFORM_CAST_DEQ_CONTIGUOUS));
static_assert(is_number(spec::CastDeqForm::kBitwise, VCONFORM_CAST_DEQ_BITWISE));
static_assert(spec::kMemoryCount == VCONFORM_MEMORY_COUNT);
static_assert(spec::kAllFeatures.bits == VCONFORM_FEATURE_ALL);
static_assert(is_number(spec::Feature::kSaturate, VCONFORM_FEATURE_SATURATE));
static_assert(is_number(spec::Feature::kKeepInf, VCONFORM_FEATURE_KEEP_INF));
static_assert(is_number(spec::Feature::kCtrl59, VCONFORM_FEATURE_CTRL59));
static_assert(is_number(spec::Feature::kMask, VCONFORM_FEATURE_MASK));
static_assert(is_number(spec::Feature::kCounter, VCONFORM_FEATURE_COUNTER));
static_assert(is_number(spec::Feature::kRepeat, VCONFORM_FEATURE_REPEAT));
static_assert(is_number(spec::Feature::kStrides, VCONFORM_FEATURE_STRIDES));
static_assert(is_number(spec::Feature::kInPlace, VCONFORM_FEATURE_IN_PLACE));
static_assert(is_number(spec::Feature::kRelu, VCONFORM_FEATURE_RELU));
static_assert(is_number(spec::Feature::kReluNormal, VCONFORM_FEATURE_RELU_NORMAL));
static_assert(is_number(spec::Feature::kReluLeaky, VCONFORM_FEATURE_RELU_LEAKY));
static_assert(is_number(spec::Feature::kReluPrelu, VCONFORM_FEATURE_RELU_PRELU));
static_assert(is_number(spec::Feature::kNd, VCONFORM_FEATURE_ND));
static_assert(is_number(spec::Feature::kChannelSplit, VCONFORM_FEATURE_CHANNEL_SPLIT));
static_assert(is_number(spec::Feature::kVectorQuant, VCONFORM_FEATURE_VECTOR_QUANT));

// The readings of walk.order, as VCONFORM_ORDER_REPEAT and its like number them from 1.
inline constexpr std::array kOrders = {spec::choice("walk.order", "repeat"),
                                       spec::choice("walk.order", "block"),
                                       spec::choice("walk.order", "snapshot")};
static_assert(VCONFORM_ORDER_UNDECLARED == 0 && VCONFORM_ORDER_REPEAT == 1 &&
              VCONFORM_ORDER_BLOCK == 2 && VCONFORM_ORDER_SNAPSHOT == kOrders.size());

// VCONFORM_ORDER_x, which must be one of those.
constexpr std::optional<spec::Choice> order_of(std::uint32_t declared) {
  return declared == VCONFORM_ORDER_UNDECLARED ? std::nullopt
                                               : std::optional(kOrders.at(declared - 1));
}
constexpr std::uint32_t declared_order(const std::optional<spec::Choice>& order) {
  for (std::uint32_t i = 0; i < kOrders.size(); ++i) {
    if (order == kOrders[i]) {
      return i + 1;
    }
  }
  return VCONFORM_ORDER_UNDECLARED;
}

// A row's number beside its types in a capability: the form of a DEQ, the memory of dst of a
// copy_matrix, VCONFORM_DATA_COPY_VARIANT of a data_copy; else 0.
constexpr std::uint32_t variant_of(const spec::Conversion& row) {
  switch (row.family) {
    case spec::Family::kDeq:
      return static_cast<std::uint32_t>(row.deq);
    case spec::Family::kCopyMatrix:
      return static_cast<std::uint32_t>(spec::memory_of(row.path.to));
    case spec::Family::kDataCopy:
      return VCONFORM_DATA_COPY_VARIANT(row.path.from, row.path.to, row.deq_scale,
                                        row.relu ? 1 : 0);
    default:
      return 0;
  }
}

// The row of a family with this variant and these types (VCONFORM_F32 ...), or null.
constexpr const spec::Conversion* row_of(spec::Family family, std::uint32_t variant,
                                         std::uint32_t source_type,
                                         std::uint32_t destination_type) {
  for (const spec::Conversion& row : spec::rows_of(family)) {
    if (static_cast<std::uint32_t>(row.source) == source_type &&
        static_cast<std::uint32_t>(row.destination) == destination_type &&
        variant_of(row) == variant) {
      return &row;
    }
  }
  return nullptr;
}

// Such a row in a rounding (VCONFORM_ROUND_x), optional modes included; nullopt if there is none.
constexpr std::optional<spec::Cell> cell_of(spec::Family family, std::uint32_t variant,
                                            std::uint32_t source_type,
                                            std::uint32_t destination_type,
                                            std::uint32_t rounding = VCONFORM_ROUND_NULL) {
  const spec::Conversion* row = row_of(family, variant, source_type, destination_type);
  if (row == nullptr || rounding >= spec::kRoundingModes.size()) {
    return std::nullopt;
  }
  const spec::Cell cell{row->number, static_cast<spec::Rounding>(rounding)};
  if (!offers(*row, cell.rounding) && !offers_optionally(*row, cell.rounding)) {
    return std::nullopt;
  }
  return cell;
}

// The instruction of the family deq with this form (VCONFORM_DEQS162B8H ...) and result.
constexpr std::optional<spec::Cell> deq_cell_of(std::uint32_t form,
                                                std::uint32_t destination_type) {
  const std::uint32_t source = form == VCONFORM_DEQS322F16 ? VCONFORM_S32 : VCONFORM_S16;
  return cell_of(spec::Family::kDeq, form, source, destination_type);
}

// The row of a call; nullopt if there is none. Except on the path from CO1 to CO2, deqScale and
// isRelu are ignored; isRelu makes a row of its own only under DEQ_NONE.
constexpr std::optional<spec::Cell> data_copy_cell_of(const vconform_data_copy& call) {
  const bool computes = call.source_position == VCONFORM_CO1;
  const std::uint32_t deq = computes ? call.deqScale : std::uint32_t{VCONFORM_DEQ_NONE};
  const bool relu = computes && deq == VCONFORM_DEQ_NONE && call.isRelu != 0;
  if (call.source_position > VCONFORM_POSITION_GM ||
      call.destination_position > VCONFORM_POSITION_GM || deq > VCONFORM_VDEQ16) {
    return std::nullopt;
  }
  return cell_of(spec::Family::kDataCopy,
                 VCONFORM_DATA_COPY_VARIANT(call.source_position, call.destination_position, deq,
                                            relu ? 1 : 0),
                 call.source_type, call.destination_type);
}

// The row of an instruction; nullopt if the pages have none, and for a register write.
constexpr std::optional<spec::Cell> cell_of_step(const vconform_step& step) {
  switch (step.kind) {
    case VCONFORM_STEP_VCONV:
      return cell_of(spec::Family::kVconv, 0, step.as.vconv.source_type,
                     step.as.vconv.destination_type, step.as.vconv.rounding);
    case VCONFORM_STEP_DEQ:
      return deq_cell_of(step.as.deq.form, step.as.deq.destination_type);
    case VCONFORM_STEP_CAST_DEQ:
      return cell_of(spec::Family::kCastDeq, 0, step.as.cast_deq.source_type,
                     step.as.cast_deq.destination_type);
    case VCONFORM_STEP_COPY_MATRIX:
      return cell_of(spec::Family::kCopyMatrix, step.as.copy_matrix.dst.memory,
                     step.as.copy_matrix.source_type, step.as.copy_matrix.destination_type);
    case VCONFORM_STEP_DATA_COPY:
      return data_copy_cell_of(step.as.data_copy);
    default:
      return std::nullopt;
  }
}

}  // namespace vconform::adapters
