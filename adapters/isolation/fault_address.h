// Where a backend tried to access memory that it may not.
#pragma once

#include <atomic>
#include <cstdint>

namespace vconform::adapters {

// From now on, SIGSEGV and SIGBUS store the address in `to` before they end this process.
// `to` must outlive it.
void note_fault_addresses(std::atomic<std::uint64_t>& to);

}  // namespace vconform::adapters
