#include "adapters/one_conversion.h"

#include <stdexcept>

namespace vconform::adapters {

spec::Case one_conversion(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                          std::uint64_t ctrl) {
  spec::Vconv vconv;
  vconv.cell = spec::cell_named(instruction).value();
  vconv.dst.offset = kDestination;
  const spec::Conversion& row = vconv.cell.conversion();
  vconv.dst_repeat_stride = static_cast<std::uint16_t>(row.destination_blocks);
  vconv.src_repeat_stride = static_cast<std::uint16_t>(row.source_blocks);
  spec::Case program;
  program.memories = {{spec::MemoryId::kUb, 2 * kDestination}};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    program.placements.push_back(spec::PlaceElement{vconv.src, row.source, i, patterns[i]});
  }
  program.steps = {spec::SetMask{spec::contiguous_mask(patterns.size())}, spec::SetCtrl{ctrl},
                   vconv};
  return program;
}

spec::Outcome run(Backend& backend, const spec::Case& program) {
  return backend.execute(program, spec::initial_image(program));
}

std::vector<std::uint64_t> results_of(Backend& backend, std::string_view instruction,
                                      const std::vector<std::uint64_t>& patterns,
                                      std::uint64_t ctrl) {
  spec::Case program = one_conversion(instruction, patterns, ctrl);
  const spec::Outcome outcome = run(backend, program);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    throw std::runtime_error(std::string(instruction) + ": " + outcome.message);
  }
  std::vector<std::uint64_t> results;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    results.push_back(spec::load_element(outcome.after.of(spec::MemoryId::kUb), kDestination,
                                         vconv_of(program).cell.conversion().to(), i));
  }
  return results;
}

spec::Vconv& vconv_of(spec::Case& program) {
  return std::get<spec::Vconv>(program.steps.back());
}

}  // namespace vconform::adapters
