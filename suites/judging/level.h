// The amount of work of a run: one row per level.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vconform::suites {

struct Level {
  std::string_view name;
  std::string_view promise;
  // Generated cases per instruction, of MatchesOracle and of each other property.
  std::uint64_t oracle_cases;
  std::uint64_t property_cases;
  // Cases of properties that run programs concurrently, with one thread each.
  std::uint64_t concurrent_cases;
  // Programs of each row whose registers change between its instructions.
  std::uint64_t programs;
  // In each mode, every pattern of a source of at most 16 bits and every listed value of a wider
  // one run under the first so many values of kSystematicCtrl.
  std::size_t systematic_ctrls;
  // The most bytes of memory of a case that tries an argument at a power of two; nullopt: those
  // with more too, and every neighbour of a power.
  std::optional<std::uint64_t> magnitude_bytes;
};

// CTRL[48] clear and set; the same with CTRL[59] set.
inline constexpr std::array<std::uint64_t, 4> kSystematicCtrl = {
    0,
    std::uint64_t{1} << 48,
    std::uint64_t{1} << 59,
    std::uint64_t{1} << 48 | std::uint64_t{1} << 59,
};

inline constexpr std::array<Level, 3> kLevels = {{
    {"quick",
     "every source pattern up to 16 bits under both states of CTRL[48]; some cases of each "
     "property",
     // 128 KiB of operands, and the room behind them.
     60, 12, 2, 28, 2, 132 * 1024},
    {"standard", "the same and CTRL[59]; hundreds of cases for each instruction", 700, 80, 12, 96,
     4, std::nullopt},
    {"exhaustive", "the same with many thousands of cases for each instruction", 12000, 1000, 200,
     1000, 4, std::nullopt},
}};

// Throws spec::InputError for an unknown level.
const Level& level_named(std::string_view name);

}  // namespace vconform::suites
