// The pages of a private mapping that this process has written.
#pragma once

#include <cstdint>
#include <vector>

namespace vconform::adapters::lowering {

std::uint64_t page_bytes();

// The pages of a private mapping of a file that were written since it was mapped, or since
// MADV_DONTNEED: their distances from `first`, which is at the start of a page, in order. All pages
// if the system does not tell.
std::vector<std::uint64_t> written_pages(const std::uint8_t* first, std::uint64_t bytes);

}  // namespace vconform::adapters::lowering
