#include "fuzz/edits/grown_memory.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <variant>
#include <vector>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/number/digest.h"
#include "spec/number/units.h"

namespace vconform::fuzz {

namespace {

std::uint64_t most_of(spec::MemoryId memory) {
  const std::uint64_t size = spec::memory_of(memory).a2_size;
  return size > 0 ? size : memory == spec::MemoryId::kGm ? spec::kMaxGmBytes : kMostFilledBytes;
}

}  // namespace

bool grow(spec::Case& test_case, spec::MemoryId memory, std::uint64_t bytes,
          std::uint64_t largest) {
  const auto found = std::ranges::find(test_case.memories, memory, &spec::CaseMemory::id);
  const std::uint64_t most = std::min(most_of(memory), largest);
  if (found == test_case.memories.end() || bytes > most) {
    return false;
  }
  const std::uint64_t in_blocks =
      (bytes + spec::kBlockBytes - 1) / spec::kBlockBytes * spec::kBlockBytes;
  found->size = std::max(found->size, std::min(in_blocks, most));
  found->is_sparse |= memory == spec::MemoryId::kGm && found->size > kMostFilledBytes;
  return true;
}

void grow_for_operands(spec::Case& test_case, std::uint64_t largest) {
  for (const spec::Step& step : test_case.steps) {
    std::visit(
        [&](const auto& one) {
          if constexpr (requires { one.src; }) {
            grow(test_case, one.src.memory, one.src.offset + spec::kBlockBytes, largest);
            grow(test_case, one.dst.memory, one.dst.offset + spec::kBlockBytes, largest);
          }
        },
        step);
  }
}

void plant_far_sources(spec::Case& test_case, const spec::Choices& pinned) {
  constexpr std::size_t kMostBlocks = 64;
  constexpr std::uint64_t kStep = 37;
  std::set<std::pair<spec::MemoryId, std::uint64_t>> blocks;
  const spec::MemoryImage before = spec::initial_image(test_case);
  const std::vector<oracle::World> worlds = oracle::predict(test_case, before, pinned);
  for (const oracle::PredictedElement& element : worlds.front().elements) {
    const std::uint64_t byte = element.source / oracle::kNibblesPerByte;
    if (element.has_source && before.of(element.source_memory).is_sparse() &&
        blocks.size() < kMostBlocks) {
      blocks.emplace(element.source_memory, byte / spec::kBlockBytes * spec::kBlockBytes);
    }
  }
  for (const auto& [memory, at] : blocks) {
    const std::uint64_t bytes =
        std::min<std::uint64_t>(spec::kBlockBytes, before.of(memory).size() - at);
    test_case.placements.emplace_back(
        spec::PlacePatterns{{memory, at},
                            spec::NumberType::kU8,
                            bytes,
                            spec::digest_with(spec::kEmptyDigest, at) >> 56,
                            kStep});
  }
}

}  // namespace vconform::fuzz
