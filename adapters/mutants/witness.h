// Programs that show the mistake of a mutant; only tests build them.
#pragma once

#include <string_view>
#include <vector>

#include "adapters/short_programs/one_conversion.h"
#include "spec/case/registers.h"

namespace vconform::adapters::mutants {

// A program that tells the mutant from golden, and a similar one that does not.
struct Witness {
  spec::Case differs;
  spec::Case agrees;
};

struct Witnesses {
  std::vector<Witness> all;

  friend Witnesses operator+(Witnesses some, const Witnesses& more) {
    some.all.insert(some.all.end(), more.all.begin(), more.all.end());
    return some;
  }
};

inline Witnesses by(const spec::Case& differs, const spec::Case& agrees) {
  return {{{differs, agrees}}};
}

using Patterns = std::vector<std::uint64_t>;

inline constexpr spec::Mask kAll = {~0ULL, ~0ULL};
inline constexpr std::uint64_t kKeep = spec::with_ctrl_bit(spec::kCtrlKeepInfNan);

// Fields of factors and quant words.
inline constexpr std::uint64_t kOne = 0x3f800000;
inline constexpr std::uint64_t kHalf = 0x3f000000;
inline constexpr std::uint64_t kNan = 0x7fc00000;
inline constexpr std::uint64_t kSigned = std::uint64_t{1} << 46;

// The pattern of a number.
constexpr std::uint64_t s32(std::int32_t number) {
  return static_cast<std::uint32_t>(number);
}

// One contiguous repeat of an instruction over the background, under this mask.
inline spec::Case masked(std::string_view instruction, const spec::Mask& mask,
                         std::uint64_t ctrl = 0) {
  spec::Case program = one_conversion(instruction, {}, ctrl);
  std::get<spec::SetMask>(program.steps[0]).mask = mask;
  return program;
}

}  // namespace vconform::adapters::mutants
