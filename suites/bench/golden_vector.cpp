// The measurements of the families vconv and deq.
#include "spec/number/quantization.h"
#include "spec/profiles/choices.h"
#include "suites/bench/golden_program.h"
#include "suites/bench/measurements.h"
#include "suites/bench/scalar_conversion.h"

namespace vconform::suites {

namespace {

// Scale 1/5 with an offset, to a signed b8.
constexpr std::uint32_t kScale = 0x3e4ccccd;
constexpr int kOffset = 3;
// The scale 0.3 as an f16.
constexpr std::uint64_t kHalf = 0x34cd;
constexpr std::uint64_t kVector = 190 * 1024;

Side exact_oracle(const spec::Cell& cell, std::uint64_t scale) {
  const spec::Choices pinned = spec::choices_of(spec::profile_named("a2"));
  const auto ask = [cell, scale, pinned](std::uint64_t pattern) {
    return oracle::convert_element({cell, 0}, {pattern, scale}, pinned).front().expectation;
  };
  return {std::string(kOracle), asking_oracle(cell.conversion().from(), ask)};
}

Side scalar_side(const spec::Cell& cell, const std::shared_ptr<adapters::BatchRunner>& golden,
                 const GoldenProgram& program) {
  const std::uint8_t* source = at(golden->memories(0), program.source);
  auto results = std::make_shared<std::vector<std::uint8_t>>(
      spec::byte_count(cell.conversion().to(), program.elements));
  const ScalarLoop loop = scalar_loop(cell);
  return {std::string(kScalarLoop), [=, elements = program.elements, keep = golden] {
            loop(source, results->data(), elements);
            return elements;
          }};
}

Contest vconv_contest(const spec::Cell& cell) {
  const GoldenProgram program = repeated(cell);
  const auto golden = golden_with(program, cell.conversion().from());
  return {{"golden", running(golden, program.elements)},
          {scalar_side(cell, golden, program), exact_oracle(cell, 0)}};
}

Contest deq_contest(const spec::Cell& cell) {
  const spec::DeqForm form = cell.conversion().deq;
  const bool is_signed = cell.conversion().destination == spec::NumberType::kS8;
  const std::uint64_t factor =
      form == spec::DeqForm::kHalf ? kHalf : spec::deq_factor(kScale, kOffset, is_signed);
  GoldenProgram program = repeated(cell);
  const spec::SetDeqScale scale = spec::is_vdeq(form)
                                      ? spec::SetDeqScale{kVector / spec::kVectorAddressUnit, true}
                                      : spec::SetDeqScale{factor, false};
  program.steps.insert(program.steps.begin(), scale);
  const auto golden = golden_with(program, cell.conversion().from());
  const vconform_memory& ub = golden->memories(0).memory[VCONFORM_UB];
  for (std::uint64_t i = 0; i < spec::kVectorFactors; ++i) {
    spec::store_word<std::uint64_t>(ub.data + kVector + i * spec::kFactorBytes, factor);
  }
  return {{"golden", running(golden, program.elements)}, {exact_oracle(cell, factor)}};
}

std::vector<Measurement> of_family(spec::Family family, std::string_view group,
                                   Contest (*contest)(const spec::Cell&)) {
  std::vector<Measurement> measurements;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (cell.conversion().family == family) {
      measurements.push_back(
          {group, spec::instruction_name(cell), [cell, contest] { return contest(cell); }});
    }
  }
  return measurements;
}

}  // namespace

std::vector<Measurement> vconv_measurements() {
  return of_family(spec::Family::kVconv, "vconv", vconv_contest);
}

std::vector<Measurement> deq_measurements() {
  return of_family(spec::Family::kDeq, "deq", deq_contest);
}

}  // namespace vconform::suites
