// Witnesses of masks and addresses: vconv instructions over the background.
#pragma once

#include "adapters/mutants/witness.h"

namespace vconform::adapters::mutants::vector {

inline Witnesses by_mask(std::string_view instruction, const spec::Mask& differs,
                         const spec::Mask& agrees, std::uint64_t ctrl = 0) {
  return by(masked(instruction, differs, ctrl), masked(instruction, agrees, ctrl));
}

inline Witnesses by_instruction(const spec::Mask& mask, std::string_view differs,
                                std::string_view agrees) {
  return by(masked(differs, mask), masked(agrees, mask));
}

// The fields of a vconv that a witness sets; the others make one contiguous repeat.
struct Fields {
  std::string_view instruction = "vconv_f322s32r";
  std::uint64_t dst = kDestination;
  std::uint64_t src = 0;
  std::uint8_t repeat = 1;
  std::uint16_t dst_block_stride = 1;
  std::uint16_t src_block_stride = 1;
  std::uint16_t dst_repeat_stride = 8;
  std::uint16_t src_repeat_stride = 8;
  spec::Mask mask = kAll;
};

inline spec::Case program(const Fields& fields) {
  spec::Case program = masked(fields.instruction, fields.mask);
  program.memories[0].size = spec::memory_of(spec::MemoryId::kUb).a2_size;
  spec::Vconv& vconv = vconv_of(program);
  vconv.dst.offset = fields.dst;
  vconv.src.offset = fields.src;
  vconv.repeat = fields.repeat;
  vconv.dst_block_stride = fields.dst_block_stride;
  vconv.src_block_stride = fields.src_block_stride;
  vconv.dst_repeat_stride = fields.dst_repeat_stride;
  vconv.src_repeat_stride = fields.src_repeat_stride;
  return program;
}

inline Witnesses by_fields(const Fields& differs, const Fields& agrees) {
  return by(program(differs), program(agrees));
}

}  // namespace vconform::adapters::mutants::vector
