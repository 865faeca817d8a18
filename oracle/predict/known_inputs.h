// The inputs that were converted already: each distinct input is converted once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "oracle/number/element_input.h"

namespace vconform::oracle {

// Open addressing in one array, at most half full: most inputs that are looked up are present, and
// repeat often.
class KnownInputs {
 public:
  // The number of the input's expectation; `make` returns it if the input is new.
  template <typename Make>
  std::uint32_t number_of(const ElementInput& input, Make make) {
    Slot& known = slots_[place_of(input)];
    if (known.number != kNone) {
      return known.number;
    }
    const std::uint32_t number = make();
    known = {input, number};
    if (++count_ * 2 > slots_.size()) {
      grow();
    }
    return number;
  }

  void clear() {
    slots_.assign(kFirstSlots, Slot{});
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kFirstSlots = 64;  // a power of two, as all sizes are
  struct Slot {
    ElementInput input;
    std::uint32_t number = kNone;
  };

  // The slot of the input, or the free slot where it belongs.
  std::size_t place_of(const ElementInput& input) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_of(input) & mask;
    while (slots_[at].number != kNone && slots_[at].input != input) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.number != kNone) {
        slots_[place_of(slot.input)] = slot;
      }
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(kFirstSlots);
  std::size_t count_ = 0;
};

}  // namespace vconform::oracle
