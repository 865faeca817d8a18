#include "suites/swept/result_places.h"

#include <array>
#include <variant>

#include "adapters/abi/steps.h"
#include "generators/vector/case_parts.h"
#include "spec/case/memory_image.h"
#include "spec/number/units.h"

namespace vconform::suites {

namespace {

using generators::SweepProgram;
namespace golden = adapters::golden;

vconform_vconv abi_vconv(const SweepProgram& program) {
  const spec::Vconv vconv = generators::instruction(program.domain.cell, program.plan);
  vconform_vconv abi{};
  abi.repeat = vconv.repeat;
  abi.dst.offset = vconv.dst.offset;
  abi.src.offset = vconv.src.offset;
  abi.dstBlockStride = vconv.dst_block_stride;
  abi.srcBlockStride = vconv.src_block_stride;
  abi.dstRepeatStride = vconv.dst_repeat_stride;
  abi.srcRepeatStride = vconv.src_repeat_stride;
  return abi;
}

// The copy as the library gets it: the last step.
vconform_step abi_copy(const SweepProgram& program) {
  std::vector<vconform_step> steps;
  adapters::translate(generators::steps_of(program), steps);
  return steps.back();
}

spec::Registers registers_of_copy(const SweepProgram& program) {
  spec::Registers registers;
  for (const spec::Step& step : generators::steps_of(program)) {
    if (const auto* set = std::get_if<spec::SetFixpipe>(&step)) {
      registers.fixpipe[spec::index_of(set->which)] = set->value;
    } else if (const auto* ctrl = std::get_if<spec::SetCtrl>(&step)) {
      registers.ctrl = ctrl->value;
    }
  }
  return registers;
}

}  // namespace

ResultPlaces::ResultPlaces(const golden::Behaviour& behaviour, const SweepProgram& program)
    : memory_(spec::MemoryId::kUb), format_(program.domain.cell.conversion().to()) {
  const spec::Cell& cell = program.domain.cell;
  if (!program.copy) {
    const golden::VectorWalk walk =
        golden::vector_walk(behaviour, cell, abi_vconv(program), program.registers);
    place_of_ = [walk](std::uint64_t lane) {
      return Place{walk.destination.block(lane / walk.lanes, lane % walk.lanes),
                   walk.destination.index_in_block(lane % walk.lanes)};
    };
    return;
  }
  memory_ = spec::memory_of(cell.conversion().path.to);
  if (cell.conversion().family == spec::Family::kCopyMatrix) {
    const golden::CopyMatrixWalk walk = golden::copy_matrix_walk(
        behaviour, cell, abi_copy(program).as.copy_matrix, registers_of_copy(program));
    place_of_ = [walk](std::uint64_t lane) {
      const std::uint64_t of_matrix = walk.layout.rows * walk.layout.columns;
      const std::uint64_t in_matrix = lane % of_matrix;
      const std::uint64_t fractals = in_matrix / (spec::kC0 * walk.layout.rows);
      const std::uint64_t index =
          walk.layout.destination(lane / of_matrix, in_matrix / spec::kC0 % walk.layout.rows,
                                  fractals * spec::kC0 + in_matrix % spec::kC0);
      return Place{walk.call.dst.offset, index ^ (walk.swaps_nibbles ? 1U : 0U)};
    };
    return;
  }
  const golden::DataCopyWalk walk =
      golden::data_copy_walk(behaviour, cell, abi_copy(program).as.data_copy);
  place_of_ = [walk](std::uint64_t lane) {
    return Place{walk.destination.block(lane / walk.elements),
                 walk.runs.index(lane % walk.elements)};
  };
}

std::uint64_t ResultPlaces::load(const generators::SweptMemories& memories,
                                 std::uint64_t lane) const {
  const Place place = place_of_(lane);
  return spec::load_element(memories[static_cast<std::size_t>(memory_)], place.offset, format_,
                            place.index);
}

void ResultPlaces::store(const generators::SweptMemories& memories, std::uint64_t lane,
                         std::uint64_t pattern) const {
  const Place place = place_of_(lane);
  spec::store_element(memories[static_cast<std::size_t>(memory_)], place.offset, format_,
                      place.index, pattern);
}

std::uint64_t ResultPlaces::filled_with(std::uint8_t byte) const {
  std::array<std::uint8_t, spec::kBlockBytes> bytes;
  bytes.fill(byte);
  return spec::load_element(bytes, 0, format_, 0);
}

}  // namespace vconform::suites
