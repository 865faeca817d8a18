// Helpers of properties: running cases, changing them, and reading their results.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "suites/judging/property.h"

namespace vconform::suites {

// Thrown by run() if the backend does not complete a case.
class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const spec::Outcome& outcome);

  spec::OutcomeStatus status() const { return status_; }

 private:
  spec::OutcomeStatus status_;
};

// Runs the earlier programs of a case, whatever becomes of them.
void run_earlier(const Subject& subject, const spec::Case& test_case);

// The memory image after the case.
spec::MemoryImage run(const Subject& subject, const spec::Case& test_case);

// The instruction of a generated case, which is its last step.
const spec::Vconv& instruction_of(const spec::Case& test_case);
spec::Vconv& instruction_of(spec::Case& test_case);

// The case with another instruction in place of its own.
spec::Case with_rounding(const spec::Case& test_case, spec::Rounding rounding);
// The case with a register set anew before its instruction.
spec::Case with_mask(const spec::Case& test_case, const spec::Mask& mask);
spec::Case with_ctrl(const spec::Case& test_case, std::uint64_t ctrl);
std::uint64_t ctrl_of(const spec::Case& test_case);
spec::Mask mask_of(const spec::Case& test_case);

// The case with DEQSCALE set anew.
spec::Case with_deq_scale(const spec::Case& test_case, const spec::SetDeqScale& scale);
spec::SetDeqScale deq_scale_of(const spec::Case& test_case);

// Whether the pages permit any result, perhaps a different one each time: a scale is NaN or inf, or
// rounding may make it inf (deq.scale-nan-inf); an s32 with is_vec_deq under the permissive reading
// of cast-deq.s32-is-vec-deq, or after the tensor form of set_deq_scale; a copy converts a NaN, or
// an alpha applies to an integer (fixpipe.nan-source, copy.nan, relu.integer-alpha).
bool has_open_results(const Subject& subject, const spec::Case& test_case);

// The case with QuantPRE 0 for each scalar code if the reading fixpipe.quantpre-codes=zero-only is
// pinned, under which the prototype says what is computed and a backend may refuse other codes.
spec::Case with_permitted_codes(spec::Case test_case, const spec::Choices& pinned);

// The lanes of a full, contiguous, single repeat: source elements in memory order, and the result
// of each.
struct Lanes {
  std::vector<std::uint64_t> source;
  std::vector<std::uint64_t> result;
};
Lanes run_lanes(const Subject& subject, const spec::Case& test_case);
// The sources of such a case, before it runs.
std::vector<std::uint64_t> source_lanes(const spec::Case& test_case);
// The case with these sources.
spec::Case with_sources(const spec::Case& test_case, const std::vector<std::uint64_t>& sources);

// A key that orders patterns by value; -0 and +0 are equal. Not for NaN.
std::int64_t ordered(const spec::NumberFormat& format, std::uint64_t pattern);
bool is_nan(const spec::NumberFormat& format, std::uint64_t pattern);
bool is_infinite(const spec::NumberFormat& format, std::uint64_t pattern);
// Whether two patterns are equal up to the sign of a zero and the payload of a NaN, which the pages
// leave open.
bool same_value(const spec::NumberFormat& format, std::uint64_t a, std::uint64_t b);

// The first element that is not the same_value in both images, with UB as an array of the format
// from byte 0; nullopt if there is none.
struct ImageDifference {
  spec::Address at;
  std::uint64_t a;
  std::uint64_t b;
};
std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::MemoryImage& a,
                                                const spec::MemoryImage& b);
// The same for one memory: bytes before `from`, then an array of the format.
std::optional<ImageDifference> first_difference(const spec::NumberFormat& format,
                                                const spec::Address& from,
                                                std::span<const std::uint8_t> a,
                                                std::span<const std::uint8_t> b);

// A finding of a property that does not ask the oracle; `what` is one line.
Finding contradiction(std::string what, std::string in_short);
Finding contradiction(const spec::NumberFormat& format, const ImageDifference& difference,
                      std::string_view name_a, std::string_view name_b);

// Such as "0x3c00 = 1 (f16)"; beside the type stands what is special of the number: "subnormal",
// "smallest normal", "largest", of an integer "limit".
std::string pattern_in_short(const spec::NumberFormat& format, std::uint64_t pattern);

}  // namespace vconform::suites
