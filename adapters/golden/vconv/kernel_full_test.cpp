// Tests of the kernels over all 2^32 patterns of f32 and s32, for each instruction set that this
// machine has.
//
// convert() alone takes an hour and a half of one core for them. So the kernels run every pattern,
// and convert() only those at which the results change: the first and the last of each run of equal
// ones. It is monotone over the patterns of one sign, as rounding and limits are, and does not look
// into a NaN: if it gives one result at both ends of a run, it gives that one in between. In case
// it is ever not so, every 1021st pattern is run too.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "adapters/golden/vconv/convert.h"
#include "adapters/golden/vconv/kernel_test_support.h"

namespace vconform::adapters::golden {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kChunks = (std::uint64_t{1} << 32) / kChunk;
constexpr std::size_t kSampleStep = 1021;

// An instruction under a state of CTRL and golden's own readings.
struct Swept {
  spec::Cell cell;
  KernelVariation variation;
};

std::vector<Swept> swept() {
  std::vector<Swept> all;
  for (const spec::Cell& cell : vconv_cells()) {
    if (cell.conversion().from().bits != 32) {
      continue;
    }
    // CTRL[59] does nothing in golden's own reading.
    const bool is_half = cell.conversion().to().is_floating();
    const std::vector<KernelVariation> variations = kernel_variations(cell);
    const std::size_t states = is_half ? ctrl_states(cell) : 1;
    for (std::size_t i = 0; i < states; ++i) {
      all.push_back({cell, variations[i]});
    }
  }
  return all;
}

// The work of one thread.
class Sweep {
 public:
  explicit Sweep(const Swept& what) : what_(what) {
    for (const kernels::InstructionSet set : kernels::instruction_sets()) {
      kernels_.push_back(
          vconv_kernel(what.variation.behaviour, what.cell, what.variation.ctrl, set).value());
    }
    element_ = element_conversion(what.variation.behaviour, what.cell, what.variation.ctrl);
  }

  // The first wrong pattern of a chunk in words, or "".
  std::string run(std::uint32_t chunk) {
    for (std::size_t i = 0; i < kChunk; ++i) {
      sources_[i] = static_cast<std::uint32_t>(chunk * kChunk + i);
    }
    switch (what_.cell.conversion().to().bits) {
      case 16:
        return run_as<std::uint16_t>();
      case 32:
        return run_as<std::uint32_t>();
      default:
        return run_as<std::uint64_t>();
    }
  }

 private:
  template <typename Result>
  std::string run_as() {
    std::vector<std::uint8_t> bytes(kChunk * sizeof(Result));
    std::vector<Result> results(kChunk);
    for (const VconvKernel& kernel : kernels_) {
      convert_all(kernel, bytes.data());
      if (&kernel != &kernels_.front() &&
          std::memcmp(results.data(), bytes.data(), bytes.size()) != 0) {
        return "instruction sets differ" + first_wrong<Result>(bytes.data());
      }
      std::memcpy(results.data(), bytes.data(), bytes.size());
    }
    return check_changes(results);
  }

  void convert_all(const VconvKernel& kernel, std::uint8_t* results) const {
    kernel.convert(kernel.parameters, reinterpret_cast<const std::uint8_t*>(sources_.data()),
                   results, kChunk);
  }

  template <typename Result>
  std::string first_wrong(const std::uint8_t* bytes) const {
    for (std::size_t i = 0; i < kChunk; ++i) {
      Result result;
      std::memcpy(&result, bytes + i * sizeof(Result), sizeof(Result));
      if (const std::string problem = check(i, result); !problem.empty()) {
        return ": " + problem;
      }
    }
    return "";
  }

  template <typename Result>
  std::string check_changes(const std::vector<Result>& results) const {
    constexpr std::size_t kStep = 64;
    for (std::size_t first = 0; first < kChunk; first += kStep) {
      Result changes = 0;
      for (std::size_t i = first; i < first + kStep; ++i) {
        changes |= static_cast<Result>(results[i] ^ results[first]);
      }
      // A run may continue into the next step; its ends are checked in either.
      const std::size_t step = changes == 0 ? kStep - 1 : 1;
      for (std::size_t i = first; i < first + kStep; i += step) {
        const bool is_end = i == first || i + 1 == first + kStep || results[i] != results[i - 1] ||
                            results[i] != results[i + 1];
        if (const std::string problem = is_end ? check(i, results[i]) : ""; !problem.empty()) {
          return problem;
        }
      }
    }
    return check_sample(results);
  }

  template <typename Result>
  std::string check_sample(const std::vector<Result>& results) const {
    for (std::size_t i = sources_[0] % kSampleStep; i < kChunk; i += kSampleStep) {
      if (const std::string problem = check(i, results[i]); !problem.empty()) {
        return problem;
      }
    }
    return "";
  }

  std::string check(std::size_t i, std::uint64_t got) const {
    const std::uint64_t expected = convert(what_.variation.behaviour, element_, sources_[i]);
    return got == expected
               ? ""
               : fmt::format("{:#x} gives {:#x}, not {:#x}", sources_[i], got, expected);
  }

  const Swept& what_;
  ElementConversion element_;
  std::vector<VconvKernel> kernels_;
  std::vector<std::uint32_t> sources_ = std::vector<std::uint32_t>(kChunk);
};

// Keeps the wrong pattern with the lowest number, whichever thread met it.
class Sweeps {
 public:
  std::string run(const Swept& what) {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
      threads.emplace_back([&] { work(what); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    return problem_;
  }

 private:
  void work(const Swept& what) {
    Sweep sweep(what);
    for (std::size_t chunk = next_++; chunk < kChunks; chunk = next_++) {
      const std::string problem = sweep.run(static_cast<std::uint32_t>(chunk));
      if (!problem.empty()) {
        const std::lock_guard lock(mutex_);
        problem_ = chunk < chunk_ ? problem : problem_;
        chunk_ = std::min(chunk, chunk_);
        next_ = kChunks;
      }
    }
  }

  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::size_t chunk_ = kChunks;
  std::string problem_;
};

std::string name_of(const Swept& what) {
  return spec::cell_name(what.cell) + (what.variation.ctrl != 0 ? "_ctrl48" : "");
}

class VconvKernelsFull : public ::testing::TestWithParam<Swept> {};

TEST_P(VconvKernelsFull, GiveWhatConvertGivesForEachPattern) {
  const auto start = std::chrono::steady_clock::now();
  Sweeps sweeps;
  EXPECT_EQ(sweeps.run(GetParam()), "");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  static std::size_t done = 0;
  fmt::print(stderr, "{} of {}: {} in {:.0f} s\n", ++done, swept().size(), name_of(GetParam()),
             took.count());
}

INSTANTIATE_TEST_SUITE_P(Each, VconvKernelsFull, ::testing::ValuesIn(swept()),
                         [](const auto& tested) { return name_of(tested.param); });

}  // namespace
}  // namespace vconform::adapters::golden
