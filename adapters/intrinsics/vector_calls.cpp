// Every prototype of header/conversions.h.
#include <cassert>

#include "adapters/abi/steps.h"
#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/issue.h"
#include "adapters/intrinsics/reports.h"

namespace vconform::adapters::intrinsics {

spec::Cell cell_of_prototype(const std::string& instruction) {
  const auto cell = spec::cell_named(instruction);
  assert(cell);
  return *cell;
}

void issue(const char* function, const spec::Step& instruction) {
  reports().result(function, core().execute(abi_step(instruction)));
}

namespace {

// The prototypes of the dequantisations of s16 differ in the type of dst alone.
template <typename Dst, typename Src>
std::string deq_name(const std::string& function) {
  const bool is_overloaded = sizeof(Src) == 2;
  return function + (is_overloaded ? std::string("_") + type_name<Dst>() : "");
}

spec::Vconv vconv(const spec::Cell& cell, const void* dst, const void* src) {
  spec::Vconv instruction;
  instruction.cell = cell;
  instruction.dst = {spec::MemoryId::kUb, address_of(dst)};
  instruction.src = {spec::MemoryId::kUb, address_of(src)};
  return instruction;
}

}  // namespace

}  // namespace vconform::adapters::intrinsics

// NOLINTBEGIN(readability-identifier-naming, bugprone-macro-parentheses): the names of the pages

#define VCONFORM_VECTOR_CALL(name, Dst, Src, RepeatStride, instruction)            \
  void name(Dst* dst, Src* src, std::uint8_t repeat, std::uint16_t dstBlockStride, \
            std::uint16_t srcBlockStride, RepeatStride dstRepeatStride,            \
            RepeatStride srcRepeatStride) {                                        \
    namespace in = vconform::adapters::intrinsics;                                 \
    static const vconform::spec::Cell cell = in::cell_of_prototype(instruction);   \
    vconform::spec::Vconv vconv = in::vconv(cell, dst, src);                       \
    vconv.repeat = repeat;                                                         \
    vconv.dst_block_stride = dstBlockStride;                                       \
    vconv.src_block_stride = srcBlockStride;                                       \
    vconv.dst_repeat_stride = dstRepeatStride;                                     \
    vconv.src_repeat_stride = srcRepeatStride;                                     \
    in::issue(#name, vconv);                                                       \
  }
#define VCONFORM_VCONV_CALL(name, Dst, Src) VCONFORM_VECTOR_CALL(name, Dst, Src, uint16_t, #name)
#define VCONFORM_DEQ_CALL(name, Dst, Src) \
  VCONFORM_VECTOR_CALL(name, Dst, Src, uint8_t, (in::deq_name<Dst, Src>(#name)))

VCONFORM_EACH_VCONV(VCONFORM_VCONV_CALL)
VCONFORM_EACH_DEQ(VCONFORM_DEQ_CALL)

// NOLINTEND(readability-identifier-naming, bugprone-macro-parentheses)
