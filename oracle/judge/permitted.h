// The permitted patterns that memory images can show, where elements lie on each other.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/predict/world.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle {

// By element its bits that no later element was written over.
std::vector<std::uint64_t> surviving_bits(const World& world, const spec::MemoryView& after);

// A permitted pattern that agrees with what was found in the surviving bits, if there is one.
std::uint64_t nearest_permitted(const Expectation& expectation, const spec::NumberFormat& format,
                                std::uint64_t got, std::uint64_t surviving);

}  // namespace vconform::oracle
