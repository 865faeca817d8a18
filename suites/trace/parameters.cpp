#include "suites/trace/parameters.h"

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/predict/element.h"
#include "spec/case/lowering.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::suites {

namespace {

// A scale or alpha that leaves nothing open: as an f32, and as a half.
constexpr std::uint64_t kOne = 0x3f803c00;

std::uint64_t pattern_of(const spec::NumberFormat& format, bool is_negative) {
  constexpr std::uint64_t kOneAsF32 = 0x3f800000;
  constexpr std::uint64_t kOneAsHalf = 0x3c00;
  if (!format.is_floating()) {
    return is_negative ? format.pattern_mask() : 1;
  }
  const std::uint64_t one = format.bits == 16 ? kOneAsHalf : kOneAsF32;
  return is_negative ? one | std::uint64_t{1} << (format.bits - 1) : one;
}

std::optional<spec::RuleId> open_rule(const spec::Conversion& row,
                                      const oracle::ElementArithmetic& arithmetic,
                                      std::uint64_t scale, std::uint64_t alpha,
                                      const spec::Choices& pinned) {
  for (const bool is_negative : {false, true}) {
    const oracle::ElementInput input{pattern_of(row.from(), is_negative), scale,
                                     static_cast<std::uint32_t>(alpha)};
    const oracle::Expectation found = oracle::derive(arithmetic, input, pinned).expectation;
    if (found.kind == oracle::Expectation::Kind::kAnything) {
      return found.rule;
    }
  }
  return std::nullopt;
}

std::optional<spec::RuleId> open_in(const spec::Vconv& step, const spec::Registers& registers,
                                    const spec::Choices& pinned) {
  const spec::Conversion& row = step.cell.conversion();
  if (row.family != spec::Family::kDeq || spec::is_vdeq(row.deq)) {
    return std::nullopt;
  }
  return open_rule(row, oracle::ElementArithmetic(step.cell, registers.ctrl), registers.deq_scale,
                   kOne, pinned);
}

std::optional<spec::RuleId> open_in(const spec::CopyMatrix& step, const spec::Registers& registers,
                                    const spec::Choices& pinned) {
  const spec::Conversion& row = step.cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  const bool has_word = code.reads_quant_word() && step.quant_pre != code.vector;
  const bool has_alpha = step.relu_pre == static_cast<std::uint8_t>(spec::ReluPre::kLeaky);
  return open_rule(row,
                   oracle::ElementArithmetic(oracle::fixpipe_mode(step, registers.ctrl, pinned)),
                   has_word ? registers.of(spec::FixpipeRegister::kQuantPre) : kOne,
                   has_alpha ? registers.of(spec::FixpipeRegister::kLreluAlpha) : kOne, pinned);
}

std::optional<spec::RuleId> open_in(const spec::DataCopy& step, const spec::Registers&,
                                    const spec::Choices& pinned) {
  const spec::Conversion& row = step.cell.conversion();
  if (oracle::moves_bytes(step) || spec::is_vector(row.deq_scale)) {
    return std::nullopt;
  }
  return open_rule(row, oracle::ElementArithmetic(step), step.deq_value, kOne, pinned);
}

std::optional<spec::RuleId> open_in(const spec::CastDeq& call, const spec::Registers& registers,
                                    const spec::Choices& pinned) {
  for (const spec::Step& lowered : spec::lowered(call, registers.ctrl, pinned)) {
    if (const auto* instruction = std::get_if<spec::Vconv>(&lowered)) {
      return open_in(*instruction, registers, pinned);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<spec::RuleId> undefined_by_parameters(const spec::Step& instruction,
                                                    const spec::Registers& registers,
                                                    const spec::Choices& pinned) {
  return std::visit(
      [&](const auto& step) -> std::optional<spec::RuleId> {
        // A program issues instructions, no operation.
        if constexpr (requires { open_in(step, registers, pinned); }) {
          return open_in(step, registers, pinned);
        } else {
          return std::nullopt;
        }
      },
      instruction);
}

}  // namespace vconform::suites
