#include "oracle/judge/permitted.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "spec/rows/memories.h"

namespace vconform::oracle {

namespace {

// Nibbles of a memory.
class Nibbles {
 public:
  explicit Nibbles(std::uint64_t memory_size)
      : dense_(memory_size > spec::kMaxMemoryBytes ? 0 : memory_size * kNibblesPerByte) {}

  // Returns whether it is new.
  bool insert(Nibble nibble) {
    if (dense_.empty()) {
      return sparse_.insert(nibble).second;
    }
    const bool is_new = !dense_[nibble];
    dense_[nibble] = true;
    return is_new;
  }

 private:
  // Empty for a memory too large for it.
  std::vector<bool> dense_;
  std::unordered_set<Nibble> sparse_;
};

}  // namespace

std::vector<std::uint64_t> surviving_bits(const World& world, const spec::MemoryView& after) {
  constexpr std::uint64_t kNibbleBits = spec::kBitsPerByte / kNibblesPerByte;
  std::vector<Nibbles> overwritten;
  for (const spec::Memory& memory : spec::kMemories) {
    overwritten.emplace_back(after.of(memory.id).size());
  }
  std::vector<std::uint64_t> surviving(world.elements.size());
  for (std::size_t i = world.elements.size(); i-- > 0;) {
    const PredictedElement& element = world.elements[i];
    Nibbles& nibbles = overwritten[static_cast<std::size_t>(element.memory)];
    const spec::NumberFormat& format = spec::format_of(element.type);
    for (std::uint64_t bit = 0; bit < static_cast<std::uint64_t>(format.bits); bit += kNibbleBits) {
      const bool survives = nibbles.insert(element.destination + bit / kNibbleBits);
      surviving[i] |= survives ? std::uint64_t{0xf} << bit : 0;
    }
  }
  return surviving;
}

std::uint64_t nearest_permitted(const Expectation& expectation, const spec::NumberFormat& format,
                                std::uint64_t got, std::uint64_t surviving) {
  if (expectation.is_exact() || permits(expectation, format, got)) {
    return expectation.is_exact() ? expectation.patterns.front() : got;
  }
  const auto agrees = [&](std::uint64_t pattern) { return ((pattern ^ got) & surviving) == 0; };
  const auto found = std::find_if(expectation.patterns.begin(), expectation.patterns.end(), agrees);
  if (found != expectation.patterns.end()) {
    return *found;
  }
  if (expectation.kind != Expectation::Kind::kAnyNan) {
    return expectation.patterns.front();
  }
  // The overwritten bits may have been all ones.
  const std::uint64_t nan = got | format.infinity_pattern() | (format.pattern_mask() & ~surviving);
  return permits(expectation, format, nan) ? nan : nan | 1;
}

}  // namespace vconform::oracle
