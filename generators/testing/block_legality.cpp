#include <algorithm>
#include <set>

#include "generators/testing/copy_legality_parts.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {

namespace {

// The meaning of a DataCopy's fields.
struct Blocks {
  const spec::DataCopy& copy;
  const spec::Conversion& row = copy.cell.conversion();
  bool from_co1 = row.path.from == spec::PositionId::kCo1;
  std::uint64_t bits = static_cast<std::uint64_t>(row.from().bits);
  std::uint64_t fractal = 256 * bits / 8;
  bool vector_mode = copy.block_mode == spec::BlockMode::kVector;
  std::uint64_t len = copy.block_len * (!from_co1 ? 32 : vector_mode ? 16 * bits / 8 : fractal);
  std::uint64_t src_step = len + copy.src_stride * (from_co1 ? fractal : 32);
  std::uint64_t elements = len * 8 / bits;
  bool halves = from_co1 && row.to().bits == 8 && copy.sid_store_mode != 2;
  std::uint64_t dst_len =
      elements * static_cast<std::uint64_t>(row.to().bits) / 8 * (halves ? 2 : 1);
  std::uint64_t dst_step = dst_len + copy.dst_stride * 32u;
};

bool meet(std::uint64_t a, std::uint64_t a_bytes, std::uint64_t b, std::uint64_t b_bytes) {
  return a < b + b_bytes && b < a + a_bytes;
}

// Where bytes stood before single blocks of the program were moved here.
spec::Address origin_of(const spec::Case& test_case, spec::Address at) {
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend(); ++step) {
    const auto* copy = std::get_if<spec::DataCopy>(&*step);
    if (copy != nullptr && copy->cell.conversion().is_plain_path() && copy->block_count == 1 &&
        copy->dst == at) {
      at = copy->src;
    }
  }
  return at;
}

std::string bad_vectors(const spec::Case& test_case, const Blocks& x) {
  if (!spec::is_vector(x.row.deq_scale)) {
    return "";
  }
  const std::uint64_t at = x.copy.deq_tensor_addr;
  const std::uint64_t bytes = 128u * x.copy.block_count;
  if (at % 32 != 0) {
    return "a vector off 32 bytes";
  }
  if (at + bytes > memory_size(test_case, spec::MemoryId::kUb)) {
    return "a vector outside UB";
  }
  const spec::MemoryImage image = spec::initial_image(test_case);
  std::set<int> mcb;
  const spec::Address first = origin_of(test_case, {spec::MemoryId::kUb, at});
  for (std::uint64_t word = 0; x.row.deq_scale != spec::DeqScale::kVdeq && word < bytes;
       word += 8) {
    mcb.insert(image.of(first.memory)[first.offset + word + 4] >> 4 & 1);
  }
  for (std::uint64_t j = 0; j < x.copy.block_count; ++j) {
    if (meet(x.copy.dst.offset + j * x.dst_step, x.dst_len, at, bytes)) {
      return "a vector in the destination";
    }
  }
  return mcb.size() > 1 ? "mixed MCB bits" : "";
}

}  // namespace

std::string block_illegality(const spec::Case& test_case, const spec::DataCopy& copy) {
  const Blocks x{copy};
  const std::uint64_t count = copy.block_count;
  if (count < 1 || count > 4095 || copy.block_len == 0) {
    return "blockCount or blockLen";
  }
  if (x.from_co1 && copy.block_mode == spec::BlockMode::kNormal) {
    return "blockMode";
  }
  if (x.from_co1 && x.row.to().bits == 8 && copy.sid_store_mode > 2) {
    return "sidStoreMode";
  }
  const auto off = [](const spec::Address& a) {
    return a.offset % spec::memory_of(a.memory).alignment != 0;
  };
  if (off(copy.dst) || off(copy.src)) {
    return off(copy.dst) ? "dst off its alignment" : "src off its alignment";
  }
  const std::uint64_t last = count - 1;
  if (copy.dst.offset + last * x.dst_step + x.dst_len > memory_size(test_case, copy.dst.memory) ||
      copy.src.offset + last * x.src_step + x.len > memory_size(test_case, copy.src.memory)) {
    return "a block outside its memory";
  }
  for (std::uint64_t j = 0; copy.dst.memory == copy.src.memory && j < count; ++j) {
    for (std::uint64_t k = 0; k < count; ++k) {
      if (meet(copy.dst.offset + j * x.dst_step, x.dst_len, copy.src.offset + k * x.src_step,
               x.len)) {
        return "a source block in the destination";
      }
    }
  }
  return bad_vectors(test_case, x);
}

Used used_by(const spec::DataCopy& copy) {
  const Blocks x{copy};
  const bool reads_bit =
      x.row.deq_scale == spec::DeqScale::kDeq8 || x.row.deq_scale == spec::DeqScale::kDeq16;
  const bool relu = copy.is_relu && !x.row.relu;
  std::set<std::uint64_t> bytes;
  const std::uint64_t vectors = spec::is_vector(x.row.deq_scale) ? 128u * copy.block_count : 0;
  bool meets = false;
  for (std::uint64_t j = 0; j < copy.block_count; ++j) {
    const std::uint64_t dst = copy.dst.offset + j * x.dst_step;
    meets = meets || (vectors != 0 && meet(dst, x.dst_len, copy.deq_tensor_addr, vectors));
    for (std::uint64_t k = 0; copy.dst.memory == copy.src.memory && k < copy.block_count; ++k) {
      meets = meets || meet(dst, x.dst_len, copy.src.offset + k * x.src_step, x.len);
    }
  }
  return {{spec::Feature::kRepeat, copy.block_count != 1},
          {spec::Feature::kStrides, copy.src_stride != 0 || copy.dst_stride != 0},
          {spec::Feature::kInPlace, meets},
          {spec::Feature::kRelu, relu || (reads_bit && (copy.deq_value >> 47 & 1) != 0)}};
}

}  // namespace vconform::generators
