// Running cases inside properties, and reading what they left.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "suites/judging/property.h"

namespace vconform::suites {

// Thrown by run() when the machine does not complete a case.
class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const spec::Outcome& outcome);

  spec::OutcomeStatus status() const { return status_; }

 private:
  spec::OutcomeStatus status_;
};

// The memories after the case.
spec::MemoryImage run(const Subject& subject, const spec::Case& test_case);

// The instruction of a generated case: its last step.
const spec::Vconv& instruction_of(const spec::Case& test_case);
spec::Vconv& instruction_of(spec::Case& test_case);

// The case with another instruction in place of its own.
spec::Case with_rounding(const spec::Case& test_case, spec::Rounding rounding);
// The case with its registers set anew before its instruction.
spec::Case with_mask(const spec::Case& test_case, const spec::Mask& mask);
spec::Case with_ctrl(const spec::Case& test_case, std::uint64_t ctrl);
std::uint64_t ctrl_of(const spec::Case& test_case);
spec::Mask mask_of(const spec::Case& test_case);

// The case with DEQSCALE set anew.
spec::Case with_deq_scale(const spec::Case& test_case, const spec::SetDeqScale& scale);
spec::SetDeqScale deq_scale_of(const spec::Case& test_case);

// A scale is NaN or inf, or may become inf as it is rounded: anything may come out, differently
// each time (deq.scale-nan-inf). Likewise where the pages do not say what is_vec_deq means
// (cast-deq.s32-is-vec-deq), what becomes of the NaN that a copy converts, or what an alpha does to
// an integer (fixpipe.nan-source, copy.nan, relu.integer-alpha).
bool has_open_results(const spec::Case& test_case);

// Lanes of a full, contiguous, single repeat: the elements of the source in the order of memory,
// and the result of each.
struct Lanes {
  std::vector<std::uint64_t> source;
  std::vector<std::uint64_t> result;
};
Lanes run_lanes(const Subject& subject, const spec::Case& test_case);
// The sources of such a case, before it runs.
std::vector<std::uint64_t> source_lanes(const spec::Case& test_case);
// The case with these sources.
spec::Case with_sources(const spec::Case& test_case, const std::vector<std::uint64_t>& sources);

// Patterns in the order of their values; -0 and +0 are equal. Not for NaN.
std::int64_t ordered(const spec::NumberFormat& format, std::uint64_t pattern);
bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern);
bool is_infinite(const spec::NumberFormat& format, std::uint64_t pattern);
// Equal, where the sign of a zero and the payload of a NaN do not count: the pages leave them open.
bool same_value(const spec::NumberFormat& format, std::uint64_t a, std::uint64_t b);

// The first element of UB, as an array of the format from byte 0, that is not the same_value in
// both images; nothing when all are.
struct ImageDifference {
  spec::Address at;
  std::uint64_t a;
  std::uint64_t b;
};
std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::MemoryImage& a,
                                                const spec::MemoryImage& b);
// The same of one memory: of bytes before `from`, and then of an array of the format from there.
std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::Address& from,
                                                std::span<const std::uint8_t> a,
                                                std::span<const std::uint8_t> b);

// A finding of a property that does not ask the oracle: `what` is one line.
Finding contradiction(std::string what, std::string in_short);
Finding contradiction(const spec::NumberFormat& format, const ImageDifference& difference,
                      std::string_view name_a, std::string_view name_b);

// "0x3c00 (f16)".
std::string pattern_in_short(const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::suites
