#include "adapters/short_programs/one_conversion.h"

#include <stdexcept>

#include "spec/number/quantization.h"

namespace vconform::adapters {

namespace {

constexpr spec::Address kSource = {spec::MemoryId::kUb, 0};

void place(spec::Case& program, const spec::Address& at, spec::NumberType type,
           const std::vector<std::uint64_t>& patterns) {
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    program.placements.push_back(spec::PlaceElement{at, type, i, patterns[i]});
  }
}

// Inserts the step that writes DEQSCALE before the last step.
void add_factors(spec::Case& program, bool as_vector, const std::vector<std::uint64_t>& factors) {
  spec::SetDeqScale scale = {factors.at(0), false};
  if (as_vector) {
    place(program, {spec::MemoryId::kUb, kFactors}, spec::NumberType::kS64, factors);
    scale = {kFactors / spec::kVectorAddressUnit, true};
  }
  program.steps.insert(program.steps.end() - 1, scale);
}

}  // namespace

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
  place(program, kSource, row.source, patterns);
  program.steps = {spec::SetMask{spec::contiguous_mask(patterns.size())}, spec::SetCtrl{ctrl},
                   vconv};
  return program;
}

spec::Case one_deq(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                   const std::vector<std::uint64_t>& factors, std::uint64_t ctrl) {
  spec::Case program = one_conversion(instruction, patterns, ctrl);
  add_factors(program, spec::is_vdeq(vconv_of(program).cell.conversion().deq), factors);
  return program;
}

spec::Case one_cast_deq(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                        const std::vector<std::uint64_t>& factors, spec::CastDeq call) {
  call.cell = spec::cell_named(instruction).value();
  call.src = kSource;
  call.dst.offset = kDestination;
  const spec::NumberType source = call.cell.conversion().source;
  spec::Case program;
  program.memories = {{spec::MemoryId::kUb, 2 * kDestination}};
  place(program, kSource, source, patterns);
  program.steps = {call};
  add_factors(program, call.is_vec_deq && source == spec::NumberType::kS16, factors);
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
