// Instructions, readings that kernels serve, and sources; for tests of kernels.
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

// All variations that can affect the instruction; golden's own readings come first, under each
// state of CTRL.
std::vector<KernelVariation> kernel_variations(const spec::Cell& cell);
std::size_t ctrl_states(const spec::Cell& cell);

// Every pattern of up to 16 bits; for wider formats those around powers of two and, in each binade,
// around each last bit that may be kept and its ties.
std::vector<std::uint64_t> edge_patterns(const spec::NumberFormat& from);
// 2^20 patterns in steps of a prime number; none for formats of up to 16 bits.
std::vector<std::uint64_t> sampled_patterns(const spec::NumberFormat& from);

// The results of convert().
std::vector<std::uint64_t> converted(const KernelVariation& variation, const spec::Cell& cell,
                                     std::span<const std::uint64_t> sources);

// The first source that the kernel converts to something else, in words, or "".
std::string first_difference(const VconvKernel& kernel, const spec::Cell& cell,
                             std::span<const std::uint64_t> sources,
                             std::span<const std::uint64_t> expected);

}  // namespace vconform::adapters::golden
