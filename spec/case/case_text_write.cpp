#include <fmt/format.h>

#include "spec/case/case_text.h"

namespace vconform::spec {

namespace {

std::string text_of(const Address& address) {
  return fmt::format("{}+{:#x}", memory_of(address.memory).name, address.offset);
}

std::string text_of(const PlaceNumbers& p) {
  return fmt::format("place {} {} numbers count={} low={} modulus={}", text_of(p.at),
                     format_of(p.type).name, p.count, p.low, p.modulus);
}

std::string text_of(const PlacePatterns& p) {
  return fmt::format("place {} {} patterns count={} first={:#x} step={:#x}", text_of(p.at),
                     format_of(p.type).name, p.count, p.first, p.step);
}

std::string text_of(const PlaceElement& p) {
  return fmt::format("place {} {} element index={} pattern={:#x}", text_of(p.at),
                     format_of(p.type).name, p.index, p.pattern);
}

std::string text_of(const SetMask& step) {
  return fmt::format("mask {:#018x} {:#018x}", step.mask.mask1, step.mask.mask0);
}

std::string text_of(const SetCtrl& step) {
  return fmt::format("ctrl {:#018x}", step.value);
}

std::string text_of(const SetDeqScale& step) {
  return fmt::format("deqscale {:#018x}{}", step.value, step.is_tensor ? " tensor" : "");
}

std::string text_of(const CastDeq& step) {
  std::string text = fmt::format("{} dst={} src={} ", instruction_name(step.cell),
                                 text_of(step.dst), text_of(step.src));
  switch (step.form) {
    case CastDeqForm::kCount:
      return text + fmt::format("count={} is_vec_deq={:d} half_block={:d}", step.count,
                                step.is_vec_deq, step.half_block);
    case CastDeqForm::kContiguous:
      text += fmt::format("mask={}", step.mask.mask0);
      break;
    case CastDeqForm::kBitwise:
      text += fmt::format("mask1={:#018x} mask0={:#018x}", step.mask.mask1, step.mask.mask0);
      break;
  }
  return text + fmt::format(
                    " repeat_time={} dstBlkStride={} srcBlkStride={} dstRepStride={} "
                    "srcRepStride={} is_set_mask={:d} is_vec_deq={:d} half_block={:d}",
                    step.repeat_time, step.dst_blk_stride, step.src_blk_stride, step.dst_rep_stride,
                    step.src_rep_stride, step.is_set_mask, step.is_vec_deq, step.half_block);
}

std::string text_of(const SetFixpipe& step) {
  return fmt::format("{} {:#x}", kFixpipeRegisters[index_of(step.which)].name, step.value);
}

std::string text_of(const CopyMatrix& step) {
  return fmt::format(
      "{} dst={} src={} sid={} NSize={} MSize={} dstStride_dst_D={} srcStride={} UnitFlagMode={} "
      "QuantPRE={} ReLUPRE={} channelSplit={:d} NZ2ND_EN={:d}",
      instruction_name(step.cell), text_of(step.dst), text_of(step.src), step.sid, step.n_size,
      step.m_size, step.dst_stride_dst_d, step.src_stride, step.unit_flag_mode, step.quant_pre,
      step.relu_pre, step.channel_split, step.nz2nd_en);
}

std::string text_of(const DataCopy& step) {
  return fmt::format(
      "{} dst={} src={} blockCount={} blockLen={} srcStride={} dstStride={} blockMode={} "
      "deqValue={:#x} deqTensorAddr={:#x} sidStoreMode={} isRelu={:d} padMode={} padValue={:#x}",
      instruction_name(step.cell), text_of(step.dst), text_of(step.src), step.block_count,
      step.block_len, step.src_stride, step.dst_stride,
      kBlockModeNames[static_cast<std::size_t>(step.block_mode)], step.deq_value,
      step.deq_tensor_addr, step.sid_store_mode, step.is_relu, step.pad_mode, step.pad_value);
}

std::string text_of(const Vconv& step) {
  return fmt::format(
      "{} dst={} src={} repeat={} dstBlockStride={} srcBlockStride={} dstRepeatStride={} "
      "srcRepeatStride={}",
      instruction_name(step.cell), text_of(step.dst), text_of(step.src), step.repeat,
      step.dst_block_stride, step.src_block_stride, step.dst_repeat_stride, step.src_repeat_stride);
}

}  // namespace

std::string step_text(const Step& step) {
  return std::visit([](const auto& s) { return text_of(s); }, step);
}

namespace {

std::string program_text(const Case& test_case) {
  std::string text;
  for (const CaseMemory& memory : test_case.memories) {
    text += fmt::format("memory {} size={} background={}\n", memory_of(memory.id).name, memory.size,
                        memory.is_sparse ? kNoBackground : kBackgroundVersion);
  }
  for (const Placement& placement : test_case.placements) {
    text += std::visit([](const auto& p) { return text_of(p); }, placement) + "\n";
  }
  for (const Step& step : test_case.steps) {
    text += step_text(step) + "\n";
  }
  return text;
}

}  // namespace

std::string to_text(const Case& test_case) {
  std::string text = "vconform-case 1\n";
  if (!test_case.claim.empty()) {
    text += "claim " + test_case.claim + "\n";
  }
  text += fmt::format("seed {}\n", test_case.seed);
  for (const Case& earlier : test_case.earlier) {
    text += program_text(earlier) + "then\n";
  }
  return text + program_text(test_case);
}

}  // namespace vconform::spec
