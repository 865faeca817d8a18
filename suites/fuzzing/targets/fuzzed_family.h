// The families that can be fuzzed: those of instructions, and programs of several steps.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/family.h"
#include "suites/judging/property.h"

namespace vconform::suites {

struct FuzzedFamily {
  // The name that --family takes.
  std::string_view name;
  // The program that fuzzes it.
  std::string_view target;
  // nullopt: programs of all instructions that convert in UB.
  std::optional<spec::Family> family;
};

inline constexpr std::array<FuzzedFamily, 6> kFuzzedFamilies = {{
    {"vconv", "vconv_fuzz", spec::Family::kVconv},
    {"deq", "deq_fuzz", spec::Family::kDeq},
    {"cast_deq", "cast_deq_fuzz", spec::Family::kCastDeq},
    {"copy_matrix", "copy_matrix_fuzz", spec::Family::kCopyMatrix},
    {"data_copy", "data_copy_fuzz", spec::Family::kDataCopy},
    {"programs", "programs_fuzz", std::nullopt},
}};

// The named families in the order of the table, or all if none is named. Throws spec::InputError
// for an unknown name.
std::vector<FuzzedFamily> fuzzed_families_named(const std::vector<std::string>& names);

// Whether any of its instructions is claimed.
bool is_claimed(const FuzzedFamily& fuzzed, const Claims& claims);

}  // namespace vconform::suites
