#include "suites/diagnosis/program_faults/call_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "spec/case/instruction.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "suites/diagnosis/program_faults/argument_faults.h"

namespace vconform::suites {
namespace {

// Whether no result tells them apart: DataCopies that do not dequantise, which move elements of one
// size, and the rows of s8 and u8 where the quant word says whether a result is signed.
bool are_alike(const spec::Conversion& a, const spec::Conversion& b) {
  const auto moves = [](const spec::Conversion& row) {
    return row.family == spec::Family::kDataCopy && row.deq_scale == spec::DeqScale::kNone;
  };
  return (moves(a) && moves(b)) ||
         (a.family != spec::Family::kVconv && a.source == b.source && a.deq == b.deq &&
          a.deq_scale == b.deq_scale && a.to().bits == 8);
}

// Collects the faults of one row, whose instruction is an `Instruction`.
template <typename Instruction>
class Faults {
 public:
  explicit Faults(const spec::Cell& cell) : cell_(cell) {}

  void add(std::string name, std::function<void(Instruction&)> change) {
    all_.push_back({std::move(name), [row = cell_.row, change = std::move(change)](
                                         const std::vector<spec::Step>& steps) {
                      std::vector<spec::Step> changed = steps;
                      for (spec::Step& step : changed) {
                        auto* const call = std::get_if<Instruction>(&step);
                        if (call != nullptr && call->cell.row == row) {
                          change(*call);
                        }
                      }
                      return std::optional(std::move(changed));
                    }});
  }

  // A parameter that selects one of several things is taken for one value, or one for another.
  template <typename Field>
  void add_selector(std::string_view name, Field Instruction::* field,
                    const std::vector<std::uint64_t>& values) {
    for (const std::uint64_t to : values) {
      add(fmt::format("{} is taken for {}", name, to),
          [=](Instruction& call) { call.*field = static_cast<Field>(to); });
      for (const std::uint64_t from : values) {
        // Where there are two values, that is the other one always.
        if (from != to && values.size() > 2) {
          add(fmt::format("{} {} is taken for {}", name, from, to), [=](Instruction& call) {
            call.*field =
                call.*field == static_cast<Field>(from) ? static_cast<Field>(to) : call.*field;
          });
        }
        if (from < to) {
          add(fmt::format("{} {} and {} are exchanged", name, from, to), [=](Instruction& call) {
            const Field given = call.*field;
            call.*field = given == static_cast<Field>(from) ? static_cast<Field>(to)
                          : given == static_cast<Field>(to) ? static_cast<Field>(from)
                                                            : given;
          });
        }
      }
    }
  }

  void add_flag(std::string_view name, bool Instruction::* field) {
    add_selector(name, field, {0, 1});
  }

  template <typename Field>
  void add_exchange(std::string_view name, Field Instruction::* one, Field Instruction::* other) {
    add(fmt::format("{} are exchanged", name),
        [=](Instruction& call) { std::swap(call.*one, call.*other); });
  }

  // Another instruction of the family is dispatched to, from and to elements of the same size.
  void add_other_instructions() {
    const spec::Conversion& row = cell_.conversion();
    for (const spec::Conversion& other : spec::kRows) {
      const bool is_of_one_size = other.family == row.family && other.path == row.path &&
                                  other.from().bits == row.from().bits &&
                                  other.to().bits == row.to().bits;
      if (is_of_one_size && other.number != row.number && !are_alike(row, other) &&
          spec::offers(other, cell_.rounding)) {
        add(fmt::format("is executed as {}",
                        spec::instruction_name({other.number, cell_.rounding})),
            [number = other.number](Instruction& call) { call.cell.row = number; });
      }
    }
  }

  std::vector<ProgramFault> all() && { return std::move(all_); }

 private:
  spec::Cell cell_;
  std::vector<ProgramFault> all_;
};

// A repeat has 8 blocks (general, dataRepeatStride).
constexpr std::uint16_t kContiguousRepeat = 8;

constexpr std::uint64_t rounded_up(std::uint64_t value, std::uint64_t to) {
  return (value + to - 1) / to * to;
}

std::vector<ProgramFault> of_vconv(const spec::Cell& cell) {
  using spec::Vconv;
  Faults<Vconv> faults(cell);
  faults.add_other_instructions();
  faults.add_exchange("the block strides", &Vconv::dst_block_stride, &Vconv::src_block_stride);
  faults.add_exchange("the repeat strides", &Vconv::dst_repeat_stride, &Vconv::src_repeat_stride);
  faults.add("dst block stride and dst repeat stride are exchanged",
             [](Vconv& call) { std::swap(call.dst_block_stride, call.dst_repeat_stride); });
  faults.add("src block stride and src repeat stride are exchanged",
             [](Vconv& call) { std::swap(call.src_block_stride, call.src_repeat_stride); });
  faults.add("the block strides are ignored",
             [](Vconv& call) { call.dst_block_stride = call.src_block_stride = 1; });
  faults.add("a src block stride of 0 is taken for 1", [](Vconv& call) {
    call.src_block_stride = std::max<std::uint16_t>(call.src_block_stride, 1);
  });
  faults.add("dst repeat stride is taken for 8",
             [](Vconv& call) { call.dst_repeat_stride = kContiguousRepeat; });
  faults.add("src repeat stride is taken for 8",
             [](Vconv& call) { call.src_repeat_stride = kContiguousRepeat; });
  faults.add("a src repeat stride of 0 is taken for 8", [](Vconv& call) {
    call.src_repeat_stride =
        call.src_repeat_stride == 0 ? kContiguousRepeat : call.src_repeat_stride;
  });
  return std::move(faults).all();
}

std::vector<ProgramFault> of_cast_deq(const spec::Cell& cell) {
  using spec::CastDeq;
  Faults<CastDeq> faults(cell);
  faults.add_other_instructions();
  faults.add_flag("is_set_mask", &CastDeq::is_set_mask);
  if (cell.conversion().source == spec::NumberType::kS16) {
    faults.add_flag("is_vec_deq", &CastDeq::is_vec_deq);
    faults.add_flag("half_block", &CastDeq::half_block);
  }
  faults.add_exchange("the block strides", &CastDeq::dst_blk_stride, &CastDeq::src_blk_stride);
  faults.add_exchange("the repeat strides", &CastDeq::dst_rep_stride, &CastDeq::src_rep_stride);
  faults.add("srcBlkStride 0 is taken for 1", [](CastDeq& call) {
    call.src_blk_stride = std::max<std::uint16_t>(call.src_blk_stride, 1);
  });
  faults.add("srcRepStride 0 is taken for 8", [](CastDeq& call) {
    call.src_rep_stride = call.src_rep_stride == 0 ? kContiguousRepeat : call.src_rep_stride;
  });
  faults.add("dstRepStride is taken for 8",
             [](CastDeq& call) { call.dst_rep_stride = kContiguousRepeat; });
  faults.add("srcRepStride is taken for 8",
             [](CastDeq& call) { call.src_rep_stride = kContiguousRepeat; });
  for (const std::uint32_t block : {16U, 32U}) {
    faults.add(fmt::format("count is rounded up to a multiple of {}", block), [=](CastDeq& call) {
      call.count = static_cast<std::uint32_t>(rounded_up(call.count, block));
    });
  }
  return std::move(faults).all();
}

std::vector<ProgramFault> of_copy_matrix(const spec::Cell& cell) {
  using spec::CopyMatrix;
  const spec::Conversion& row = cell.conversion();
  const spec::QuantCode& code = spec::quant_code_of(row);
  Faults<CopyMatrix> faults(cell);
  faults.add_other_instructions();
  faults.add_selector("ReLUPRE", &CopyMatrix::relu_pre,
                      is_leaky_relu_open(row) ? std::vector<std::uint64_t>{0, 1}
                                              : std::vector<std::uint64_t>{0, 1, 2, 3});
  faults.add_flag("NZ2ND_EN", &CopyMatrix::nz2nd_en);
  if (row.source == spec::NumberType::kF32 && row.destination == spec::NumberType::kF32) {
    faults.add_flag("channelSplit", &CopyMatrix::channel_split);
  }
  if (code.reads_quant_word()) {
    faults.add(fmt::format("QuantPRE is taken for {}", code.scalar_name),
               [&code](CopyMatrix& call) { call.quant_pre = code.scalar; });
    faults.add(fmt::format("QuantPRE is taken for {}", code.vector_name),
               [&code](CopyMatrix& call) { call.quant_pre = code.vector; });
  }
  faults.add_exchange("NSize and MSize", &CopyMatrix::n_size, &CopyMatrix::m_size);
  faults.add("srcStride is taken for MSize rounded up to 16 rows", [](CopyMatrix& call) {
    call.src_stride = static_cast<std::uint16_t>(rounded_up(call.m_size, spec::kFractalRows));
  });
  faults.add("MSize is rounded up to 16 rows", [](CopyMatrix& call) {
    call.m_size = static_cast<std::uint16_t>(rounded_up(call.m_size, spec::kFractalRows));
  });
  if (spec::n_size_multiple(row, false) < spec::kC0) {
    faults.add("NSize is rounded up to 16 columns", [](CopyMatrix& call) {
      call.n_size = static_cast<std::uint16_t>(rounded_up(call.n_size, spec::kC0));
    });
  }
  faults.add("dst_D is taken for NSize", [](CopyMatrix& call) {
    call.dst_stride_dst_d = call.nz2nd_en ? call.n_size : call.dst_stride_dst_d;
  });
  return std::move(faults).all();
}

// DEQ_NONE has a row with isRelu and one without.
std::uint16_t row_without_relu(const spec::Conversion& row) {
  return std::ranges::find_if(spec::kRows,
                              [&](const spec::Conversion& other) {
                                return other.family == row.family && other.path == row.path &&
                                       other.source == row.source &&
                                       other.destination == row.destination &&
                                       other.deq_scale == row.deq_scale && !other.relu;
                              })
      ->number;
}

std::vector<ProgramFault> of_data_copy(const spec::Cell& cell) {
  using spec::DataCopy;
  const spec::Conversion& row = cell.conversion();
  Faults<DataCopy> faults(cell);
  faults.add_other_instructions();
  if (row.relu) {
    faults.add("isRelu is taken for 0", [number = row_without_relu(row)](DataCopy& call) {
      call.cell.row = number;
      call.is_relu = false;
    });
  } else if (row.deq_scale != spec::DeqScale::kNone) {
    faults.add_flag("isRelu", &DataCopy::is_relu);
  }
  if (row.deq_scale == spec::DeqScale::kDeq8 || row.deq_scale == spec::DeqScale::kVdeq8) {
    faults.add_selector("sidStoreMode", &DataCopy::sid_store_mode, {0, 1, 2});
  }
  if (!row.is_plain_path()) {
    faults.add_selector("blockMode", &DataCopy::block_mode,
                        {static_cast<std::uint64_t>(spec::BlockMode::kMatrix),
                         static_cast<std::uint64_t>(spec::BlockMode::kVector)});
  }
  faults.add_exchange("srcStride and dstStride", &DataCopy::src_stride, &DataCopy::dst_stride);
  faults.add_exchange("blockCount and blockLen", &DataCopy::block_count, &DataCopy::block_len);
  return std::move(faults).all();
}

}  // namespace

std::vector<ProgramFault> call_faults(const spec::Cell& cell) {
  switch (cell.conversion().family) {
    case spec::Family::kVconv:
    case spec::Family::kDeq:
      return of_vconv(cell);
    case spec::Family::kCastDeq:
      return of_cast_deq(cell);
    case spec::Family::kCopyMatrix:
      return of_copy_matrix(cell);
    case spec::Family::kDataCopy:
      return of_data_copy(cell);
    case spec::Family::kOperation:
      break;
  }
  return {};
}

}  // namespace vconform::suites
