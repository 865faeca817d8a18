// For the tests of kernels: instructions, readings that kernels serve, sources.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "adapters/golden/vconv/kernel.h"

namespace vconform::adapters::golden {

// Every instruction of the vconv table, optional ones included.
std::vector<spec::Cell> vconv_cells();

// A state of CTRL and of the readings.
struct KernelVariation {
  std::string name;
  Behaviour behaviour;
  std::uint64_t ctrl = 0;
};

// All that can make a difference to the instruction; golden's own readings come first, under each
// state of CTRL.
std::vector<KernelVariation> kernel_variations(const spec::Cell& cell);
std::size_t ctrl_states(const spec::Cell& cell);

// Every pattern of up to 16 bits. Of wider ones those around powers of two, in each binade around
// each last bit that may be kept and around its ties.
std::vector<std::uint64_t> edge_patterns(const spec::NumberFormat& from);
// 2^20 of them, in steps of a prime number; none of up to 16 bits.
std::vector<std::uint64_t> sampled_patterns(const spec::NumberFormat& from);

// By convert().
std::vector<std::uint64_t> converted(const KernelVariation& variation, const spec::Cell& cell,
                                     std::span<const std::uint64_t> sources);

// The first source that the kernel converts to something else, in words; or nothing.
std::string first_difference(const VconvKernel& kernel, const spec::Cell& cell,
                             std::span<const std::uint64_t> sources,
                             std::span<const std::uint64_t> expected);

}  // namespace vconform::adapters::golden
