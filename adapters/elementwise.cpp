#include "adapters/elementwise.h"

#include <vector>

#include "adapters/golden/program.h"
#include "spec/memory_image.h"

namespace vconform::adapters {

namespace {

// An array of elements, packed into words so that it is aligned for every type.
class Packed {
 public:
  Packed(const spec::NumberFormat& format, std::size_t count)
      : format_(format), words_((spec::byte_count(format, count) + 7) / 8) {}

  std::span<std::uint8_t> bytes() {
    return {reinterpret_cast<std::uint8_t*>(words_.data()), words_.size() * 8};
  }
  std::uint64_t load(std::size_t index) { return spec::load_element(bytes(), 0, format_, index); }
  void store(std::size_t index, std::uint64_t pattern) {
    spec::store_element(bytes(), 0, format_, index, pattern);
  }

 private:
  const spec::NumberFormat& format_;
  std::vector<std::uint64_t> words_;
};

std::uint32_t convert_array(const vconform_adapter& table, void* context,
                            const golden::VectorWalk& walk, std::span<const std::uint64_t> patterns,
                            std::span<std::uint64_t> results) {
  const spec::Conversion& row = walk.cell.conversion();
  Packed source(row.from(), patterns.size());
  Packed destination(row.to(), results.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    source.store(i, patterns[i]);
  }
  const std::uint32_t status = table.convert(
      context, source.bytes().data(), destination.bytes().data(), patterns.size(),
      static_cast<std::uint32_t>(row.source), static_cast<std::uint32_t>(row.destination),
      static_cast<std::uint32_t>(walk.cell.rounding), walk.registers.ctrl);
  if (status == VCONFORM_OK) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i] = destination.load(i);
    }
  }
  return status;
}

}  // namespace

std::uint32_t execute_elementwise(const vconform_adapter& table, void* context,
                                  std::span<const vconform_step> steps,
                                  const vconform_memories& memories, std::string& message) {
  golden::Behaviour walking = golden::golden_behaviour();
  // A factor for each element has no place in convert().
  walking.supports = [](const spec::Cell& cell) {
    return cell.conversion().family == spec::Family::kVconv;
  };
  const golden::PlannedProgram program =
      golden::plan_program(walking, steps.data(), steps.size(), memories);
  if (program.status != VCONFORM_OK) {
    message = program.message;
    return program.status;
  }
  for (const golden::Instruction& instruction : program.instructions) {
    const auto& walk = std::get<golden::VectorWalk>(instruction);
    const auto convert = [&](const golden::LaneGroup& group, std::span<std::uint64_t> results) {
      return convert_array(table, context, walk, group.patterns, results);
    };
    const std::uint32_t status = golden::run_walk(walking, walk, golden::ub_of(memories), convert);
    if (status != VCONFORM_OK) {
      return status;
    }
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters
