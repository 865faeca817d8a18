// The measurements of sweeps of golden, on one core.
#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "adapters/isolation/isolated_batch_runner.h"
#include "adapters/load/open_backend.h"
#include "spec/profiles/choices.h"
#include "suites/bench/measurements.h"
#include "suites/bench/prepared_runner.h"
#include "suites/sweep/chunk_runner.h"

namespace vconform::suites {

namespace {

constexpr std::array<std::string_view, 4> kSwept = {"vconv_f322f16r", "vconv_f322s32r",
                                                    "vconv_s322f32r", "vconv_deqs162b8h_s8"};
// More than the caches hold.
constexpr std::size_t kCompared = std::size_t{64} << 20;
constexpr std::size_t kPiece = std::size_t{1} << 20;

PlannedDomain domain_of(std::string_view instruction) {
  return {{spec::cell_named(instruction).value(), 0}, spec::kAllFeatures};
}

adapters::MemorySizes ub_alone() {
  adapters::MemorySizes sizes{};
  sizes[VCONFORM_UB] = spec::memory_of(spec::MemoryId::kUb).a2_size;
  return sizes;
}

std::unique_ptr<adapters::BatchRunner> golden_runner() {
  return adapters::in_process_batch_runner("golden", ub_alone(), 1);
}

std::shared_ptr<ChunkRunner> chunks_over(std::unique_ptr<adapters::BatchRunner> runner) {
  ChunkRunnerOptions options;
  options.batch = std::max(runner->slot_count() / adapters::kMaxBatchesInFlight, std::size_t{1});
  options.pinned = spec::choices_of(spec::profile_named("a2"));
  options.max_failures = 1;
  const auto nobody = []() -> const Subject& {
    throw std::runtime_error("golden fails in a sweep of itself");
  };
  return std::make_shared<ChunkRunner>(std::move(runner), nobody, options);
}

std::uint64_t values_of(ChunkRunner& runner, const PlannedDomain& domain, std::uint64_t chunk) {
  const ChunkResult result = runner.run(domain, chunk);
  if (result.not_run != 0 || result.causes.count() != 0) {
    throw std::runtime_error("golden fails in a sweep of itself");
  }
  return result.values;
}

// Each piece of work is one chunk; an odd stride spreads them over the domain.
Work sweep(const PlannedDomain& domain, std::unique_ptr<adapters::BatchRunner> golden) {
  return [domain, runner = chunks_over(std::move(golden)), i = std::uint64_t{0}]() mutable {
    constexpr std::uint64_t kOddStride = 0x9e3779b1;
    const std::uint64_t count = generators::chunk_count(domain.domain.cell.conversion());
    return values_of(*runner, domain, i++ * kOddStride % count);
  };
}

// Batches in flight as in the command sweep.
Side isolated_sweep(const PlannedDomain& domain) {
  constexpr std::size_t kSweepSlots = 4 * adapters::kMaxBatchesInFlight;
  auto golden = std::make_unique<adapters::IsolatedBatchRunner>(adapters::loadable("golden"),
                                                                ub_alone(), kSweepSlots);
  const Clock clock = processor_seconds_with(golden->worker().value());
  return {"isolated sweep", sweep(domain, std::move(golden)), clock};
}

// The same chunk each time, from the middle of the domain.
Work prepared_sweep(const PlannedDomain& domain) {
  const std::uint64_t chunk = generators::chunk_count(domain.domain.cell.conversion()) / 4;
  const std::size_t programs =
      generators::sweep_programs(domain.domain, domain.features, chunk).size();
  auto prepared = std::make_unique<PreparedRunner>(golden_runner(), programs);
  return [domain, chunk, runner = chunks_over(std::move(prepared))] {
    return values_of(*runner, domain, chunk);
  };
}

// A comparison of two places, with as many bytes per value as its source and result have.
Side memory_compare(const PlannedDomain& domain) {
  const spec::Conversion& row = domain.domain.cell.conversion();
  const auto bits = static_cast<std::uint64_t>(row.from().bits + row.to().bits);
  auto bytes = std::make_shared<std::vector<std::uint8_t>>(2 * kCompared);
  return {"memory compare", [bytes, bits, at = std::size_t{0}]() mutable {
            const std::uint8_t* one = bytes->data() + at;
            if (std::memcmp(one, one + kCompared, kPiece) != 0) {
              throw std::runtime_error("zeros differ");
            }
            at = (at + kPiece) % kCompared;
            return std::uint64_t{kPiece} * 8 / bits;
          }};
}

Contest sweep_contest(const PlannedDomain& domain) {
  return {{"sweep", sweep(domain, golden_runner())}, {memory_compare(domain)}};
}

Contest isolation_contest(const PlannedDomain& domain) {
  return {isolated_sweep(domain), {{"sweep", sweep(domain, golden_runner())}}};
}

Contest overhead_contest(const PlannedDomain& domain) {
  return {{"sweep of prepared results", prepared_sweep(domain)},
          {{"sweep", sweep(domain, golden_runner())}, memory_compare(domain)}};
}

// Half results keep NaN: where results saturate, Eigen's are others than the pages'.
PlannedDomain domain_of_arrays() {
  return {{spec::cell_named("vconv_f322f16r").value(), spec::with_ctrl_bit(spec::kCtrlKeepInfNan)},
          spec::kAllFeatures};
}

// convert() of Eigen alone, on arrays as long as those of a sweep, prepared before.
Side convert_alone() {
  constexpr std::size_t kArrays = 16;
  constexpr std::size_t kElements = 255 * 64;
  const PlannedDomain domain = domain_of_arrays();
  const vconform_adapter* table = adapters::named_adapter("eigen");
  const std::shared_ptr<void> context(table->create(), table->destroy);
  auto sources = std::make_shared<std::vector<std::uint8_t>>(kArrays * kElements * 4);
  auto results = std::make_shared<std::vector<std::uint8_t>>(kElements * 2);
  constexpr std::uint64_t kOne = 0x3f800000;
  generators::write_sources(domain.domain, kOne, *sources);
  return {"convert() alone", [=, at = std::size_t{0}]() mutable {
            const std::uint32_t status = table->convert(
                context.get(), sources->data() + at * kElements * 4, results->data(), kElements,
                VCONFORM_F32, VCONFORM_F16, VCONFORM_ROUND_R, domain.domain.ctrl);
            if (status != VCONFORM_OK) {
              throw std::runtime_error("Eigen does not convert");
            }
            at = (at + 1) % kArrays;
            return std::uint64_t{kElements};
          }};
}

Contest arrays_contest() {
  auto eigen = adapters::in_process_batch_runner("eigen", ub_alone(), 1);
  return {{"sweep of arrays", sweep(domain_of_arrays(), std::move(eigen))}, {convert_alone()}};
}

std::vector<Measurement> of_group(std::string_view group, const std::string& prefix,
                                  Contest (*contest)(const PlannedDomain&)) {
  std::vector<Measurement> measurements;
  for (const std::string_view instruction : kSwept) {
    measurements.push_back({group, prefix + std::string(instruction),
                            [instruction, contest] { return contest(domain_of(instruction)); }});
  }
  return measurements;
}

}  // namespace

std::vector<Measurement> sweep_measurements() {
  std::vector<Measurement> all = of_group("sweep", "sweep ", sweep_contest);
  all.push_back({"sweep", "sweep of arrays vconv_f322f16r", arrays_contest});
  return all;
}

std::vector<Measurement> isolated_sweep_measurements() {
  return of_group("isolated", "isolated sweep ", isolation_contest);
}

std::vector<Measurement> overhead_measurements() {
  return of_group("overhead", "prepared ", overhead_contest);
}

}  // namespace vconform::suites
