// Programs of one instruction, and their results on a backend; for tests.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "spec/case/case.h"

namespace vconform::adapters {

// Addresses of the operands in a UB of 16 KiB: the source at 0, the vector of a VDEQ at 4096, the
// destination at 8192.
inline constexpr std::uint64_t kFactors = 4096;
inline constexpr std::uint64_t kDestination = 8192;

// Places elements one after another.
void place(spec::Case& program, const spec::Address& at, spec::NumberType type,
           const std::vector<std::uint64_t>& patterns);

// One contiguous repeat that converts the patterns; the other lanes are inactive.
spec::Case one_conversion(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                          std::uint64_t ctrl = 0);

// One repeat of the family deq: a VDEQ takes `factors` from its vector, the others take the first
// one from DEQSCALE.
spec::Case one_deq(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                   const std::vector<std::uint64_t>& factors, std::uint64_t ctrl = 0);

// `call` with operands in the same places; only DEQSCALE is set before it. For an s16 source
// is_vec_deq says where the factors are.
spec::Case one_cast_deq(std::string_view instruction, const std::vector<std::uint64_t>& patterns,
                        const std::vector<std::uint64_t>& factors, spec::CastDeq call);

// The results of one conversion. The backend must complete.
std::vector<std::uint64_t> results_of(Backend& backend, std::string_view instruction,
                                      const std::vector<std::uint64_t>& patterns,
                                      std::uint64_t ctrl = 0);

// Runs a program on its initial memory images.
spec::Outcome run(Backend& backend, const spec::Case& program);

// The instruction of a program from one_conversion or one_deq.
spec::Vconv& vconv_of(spec::Case& program);

}  // namespace vconform::adapters
