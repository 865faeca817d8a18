// The measurements of copy_matrix_cc_to_{cbuf,gm}.
#include "oracle/predict/element.h"
#include "spec/profiles/choices.h"
#include "suites/bench/golden_program.h"
#include "suites/bench/measurements.h"

namespace vconform::suites {

namespace {

// The matrix fills 128 KiB of L0C, in fractals of 16 by 16.
constexpr std::uint16_t kColumns = 128;
constexpr std::uint16_t kRows = 256;
// Scale 1/5 with an offset, to a signed b8.
constexpr std::uint64_t kWord = spec::kQuantSign.put(spec::kQuantOffset.put(0x3e4cc000, 3), 1);

GoldenProgram whole_matrix(const spec::Cell& cell, spec::CopyMatrix& call) {
  const spec::Conversion& row = cell.conversion();
  call.cell = cell;
  call.src = {spec::MemoryId::kL0c, 0};
  call.dst = {spec::memory_of(row.path.to), 0};
  call.n_size = kColumns;
  call.m_size = kRows;
  call.src_stride = kRows;
  call.quant_pre = spec::quant_code_of(row).scalar;
  // The number of 32-byte blocks in a column of the NZ destination.
  const std::uint64_t channels = spec::channels_of_block(row, false);
  call.dst_stride_dst_d =
      static_cast<std::uint32_t>(kRows * spec::byte_count(row.to(), channels) / 32);
  GoldenProgram program;
  program.elements = std::uint64_t{kColumns} * kRows;
  program.source = call.src;
  program.destination = call.dst;
  program.sizes[VCONFORM_L0C] = program.elements * sizeof(std::uint32_t);
  program.sizes[static_cast<std::size_t>(call.dst.memory)] = program.sizes[VCONFORM_L0C];
  program.steps = {spec::SetFixpipe{spec::FixpipeRegister::kQuantPre, kWord}, call};
  return program;
}

Contest fixpipe_contest(const spec::Cell& cell) {
  spec::CopyMatrix call;
  const GoldenProgram program = whole_matrix(cell, call);
  const auto golden = golden_with(program, cell.conversion().from());
  const spec::Choices pinned = spec::choices_of(spec::profile_named("a2"));
  const oracle::FixpipeMode mode = oracle::fixpipe_mode(call, 0);
  const auto ask = [mode, pinned](std::uint64_t pattern) {
    return oracle::convert_element(oracle::ElementArithmetic(mode), {pattern, kWord}, pinned)
        .front()
        .expectation;
  };
  return {{"golden", running(golden, program.elements)},
          {{std::string(kOracle), asking_oracle(cell.conversion().from(), ask)}}};
}

}  // namespace

std::vector<Measurement> fixpipe_measurements() {
  std::vector<Measurement> measurements;
  for (const spec::Conversion& row : spec::kCopyRows) {
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family == spec::Family::kCopyMatrix) {
      measurements.push_back(
          {"fixpipe", spec::instruction_name(cell), [cell] { return fixpipe_contest(cell); }});
    }
  }
  return measurements;
}

}  // namespace vconform::suites
