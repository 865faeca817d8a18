// Every prototype of header/copy_matrix.h, and the C functions of the API layer.
#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/issue.h"
#include "adapters/intrinsics/reports.h"

namespace vconform::adapters::intrinsics {

namespace {

// Bits [high:low] of a config word.
constexpr std::uint64_t bits(std::uint64_t word, int high, int low) {
  return word >> low & ((std::uint64_t{1} << (high - low + 1)) - 1);
}

template <typename Dst, typename Src>
spec::Cell copy_matrix_cell(const std::string& function) {
  return cell_of_prototype(function + "_" + type_name<Src>() + "2" + type_name<Dst>());
}

spec::CopyMatrix copy_matrix(const spec::Cell& cell, const void* dst, const void* src) {
  spec::CopyMatrix instruction;
  instruction.cell = cell;
  instruction.dst = {spec::memory_of(cell.conversion().path.to), address_of(dst)};
  instruction.src = {spec::MemoryId::kL0c, address_of(src)};
  return instruction;
}

// The form with two words: see header/copy_matrix.h.
void set_words(spec::CopyMatrix& instruction, std::uint64_t xm, std::uint64_t xt) {
  instruction.sid = static_cast<std::uint8_t>(bits(xm, 3, 0));
  instruction.n_size = static_cast<std::uint16_t>(bits(xm, 15, 4));
  instruction.m_size = static_cast<std::uint16_t>(bits(xm, 31, 16));
  instruction.dst_stride_dst_d = static_cast<std::uint32_t>(bits(xm, 63, 32));
  instruction.src_stride = static_cast<std::uint16_t>(bits(xt, 15, 0));
  instruction.unit_flag_mode = static_cast<std::uint8_t>(bits(xt, 33, 32));
  instruction.quant_pre = bits(xt, 38, 34);
  instruction.relu_pre = static_cast<std::uint8_t>(bits(xt, 41, 39));
  instruction.channel_split = bits(xt, 42, 42) != 0;
  instruction.nz2nd_en = bits(xt, 43, 43) != 0;
}

vconform_step empty_step(std::uint32_t kind) {
  vconform_step step{};
  step.kind = kind;
  return step;
}

}  // namespace

}  // namespace vconform::adapters::intrinsics

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

#define VCONFORM_COPY_MATRIX_CALL(name, Dst, Src)                                              \
  void name(Dst* dst, Src* src, std::uint8_t sid, std::uint16_t NSize, std::uint16_t MSize,    \
            std::uint32_t dstStride_dst_D, std::uint16_t srcStride, std::uint8_t UnitFlagMode, \
            std::uint64_t QuantPRE, std::uint8_t ReLUPRE, bool channelSplit, bool NZ2ND_EN) {  \
    namespace in = vconform::adapters::intrinsics;                                             \
    static const vconform::spec::Cell cell = in::copy_matrix_cell<Dst, Src>(#name);            \
    vconform::spec::CopyMatrix copy = in::copy_matrix(cell, dst, src);                         \
    copy.sid = sid;                                                                            \
    copy.n_size = NSize;                                                                       \
    copy.m_size = MSize;                                                                       \
    copy.dst_stride_dst_d = dstStride_dst_D;                                                   \
    copy.src_stride = srcStride;                                                               \
    copy.unit_flag_mode = UnitFlagMode;                                                        \
    copy.quant_pre = QuantPRE;                                                                 \
    copy.relu_pre = ReLUPRE;                                                                   \
    copy.channel_split = channelSplit;                                                         \
    copy.nz2nd_en = NZ2ND_EN;                                                                  \
    in::issue(#name, copy);                                                                    \
  }                                                                                            \
  void name(Dst* dst, Src* src, std::uint64_t xm, std::uint64_t xt) {                          \
    namespace in = vconform::adapters::intrinsics;                                             \
    static const vconform::spec::Cell cell = in::copy_matrix_cell<Dst, Src>(#name);            \
    vconform::spec::CopyMatrix copy = in::copy_matrix(cell, dst, src);                         \
    in::set_words(copy, xm, xt);                                                               \
    in::issue(#name, copy);                                                                    \
  }

VCONFORM_EACH_COPY_MATRIX(VCONFORM_COPY_MATRIX_CALL)

namespace in = vconform::adapters::intrinsics;

void vconform_intrinsics_cast_deq(const vconform_cast_deq* call) {
  vconform_step step = in::empty_step(VCONFORM_STEP_CAST_DEQ);
  step.as.cast_deq = *call;
  in::reports().result("CastDeq", in::core().execute(step));
}

void vconform_intrinsics_data_copy(const vconform_data_copy* call) {
  vconform_step step = in::empty_step(VCONFORM_STEP_DATA_COPY);
  step.as.data_copy = *call;
  in::reports().result("DataCopy", in::core().execute(step));
}

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
