// Comparison of the kernel of DEQ with the chain that goes element by element; for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "adapters/golden/dequantise/deq_lanes.h"
#include "adapters/golden/kernels/pipelines.h"
#include "adapters/golden/number/drawn_numbers.h"
#include "adapters/golden/number/host_floating_point.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

inline DeqChain deq_chain_with(const std::vector<std::string>& choices) {
  Behaviour golden = golden_behaviour();
  for (const std::string& choice : choices) {
    spec::pin_from_text(golden.choices, choice);
  }
  return deq_chain(golden);
}

// Repeats each source in sixteen lanes, so that it meets each factor.
inline std::vector<std::uint8_t> sixteenfold(const std::vector<std::uint16_t>& sources) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(sources.size() * 2 * kernels::kFactorLanes);
  for (const std::uint16_t source : sources) {
    for (std::size_t lane = 0; lane < kernels::kFactorLanes; ++lane) {
      bytes.push_back(static_cast<std::uint8_t>(source));
      bytes.push_back(static_cast<std::uint8_t>(source >> 8));
    }
  }
  return bytes;
}

inline std::vector<std::uint8_t> expected_of(const DeqChain& chain, const LaneWords& words,
                                             const std::vector<std::uint16_t>& sources) {
  std::vector<std::uint8_t> results;
  results.reserve(sources.size() * words.size());
  for (const std::uint16_t source : sources) {
    for (const std::uint64_t word : words) {
      results.push_back(static_cast<std::uint8_t>(deq_b8(chain, source, word)));
    }
  }
  return results;
}

// Compares every source with every factor, for the kernels of every instruction set.
inline void expect_the_chain(const DeqChain& chain, const LaneWords& words,
                             const std::vector<std::uint16_t>& sources) {
  const auto factors = deq_factors(chain, words);
  ASSERT_TRUE(factors);
  const std::vector<std::uint8_t> bytes = sixteenfold(sources);
  const std::vector<std::uint8_t> expected = expected_of(chain, words, sources);
  for (const kernels::InstructionSet set : kernels::instruction_sets()) {
    std::vector<std::uint8_t> results(expected.size());
    {
      const UnusualFloatingPoint mode;
      kernels::pipelines(set).deq(*factors, bytes.data(), results.data(), results.size());
    }
    if (results == expected) {
      continue;
    }
    const auto at =
        static_cast<std::size_t>(std::ranges::mismatch(results, expected).in1 - results.begin());
    FAIL() << kernels::kInstructionSetNames[static_cast<std::size_t>(set)] << ": source "
           << sources[at / words.size()] << ", factor 0x" << std::hex << words[at % words.size()]
           << ": " << int{results[at]} << ", not " << int{expected[at]};
  }
}

inline std::vector<std::uint16_t> every_s16() {
  std::vector<std::uint16_t> sources(0x10000);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sources[i] = static_cast<std::uint16_t>(i);
  }
  return sources;
}

}  // namespace vconform::adapters::golden
