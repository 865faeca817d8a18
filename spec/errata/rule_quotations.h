// Lines that rules stand on, of rules about which no erratum quotes the pages. Part of the table
// behind quotations_about() in spec/errata/errata.h, read by erratum_rows.cpp alone.
#pragma once

#include <array>

#include "spec/errata/errata.h"

namespace vconform::spec {

struct RuleQuotation {
  RuleId rule;
  Quotation quotation;
};

// clang-format off
inline constexpr auto kRuleQuotations = std::to_array<RuleQuotation>({
    {cite("round.nearest-ties-away"), {PageId::kVconv, "A:四舍五入,中间值向远离零的方向取整(C 语言中的 round)",
     "A: round to nearest, ties away from zero (round in C)"}},
    {cite("round.ceil"), {PageId::kVconv, "C:向上取整(C 语言中的 ceil)", "C: round up (ceil in C)"}},
    {cite("round.toward-zero"), {PageId::kVconv, "Z:向零取整(C 语言中的 trunc)", "Z: round toward zero (trunc in C)"}},
    {cite("round.bare-name-is-r"), {PageId::kVconv, "留空(null)默认为R模式。", "Left empty (null), the mode is R."}},
    {cite("round.once-then-range"), {PageId::kPrecisionConversion, "将源值按照精度舍入模式取整，以bfloat16_t格式存入目的操作数中。",
     "The source value is rounded in the rounding mode and stored in the destination operand as a bfloat16_t."}},
    {cite("round.once-then-range"), {PageId::kPrecisionConversion, "溢出默认按照饱和模式处理", "overflow is by default handled as in the saturation mode"}},
    {cite("special.nan-to-int-is-zero"), {PageId::kEdgeValues, "nan不区分正负", "nan: positive and negative are not told apart"}},
    {cite("special.inf-stays-inf"), {PageId::kSetCtrlSpr, "1'b1：非饱和模式，inf/NaN保持原输出。",
     "1'b1: no saturation, inf and NaN stay as they come out."}},
    {cite("special.nan-stays-nan"), {PageId::kSetCtrlSpr, "1'b1：非饱和模式，inf/NaN保持原输出。",
     "1'b1: no saturation, inf and NaN stay as they come out."}},
    {cite("overflow.nearest"), {PageId::kSetCtrlSpr, "1'b1：非饱和模式，inf/NaN保持原输出。",
     "1'b1: no saturation, inf and NaN stay as they come out."}},
    {cite("int-to-float.zero"), {PageId::kPrecisionConversion, "将源值以float格式存入目的操作数中，无精度损失。",
     "The source value is stored in the destination operand as a float, without loss of precision."}},
    {cite("mask.contiguous"), {PageId::kGeneral, "连续模式:表示前面连续的多少个元素参与计算。",
     "Contiguous mode: how many elements, from the first on, take part."}},
    {cite("mask.counter-mode"), {PageId::kAscSetCtrl, "1'b1：MASK[31:0]用于指示SIMD指令实际操作的元素数量。实际重复次数由VECTOR自动推断，此时参数repeat time(Xt[63:56])被忽略。",
     "1'b1: MASK[31:0] is the number of elements on which a SIMD instruction works. VECTOR infers the number of repeats; the argument repeat time (Xt[63:56]) is then ignored."}},
    {cite("write.nothing-else"), {PageId::kGeneral, "针对同一个迭代中的数据,可以通过mask参数进行掩码操作来控制实际参与计算的个数。",
     "For the data of one repeat the argument mask controls how many really take part."}},
    {cite("write.nothing-else"), {PageId::kMask, "mask为0时，目的操作数保持原值。", "with mask 0 the destination operand keeps its value."}},
    {cite("deq.offset-sign"), {PageId::kVconv, "DEQSCALE[45:37] 表示为 offset(s9 格式)。", "DEQSCALE[45:37] is the offset (in the format s9)."}},
    {cite("vdeq.address"), {PageId::kVconv, "DEQSCALE[13:0] 是 UB 中 128 字节反量化向量的地址,单位为 32Byte。",
     "DEQSCALE[13:0] is the address in UB of the dequantisation vector of 128 bytes, in units of 32 bytes."}},
    {cite("deq16.scale-is-half"), {PageId::kCastDeq, "使用该接口前需要调用set_deq_scale设置scale参数。 dst[i] = src[i] * scale",
     "Before this interface is used, set_deq_scale must be called to set the scale. dst[i] = src[i] * scale"}},
    {cite("cast-deq.count"), {PageId::kCastDeq, "count:参与计算的元素个数。", "count: the number of elements that take part."}},
    {cite("cast-deq.is-vec-deq"), {PageId::kCastDeq, "is_vec_deq:控制是否选择向量量化模式。",
     "is_vec_deq: controls whether the mode of vector quantisation is chosen."}},
    {cite("cast-deq.is-set-mask"), {PageId::kCastDeq, "False,表示在接口外部设置mask,开发者需要使用set_vector_mask接口设置mask值。",
     "False: the mask is set outside of the interface; the developer has to set it by set_vector_mask."}},
    {cite("fixpipe.padding-rows"), {PageId::kCopyMatrixCc, "当m不是16的倍数时,硬件会读取额外的填充数据,并在写入目标时丢弃这些填充数据。",
     "Where m is no multiple of 16 the hardware reads further padding, and drops it when it writes to the destination."}},
    {cite("fixpipe.nz-layout"), {PageId::kCopyMatrixCc, "如果NZ2ND_EN不使能,则它是不同数据块的dst stride(首地址到首地址),单位为32B。",
     "Without NZ2ND_EN it is the dst stride of different data blocks (from first address to first address), in units of 32 bytes."}},
    {cite("fixpipe.nd-layout"), {PageId::kCopyMatrixCc, "如果NZ2ND_EN使能,它是以元素为单位的dst_D值,dst_D含义见图1 参数含义示意图",
     "With NZ2ND_EN it is dst_D in elements; figure 1 shows what dst_D means"}},
    {cite("fixpipe.overlap"), {PageId::kCopyMatrixCc, "目标数据不能有重叠。如果对L1或OUT有重叠写入,硬件不会报告任何警告和错误,也不保证重叠数据的写入顺序。",
     "Destinations must not overlap. Where writes to L1 or OUT overlap, the hardware reports neither warning nor error, and does not guarantee the order of the overlapping writes."}},
    {cite("fixpipe.dst-stride-unit"), {PageId::kCopyMatrixCc, "如果NZ2ND_EN不使能,则它是不同数据块的dst stride(首地址到首地址),单位为32B。",
     "Without NZ2ND_EN it is the dst stride of different data blocks (from first address to first address), in units of 32 bytes."}},
    {cite("fixpipe.src-nd-unit"), {PageId::kCopyMatrixCc, "config[16:31]位表示源数据nd块步长,其含义见图1 参数含义示意图中的src_nd_stride,其单位为分形大小,取值范围为[1,512],对于type={f32, s32},分形大小是1024B;",
     "config[16:31] is the stride of nd blocks of the source, src_nd_stride in figure 1, in units of a fractal, in [1,512]; for type={f32, s32} a fractal is 1024 bytes;"}},
    {cite("fixpipe.quant-word"), {PageId::kQuantisation, "Scalar量化：整个C矩阵共享一个量化参数，参数由QUANT_PRE寄存器提供。",
     "Scalar quantisation: the whole matrix C shares one parameter, which the register QUANT_PRE holds. [Said of a later product.]"}},
    {cite("fixpipe.quant-word"), {PageId::kQuantisation, "Vector量化为每列准备一个打包后的uint64_t参数，经asc_copy_l12fb搬入Fixpipe Buffer，再通过asc_set_l0c_copy_config配置量化参数起始地址索引。",
     "Vector quantisation has a packed uint64_t for each column, moved into the Fixpipe buffer by asc_copy_l12fb; asc_set_l0c_copy_config then sets the index of their first address."}},
    {cite("fixpipe.reserved-bits-ignored"), {PageId::kQuantisation, "47~63 | - | 无效比特位，用户无需关注。", "47 to 63 | - | bits without effect, of no concern to users."}},
    {cite("fixpipe.mcb"), {PageId::kQuantisation, "如果置为1，输入的int32_t会先右移N比特位，转变成int16_t，然后转换为float。当模式为(V)QF322B8_PRE时，此标志位为无效比特。",
     "Set to 1: the int32_t is first shifted right by N bits, becomes an int16_t, and is then converted to float. In the modes (V)QF322B8_PRE this bit has no effect."}},
    {cite("fixpipe.result-saturates"), {PageId::kL0cToL1, "对于整数类型只有饱和模式。", "Of integer types there is only the saturation mode."}},
    {cite("fixpipe.sign-bit-decides"), {PageId::kQuantisation, "如果置为1，表明量化结果是signed(int8)；如果置为0，表明量化结果是unsigned(uint8)。",
     "Set to 1: the quantised result is signed (int8); set to 0: it is unsigned (uint8)."}},
    {cite("fixpipe.parameter-special"), {PageId::kQuantisation, "量化参数不能为inf、nan或非规格化数；", "Quantisation parameters must not be inf, nan or subnormal;"}},
    {cite("fixpipe.offset-sign"), {PageId::kQuantisation, "9bit的整型数据，源数据乘以量化系数或者随路系数的计算结果，可以与Offset表示的整数值进行相加。",
     "An integer of 9 bits. The product of the source and the quantisation factor, or the factor on the way, may be added to the integer that Offset is."}},
    {cite("relu.normal"), {PageId::kCopyMatrixCc, "3’b001: normal ReLU;", "3'b001: normal ReLU;"}},
    {cite("relu.alpha-format"), {PageId::kCopyMatrixCc, "config[31:0]:ReLU_PRE阶段Leaky ReLU中的alpha。", "config[31:0]: the alpha of leaky ReLU in the step ReLU_PRE."}},
    {cite("copy.cast"), {PageId::kDataCopyEnhanced, "CO1 -> CO2 | float | half", "CO1 -> CO2 | float | half"}},
    {cite("copy.mcb"), {PageId::kDataCopyEnhanced, "如果置为1,输入的int32_t会先右移N比特位,转变成int16_t,然后转换为float。",
     "Set to 1: the int32_t is first shifted right by N bits, becomes an int16_t, and is then converted to float."}},
    {cite("copy.deq16-shift"), {PageId::kDataCopyEnhanced, "当模式为DEQ16、VDEQ16并且dst数据类型为int16_t时,直接进行N位的右移,不受MCB标志位控制。",
     "In the modes DEQ16 and VDEQ16 with dst of type int16_t it is shifted right by N bits at once, whatever the MCB bit says."}},
    {cite("copy.deq16-shift"), {PageId::kDataCopyEnhanced, "src为int32_t, dst为int16_t的场景下,变量M不生效。", "With src int32_t and dst int16_t, M has no effect."}},
    {cite("copy.result-saturates"), {PageId::kDataCopyEnhanced, "如果置为1,表明反量化结果是signed(int8);如果为置为0,表明反量化结果是unsigned(uint8)。",
     "Set to 1: the dequantised result is signed (int8); set to 0: it is unsigned (uint8)."}},
    {cite("copy.sign-bit-decides"), {PageId::kDataCopyEnhanced, "如果置为1,表明反量化结果是signed(int8);如果为置为0,表明反量化结果是unsigned(uint8)。",
     "Set to 1: the dequantised result is signed (int8); set to 0: it is unsigned (uint8)."}},
    {cite("copy.reserved-bits-ignored"), {PageId::kDataCopyEnhanced, "48~63 | - | 预留", "48 to 63 | - | reserved"}},
    {cite("copy.scale-bits"), {PageId::kDataCopyEnhanced, "32位数视为float, 作为反量化计算所需要乘的值。",
     "The 32 bits are regarded as a float, by which dequantisation multiplies."}},
});
// clang-format on

}  // namespace vconform::spec
