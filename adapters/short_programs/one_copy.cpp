#include "adapters/short_programs/one_copy.h"

#include <stdexcept>
#include <string>

#include "adapters/short_programs/one_conversion.h"
#include "spec/case/memory_image.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::adapters {

namespace {

using spec::FixpipeRegister;
using spec::MemoryId;
using spec::NumberType;

spec::Case empty_case() {
  spec::Case program;
  for (const spec::Memory& memory : spec::kMemories) {
    program.memories.push_back({memory.id, kCopyMemory});
  }
  return program;
}

// Columns 16, 32, ... of row 0 are whole fractals apart.
void place_row(spec::Case& program, NumberType type, const std::vector<std::uint64_t>& row) {
  for (std::size_t n = 0; n < row.size(); ++n) {
    const std::uint64_t index = n / spec::kC0 * spec::kC0 * spec::kFractalRows + n % spec::kC0;
    program.placements.push_back(spec::PlaceElement{{MemoryId::kL0c, 0}, type, index, row[n]});
  }
}

spec::CopyMatrix call_of(const OneRow& row) {
  spec::CopyMatrix call;
  call.cell = spec::cell_named("copy_matrix_cc_to_" + std::string(row.name)).value();
  const spec::Conversion& types = call.cell.conversion();
  const std::uint64_t multiple = spec::n_size_multiple(types, false);
  const spec::QuantCode& code = spec::quant_code_of(types);
  call.dst = {spec::memory_of(types.path.to), 0};
  call.src = {MemoryId::kL0c, 0};
  call.n_size = static_cast<std::uint16_t>((row.row.size() + multiple - 1) / multiple * multiple);
  call.m_size = 1;
  call.dst_stride_dst_d = types.to().bits == 32 ? 2 : 1;
  call.src_stride = 16;
  call.quant_pre = row.words.empty() ? code.scalar : code.vector;
  call.relu_pre = static_cast<std::uint8_t>(row.relu);
  if (row.change != nullptr) {
    row.change(call);
  }
  return call;
}

}  // namespace

spec::Case one_row(const OneRow& row) {
  spec::Case program = empty_case();
  const spec::CopyMatrix call = call_of(row);
  place_row(program, call.cell.conversion().source, row.row);
  place(program, {MemoryId::kFixpipe, kQuantWords}, NumberType::kU64, row.words);
  place(program, {MemoryId::kFixpipe, kAlphas}, NumberType::kU32, row.alphas);
  const std::uint64_t fpc =
      spec::kFpcQuant.put(kAlphas / spec::kFpcReluUnit, kQuantWords / spec::kFpcQuantUnit);
  program.steps = {spec::SetCtrl{row.ctrl},
                   spec::SetFixpipe{FixpipeRegister::kNdPara, row.nd_para},
                   spec::SetFixpipe{FixpipeRegister::kLreluAlpha, row.alpha},
                   spec::SetFixpipe{FixpipeRegister::kQuantPre, row.word},
                   spec::SetFixpipe{FixpipeRegister::kFpc, fpc},
                   call};
  return program;
}

spec::Case one_copy(const OneCopy& copy) {
  spec::Case program = empty_case();
  spec::DataCopy call;
  call.cell = spec::cell_named("data_copy_" + std::string(copy.name)).value();
  const spec::Conversion& row = call.cell.conversion();
  const std::uint64_t unit =
      row.is_plain_path() ? spec::kBlockBytes
                          : spec::units_of(spec::BlockMode::kVector, row.from().bits).block_len;
  const std::uint64_t bytes = spec::byte_count(row.from(), copy.source.size());
  call.dst = {spec::memory_of(row.path.to), 0};
  call.src = {spec::memory_of(row.path.from), 0};
  call.block_len = static_cast<std::uint16_t>((bytes + unit - 1) / unit);
  call.block_mode = spec::BlockMode::kVector;
  call.deq_value = copy.value;
  call.deq_tensor_addr = kCopyVectors;
  call.sid_store_mode = static_cast<std::uint8_t>(spec::SidStoreMode::kPacked);
  call.is_relu = copy.relu;
  if (copy.change != nullptr) {
    copy.change(call);
  }
  // Zeros fill the rest of the last unit.
  std::vector<std::uint64_t> source = copy.source;
  const std::uint64_t per_unit = unit * spec::kBitsPerByte / std::uint64_t(row.from().bits);
  source.resize((source.size() + per_unit - 1) / per_unit * per_unit);
  place(program, call.src, row.source, source);
  const bool of_halves = row.deq_scale == spec::DeqScale::kVdeq;
  place(program, {MemoryId::kUb, kCopyVectors}, of_halves ? NumberType::kU16 : NumberType::kU64,
        copy.vectors);
  program.steps = {call};
  return program;
}

std::vector<std::uint64_t> copied_results(Backend& backend, const spec::Case& program,
                                          std::size_t count) {
  const spec::Outcome outcome = run(backend, program);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    throw std::runtime_error(outcome.message);
  }
  const spec::Conversion& row = spec::cell_of(program.steps.back()).value().conversion();
  const auto& memory = outcome.after.of(spec::memory_of(row.path.to));
  std::vector<std::uint64_t> results;
  for (std::size_t i = 0; i < count; ++i) {
    results.push_back(spec::load_element(memory, 0, row.to(), i));
  }
  return results;
}

}  // namespace vconform::adapters
