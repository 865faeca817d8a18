// Detours from 32 bits that are exact by an argument, tried with every source: golden's kernels,
// which are shown to give what it gives, convert all 2^32.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "adapters/golden/reference.h"
#include "suites/consistency/detours.h"
#include "suites/judging/level.h"

namespace vconform::suites {
namespace {

using adapters::golden::VconvKernel;

constexpr std::size_t kChunk = std::size_t{1} << 14;
constexpr std::uint64_t kSources = std::uint64_t{1} << 32;
constexpr std::size_t kWidest = 8;

VconvKernel kernel_of(spec::NumberType from, const spec::OperationLeg& leg, std::uint64_t ctrl) {
  for (const spec::Cell& cell : spec::all_cells()) {
    const spec::Conversion& row = cell.conversion();
    if (row.family == spec::Family::kVconv && row.source == from && row.destination == leg.to &&
        cell.rounding == leg.rounding) {
      return adapters::golden::vconv_kernel(adapters::golden::golden_behaviour(), cell, ctrl)
          .value();
    }
  }
  throw std::logic_error("no such instruction");
}

// The conversions of an operation, one after another.
class Conversions {
 public:
  Conversions(const spec::OperationRow& row, std::uint64_t ctrl) {
    spec::NumberType from = row.source;
    for (const spec::OperationLeg& leg : row.legs) {
      kernels_.push_back(kernel_of(from, leg, ctrl));
      from = leg.to;
    }
  }

  using Bytes = std::array<std::uint8_t, kChunk * kWidest>;
  void run(const std::uint8_t* sources, Bytes& results) {
    for (const VconvKernel& kernel : kernels_) {
      kernel.convert(kernel.parameters, sources, results.data(), kChunk);
      between_ = results;
      sources = between_.data();
    }
  }

 private:
  std::vector<VconvKernel> kernels_;
  alignas(64) Bytes between_{};
};

// The first source from which the detour leads elsewhere, or "".
std::string first_difference(const Detour& detour, std::uint64_t ctrl) {
  const std::size_t result_bytes =
      static_cast<std::size_t>(spec::format_of(detour.direct.destination()).bits) / 8;
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> first_wrong{kSources};
  const auto work = [&] {
    Conversions direct(detour.direct, ctrl);
    Conversions chain(detour.chain, ctrl);
    std::vector<std::uint32_t> sources(kChunk);
    alignas(64) static thread_local Conversions::Bytes expected;
    alignas(64) static thread_local Conversions::Bytes got;
    for (std::uint64_t at = next += kChunk; at - kChunk < first_wrong; at = next += kChunk) {
      std::iota(sources.begin(), sources.end(), static_cast<std::uint32_t>(at - kChunk));
      direct.run(reinterpret_cast<const std::uint8_t*>(sources.data()), expected);
      chain.run(reinterpret_cast<const std::uint8_t*>(sources.data()), got);
      if (std::memcmp(expected.data(), got.data(), kChunk * result_bytes) != 0) {
        const auto differs = std::mismatch(expected.begin(), expected.end(), got.begin());
        first_wrong =
            at - kChunk + static_cast<std::size_t>(differs.first - expected.begin()) / result_bytes;
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  threads.clear();
  return first_wrong == kSources ? "" : fmt::format("{:#010x}", first_wrong.load());
}

TEST(DetoursFrom32Bits, LeadNowhereElseFromAnySource) {
  std::size_t tried = 0;
  std::size_t differing = 0;
  for (const Detour& detour : all_detours()) {
    if (spec::format_of(detour.direct.source).bits != 32) {
      continue;
    }
    if (reason_of(detour).empty()) {
      // The comparison can fail.
      differing += differing < 3 && !first_difference(detour, 0).empty() ? 1 : 0;
      continue;
    }
    for (const std::uint64_t ctrl : kSystematicCtrl) {
      EXPECT_EQ(first_difference(detour, ctrl), "")
          << spec::conversion_text(detour.chain) << " for " << spec::conversion_text(detour.direct)
          << " under " << ctrl;
    }
    ++tried;
  }
  std::printf("%zu detours from 32 bits, each from 2^32 sources under %zu states of CTRL\n", tried,
              kSystematicCtrl.size());
  EXPECT_GT(tried, 30U);
  EXPECT_EQ(differing, 3U);
}

}  // namespace
}  // namespace vconform::suites
