// The cost of isolation, in CPU time.
#include <stdexcept>

#include <fmt/format.h>

#include "adapters/abi/steps.h"
#include "adapters/isolation/isolated_batch_runner.h"
#include "adapters/load/open_backend.h"
#include "suites/bench/golden_program.h"
#include "suites/bench/measurements.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kBatch = 8;
constexpr std::size_t kSlots = kBatch * adapters::kMaxBatchesInFlight;
constexpr std::string_view kInstruction = "vconv_f322f16r";

void fill(adapters::BatchRunner& runner, const GoldenProgram& program,
          const spec::NumberFormat& format) {
  std::vector<vconform_step> steps;
  adapters::translate(program.steps, steps);
  for (std::size_t slot = 0; slot < kSlots; ++slot) {
    fill_source(program, format, runner.memories(slot));
    runner.set_program(slot, steps);
  }
}

// Each batch is started as soon as the one before it in its slots has ended.
Work batches(const std::shared_ptr<adapters::BatchRunner>& runner, std::uint64_t elements) {
  return [runner, elements] {
    for (std::size_t first = 0; first < kSlots; first += kBatch) {
      runner->start(first, kBatch);
    }
    for (std::size_t first = 0; first < kSlots; first += kBatch) {
      if (runner->finish().statuses.size() != kBatch) {
        throw std::runtime_error("golden breaks down");
      }
    }
    return kSlots * elements;
  };
}

Contest isolation_contest() {
  const spec::Cell cell = spec::cell_named(kInstruction).value();
  const spec::NumberFormat& format = cell.conversion().from();
  const GoldenProgram program = repeated(cell);
  auto isolated = std::make_shared<adapters::IsolatedBatchRunner>(adapters::loadable("golden"),
                                                                  program.sizes, kSlots);
  std::shared_ptr<adapters::BatchRunner> in_process =
      adapters::in_process_batch_runner("golden", program.sizes, kSlots);
  fill(*isolated, program, format);
  fill(*in_process, program, format);
  const pid_t worker = isolated->worker().value();
  return {{"isolated", batches(isolated, program.elements), processor_seconds_with(worker)},
          {{"in process", batches(in_process, program.elements)}}};
}

}  // namespace

std::vector<Measurement> isolation_measurements() {
  return {{"isolated", fmt::format("isolated {}", kInstruction), isolation_contest}};
}

}  // namespace vconform::suites
