#include "generators/testing/brute_force_legality.h"

#include <cstdint>
#include <map>
#include <optional>
#include <variant>
#include <vector>

#include "generators/testing/copy_legality.h"
#include "generators/testing/copy_legality_parts.h"
#include "spec/case/case_limits.h"
#include "spec/case/lowering.h"

namespace vconform::generators {

namespace {

using BlockAddresses = std::vector<std::uint64_t>;

// One list of byte addresses for each repeat.
std::vector<BlockAddresses> expand(std::uint64_t base, std::uint64_t repeats, int blocks,
                                   std::uint64_t block_stride, std::uint64_t repeat_stride) {
  std::vector<BlockAddresses> all;
  for (std::uint64_t r = 0; r < repeats; ++r) {
    BlockAddresses one;
    for (int b = 0; b < blocks; ++b) {
      one.push_back(base + 32 * (r * repeat_stride + static_cast<std::uint64_t>(b) * block_stride));
    }
    all.push_back(one);
  }
  return all;
}

std::string outside(const std::vector<BlockAddresses>& repeats, std::uint64_t size) {
  for (const BlockAddresses& blocks : repeats) {
    for (const std::uint64_t address : blocks) {
      if (address % 32 != 0 || address + 32 > size) {
        return "a block outside UB";
      }
    }
  }
  return "";
}

std::string overlap(const std::vector<BlockAddresses>& dst, const std::vector<BlockAddresses>& src,
                    bool equal_width) {
  std::map<std::uint64_t, std::size_t> writer;
  for (std::size_t r = 0; r < dst.size(); ++r) {
    for (const std::uint64_t address : dst[r]) {
      if (!writer.emplace(address, r).second) {
        return "a destination block written twice";
      }
    }
  }
  for (std::size_t q = 0; q < src.size(); ++q) {
    for (const std::uint64_t address : src[q]) {
      const auto found = writer.find(address);
      if (found == writer.end() || found->second > q) {
        continue;
      }
      if (found->second < q) {
        return "a source block written by an earlier repeat";
      }
      if (!equal_width || dst[q] != src[q]) {
        return "operands of one repeat that overlap in part";
      }
    }
  }
  return "";
}

bool is_s4(const spec::Conversion& row) {
  return row.source == spec::NumberType::kS4 || row.destination == spec::NumberType::kS4;
}

std::string bad_mask(const spec::Conversion& row, const spec::Mask& mask, bool counter) {
  if (!is_s4(row)) {
    return "";
  }
  if (counter) {
    return (mask.mask0 & 1) != 0 ? "an odd count for s4" : "";
  }
  for (std::uint64_t i = 0; i < 128; i += 2) {
    if (mask.bit(i) != mask.bit(i + 1)) {
      return "a split mask pair for s4";
    }
  }
  return "";
}

// The first argument that the API page excludes, or empty.
std::string bad_arguments(const spec::CastDeq& call, bool tensor_scale) {
  const bool s16 = call.cell.conversion().source == spec::NumberType::kS16;
  const spec::Mask& mask = call.mask;
  if (call.form == spec::CastDeqForm::kContiguous && call.is_set_mask &&
      (mask.mask1 != 0 || mask.mask0 < 1 || mask.mask0 > (s16 ? 128u : 64u))) {
    return "a contiguous mask out of range";
  }
  if (call.form == spec::CastDeqForm::kBitwise && call.is_set_mask &&
      (mask == spec::Mask{} || (!s16 && mask.mask1 != 0))) {
    return "a bitwise mask out of range";
  }
  if (call.form != spec::CastDeqForm::kCount && !call.is_set_mask && mask != spec::Mask{}) {
    return "a mask that is no placeholder";
  }
  if (!call.is_vec_deq && tensor_scale) {
    return "a vector in DEQSCALE without is_vec_deq";
  }
  return "";
}

std::string bad_vector(std::uint64_t address, const std::vector<BlockAddresses>& dst,
                       std::uint64_t size) {
  if (address + 128 > size) {
    return "a vector outside UB";
  }
  for (const BlockAddresses& blocks : dst) {
    for (const std::uint64_t block : blocks) {
      if (block < address + 128 && address < block + 32) {
        return "a vector in the destination";
      }
    }
  }
  return "";
}

struct Checker {
  std::uint64_t ub_size;
  std::uint64_t ctrl = 0;
  spec::Mask mask;
  spec::SetDeqScale scale;

  std::string operator()(const spec::SetMask& step) {
    mask = step.mask;
    return "";
  }
  std::string operator()(const spec::SetCtrl& step) {
    ctrl = step.value;
    return "";
  }
  std::string operator()(const spec::SetDeqScale& step) {
    scale = step;
    return "";
  }
  std::string operator()(const spec::SetFixpipe&) { return ""; }
  std::string operator()(const spec::CopyMatrix&) { return ""; }
  std::string operator()(const spec::DataCopy&) { return ""; }
  std::string operator()(const spec::Operation&) { return ""; }
  std::string operator()(const spec::CastDeq& call) {
    std::string problem = bad_arguments(call, scale.is_tensor);
    for (const spec::Step& step : spec::lowered(call, ctrl)) {
      if (problem.empty()) {
        problem = std::visit(*this, step);
      }
    }
    return problem;
  }
  std::string operator()(const spec::Vconv& v) {
    const spec::Conversion& row = v.cell.conversion();
    const bool counter = (ctrl >> 56 & 1) != 0;
    std::uint64_t repeats = v.repeat;
    if (counter) {
      const std::uint64_t count = mask.mask0 & 0xffffffff;
      const auto elements = static_cast<std::uint64_t>(row.elements);
      repeats = count / elements + (count % elements != 0 ? 1 : 0);
    }
    // More cannot fit into UB, nor be listed here.
    if (repeats > 8192) {
      return "more repeats than blocks of UB";
    }
    // Beyond them the readings of walk.stride-width and walk.stride-width-deq disagree.
    const int most = row.family == spec::Family::kVconv ? 4095 : 255;
    if (v.dst_block_stride < 1 || v.dst_block_stride > most || v.src_block_stride > most ||
        v.dst_repeat_stride > most || v.src_repeat_stride > most) {
      return "a stride out of range";
    }
    const auto dst = expand(v.dst.offset, repeats, row.destination_blocks, v.dst_block_stride,
                            v.dst_repeat_stride);
    const auto src =
        expand(v.src.offset, repeats, row.source_blocks, v.src_block_stride, v.src_repeat_stride);
    for (const std::string& problem :
         {outside(dst, ub_size), outside(src, ub_size), bad_mask(row, mask, counter),
          overlap(dst, src, row.from().bits == row.to().bits),
          spec::is_vdeq(row.deq) ? bad_vector((scale.value & 0x3fff) * 32, dst, ub_size) : ""}) {
      if (!problem.empty()) {
        return problem;
      }
    }
    return "";
  }
};

}  // namespace

std::string illegality(const spec::Case& test_case) {
  if (const auto problem = spec::case_problem(test_case)) {
    return *problem;
  }
  const std::optional<spec::Cell> last = spec::cell_of(test_case.steps.back());
  if (last && last->conversion().is_copy()) {
    return copy_illegality(test_case);
  }
  Checker checker{memory_size(test_case, spec::MemoryId::kUb), 0, {}, {}};
  for (const spec::Step& step : test_case.steps) {
    const std::string problem = std::visit(checker, step);
    if (!problem.empty()) {
      return problem;
    }
  }
  return "";
}

}  // namespace vconform::generators
