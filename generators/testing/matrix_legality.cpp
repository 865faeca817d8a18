#include <algorithm>
#include <map>
#include <set>

#include "generators/testing/copy_legality_parts.h"
#include "spec/case/memory_image.h"

namespace vconform::generators {

namespace {

struct Matrix {
  const spec::CopyMatrix& copy;
  const RegistersMet& registers;
  std::uint64_t nd_count() const { return copy.nz2nd_en ? registers.nd & 0xffff : 1; }
  std::uint64_t src_nd() const { return registers.nd >> 16 & 0xffff; }
  std::uint64_t dst_nd() const { return registers.nd >> 32 & 0xffff; }
  bool nop() const { return copy.n_size == 0 || copy.m_size == 0 || nd_count() == 0; }
  std::uint64_t bits() const {
    return static_cast<std::uint64_t>(copy.cell.conversion().to().bits);
  }
};

// Whether asc-devkit:随路量化 and cce_aicore_intrinsics.h allow the code for the row's pair of
// types.
bool has_own_code(const spec::Conversion& row, std::uint64_t code) {
  using T = spec::NumberType;
  using Pair = std::pair<T, T>;
  const std::map<Pair, std::set<std::uint64_t>> codes = {
      {{T::kF32, T::kF32}, {0}},     {{T::kS32, T::kS32}, {0}},      {{T::kF32, T::kF16}, {1}},
      {{T::kF32, T::kBf16}, {16}},   {{T::kS32, T::kF16}, {10, 11}}, {{T::kS32, T::kS16}, {12, 13}},
      {{T::kS32, T::kS8}, {8, 9}},   {{T::kS32, T::kU8}, {8, 9}},    {{T::kF32, T::kS8}, {23, 24}},
      {{T::kF32, T::kU8}, {23, 24}}, {{T::kS32, T::kS4}, {21, 22}},  {{T::kF32, T::kS4}, {25, 26}}};
  return codes.at({row.source, row.destination}).contains(code);
}

std::string bad_parameters(const Matrix& x) {
  const spec::CopyMatrix& c = x.copy;
  const spec::Conversion& row = c.cell.conversion();
  const bool b4 = x.bits() == 4;
  const bool f32_to_f32 =
      row.source == spec::NumberType::kF32 && row.destination == spec::NumberType::kF32;
  const std::uint64_t nd = c.nz2nd_en ? 1 : 0;
  struct Clause {
    bool broken;
    const char* what;
  };
  const Clause clauses[] = {
      {c.sid != 0 || c.unit_flag_mode != 0, "sid or UnitFlagMode"},
      {c.n_size > 4095, "NSize"},
      {nd != 0 && c.m_size > 8192, "MSize"},
      {c.dst_stride_dst_d == 0, "dstStride_dst_D"},
      {c.src_stride % 16 != 0, "srcStride"},
      {c.relu_pre > 3, "ReLUPRE"},
      {!has_own_code(row, c.quant_pre), "QuantPRE"},
      {c.channel_split && (!f32_to_f32 || nd != 0 || c.n_size % 8 != 0), "channelSplit"},
      {b4 && c.n_size % 64 != 0, "NSize of b4"},
      {nd != 0 && (x.src_nd() < 1 || x.src_nd() > 512), "src_nd_stride"},
      {nd != 0 && b4 && (c.dst_stride_dst_d % 2 != 0 || x.dst_nd() % 2 != 0), "odd strides of b4"},
      {c.dst.memory == spec::MemoryId::kL1 && c.dst.offset % 32 != 0, "dst off 32 bytes"},
      {c.src.offset % 64 != 0, "src off 64 bytes"},
  };
  for (const Clause& clause : clauses) {
    if (clause.broken) {
      return clause.what;
    }
  }
  return "";
}

// The place of every element in bits from the start of the destination, with `c` channels in a
// block and the stride in units of `unit` bits.
std::vector<std::uint64_t> written(const Matrix& x, std::uint64_t c, std::uint64_t unit,
                                   bool whole) {
  const spec::CopyMatrix& copy = x.copy;
  const std::uint64_t channels =
      copy.nz2nd_en || !whole ? copy.n_size : (copy.n_size + c - 1) / c * c;
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = 0; i < x.nd_count(); ++i) {
    for (std::uint64_t m = 0; m < copy.m_size; ++m) {
      for (std::uint64_t n = 0; n < channels; ++n) {
        all.push_back(copy.nz2nd_en
                          ? (i * x.dst_nd() + m * copy.dst_stride_dst_d + n) * x.bits()
                          : n / c * copy.dst_stride_dst_d * unit + (m * c + n % c) * x.bits());
      }
    }
  }
  return all;
}

std::uint64_t channels_of(const Matrix& x) {
  if (x.copy.channel_split) {
    return 8;
  }
  return x.bits() == 8 ? 32 : x.bits() == 4 ? 64 : 16;
}

std::string bad_destination(const Matrix& x, const spec::Case& test_case) {
  const std::uint64_t room = (memory_size(test_case, x.copy.dst.memory) - x.copy.dst.offset) * 8;
  for (const std::uint64_t c : {channels_of(x), std::uint64_t{x.copy.channel_split ? 8u : 16u}}) {
    for (const std::uint64_t unit : {std::uint64_t{256}, x.bits()}) {
      for (const std::uint64_t bit : written(x, c, unit, true)) {
        if (bit + x.bits() > room) {
          return "a result outside its memory";
        }
      }
    }
  }
  std::vector<std::uint64_t> all = written(x, channels_of(x), 256, false);
  std::sort(all.begin(), all.end());
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i] < all[i - 1] + x.bits()) {
      return "results upon each other";
    }
  }
  return "";
}

std::string bad_source(const Matrix& x, const spec::Case& test_case) {
  const std::uint64_t size = memory_size(test_case, spec::MemoryId::kL0c);
  const std::uint64_t rows = (x.copy.m_size + 15u) / 16 * 16;
  for (std::uint64_t i = 0; i < x.nd_count(); ++i) {
    for (std::uint64_t n = 0; n < x.copy.n_size; n += 16) {
      const std::uint64_t end =
          x.copy.src.offset + i * x.src_nd() * 1024 + (n / 16 * x.copy.src_stride + rows) * 64;
      if (end > size) {
        return "a source outside L0C";
      }
    }
  }
  return "";
}

// The pages' constraint on scales and alphas: not inf, NaN or subnormal. A scale may be inf or NaN
// all the same (rule fixpipe.parameter-special).
bool is_subnormal(std::uint64_t bits) {
  return (bits >> 23 & 0xff) == 0 && (bits & 0x7fffff) != 0;
}
bool is_special(std::uint64_t bits) {
  return (bits >> 23 & 0xff) == 255 || is_subnormal(bits);
}

std::string bad_words(const Matrix& x, const spec::Case& test_case) {
  const spec::MemoryImage image = spec::initial_image(test_case);
  const std::uint64_t size = memory_size(test_case, spec::MemoryId::kFixpipe);
  const auto load = [&](std::uint64_t at, int bytes) {
    std::uint64_t value = 0;
    for (int b = bytes - 1; b >= 0; --b) {
      value = value << 8 | image.of(spec::MemoryId::kFixpipe)[at + static_cast<std::uint64_t>(b)];
    }
    return value;
  };
  const spec::Conversion& row = x.copy.cell.conversion();
  const bool multiplies = row.to().bits <= 8 || (row.source == spec::NumberType::kS32 &&
                                                 row.destination == spec::NumberType::kF16);
  const std::set<std::uint64_t> vector_codes = {8, 10, 12, 21, 23, 25};
  const bool is_vector = vector_codes.contains(x.copy.quant_pre);
  const std::uint64_t words = (x.registers.fpc >> 8 & 0xff) * 128;
  const std::uint64_t alphas = (x.registers.fpc & 0xff) * 64;
  std::set<std::uint64_t> mcb;
  for (std::uint64_t n = 0; n < (x.copy.n_size + 15u) / 16 * 16; ++n) {
    if (is_vector && words + 8 * n + 8 > size) {
      return "quant words outside the Fixpipe buffer";
    }
    const std::uint64_t word = is_vector ? load(words + 8 * n, 8) : x.registers.quant;
    mcb.insert(word >> 36 & 1);
    if (multiplies && is_subnormal(word)) {
      return "a subnormal scale";
    }
    if (x.copy.relu_pre == 3 && alphas + 4 * n + 4 > size) {
      return "alphas outside the Fixpipe buffer";
    }
    const std::uint64_t alpha = x.copy.relu_pre == 3   ? load(alphas + 4 * n, 4)
                                : x.copy.relu_pre == 2 ? x.registers.alpha
                                                       : 0;
    if (is_special(alpha)) {
      return "a special alpha";
    }
  }
  return mcb.size() > 1 ? "mixed MCB bits" : "";
}

}  // namespace

std::string matrix_illegality(const spec::Case& test_case, const spec::CopyMatrix& copy) {
  const RegistersMet registers = registers_met(test_case);
  const Matrix x = {copy, registers};
  if (x.nop()) {
    return "";
  }
  std::string problem = bad_parameters(x);
  if (problem.empty()) {
    for (const auto& check : {bad_destination, bad_source, bad_words}) {
      problem = problem.empty() ? check(x, test_case) : problem;
    }
  }
  return problem;
}

Used used_by(const spec::CopyMatrix& copy, const RegistersMet& r) {
  const Matrix x = {copy, r};
  const std::uint64_t rows = std::max<std::uint64_t>(copy.m_size, 1);
  const std::uint64_t columns = std::max<std::uint64_t>(copy.n_size, 1);
  const std::uint64_t padded = (rows + 15) / 16 * 16;
  const std::uint64_t fractals = (((columns + 15) / 16 - 1) * copy.src_stride + padded + 15) / 16;
  const bool apart =
      (r.nd >> 32 & 0xffff) != rows * copy.dst_stride_dst_d || x.src_nd() != fractals;
  const bool nd_gaps = copy.dst_stride_dst_d != columns || (x.nd_count() > 1 && apart);
  const bool nz_gaps = copy.dst_stride_dst_d != rows * channels_of(x) * x.bits() / 256;
  const std::set<std::uint64_t> vector_codes = {8, 10, 12, 21, 23, 25};
  const bool half =
      copy.cell.conversion().to().bits == 16 && copy.cell.conversion().to().is_floating();
  const bool keeps = (r.ctrl >> 48 & 1) != 0;
  return {
      {spec::Feature::kSaturate, half && !keeps},
      {spec::Feature::kKeepInf, half && keeps},
      {spec::Feature::kStrides, copy.src_stride != padded || (copy.nz2nd_en ? nd_gaps : nz_gaps)},
      {spec::Feature::kReluNormal, copy.relu_pre == 1},
      {spec::Feature::kReluLeaky, copy.relu_pre == 2},
      {spec::Feature::kReluPrelu, copy.relu_pre == 3},
      {spec::Feature::kRelu, copy.relu_pre > 3},
      {spec::Feature::kNd, copy.nz2nd_en},
      {spec::Feature::kChannelSplit, copy.channel_split},
      {spec::Feature::kVectorQuant, (vector_codes.contains(copy.quant_pre) &&
                                     has_own_code(copy.cell.conversion(), copy.quant_pre)) ||
                                        copy.relu_pre == 3}};
}

}  // namespace vconform::generators
