// The families that can be fuzzed: those of instructions, programs of several steps, and the
// operations of a lowering.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/conversions.h"
#include "spec/rows/family.h"
#include "suites/judging/property.h"

namespace vconform::suites {

struct FuzzedFamily {
  // The name that --family takes.
  std::string_view name;
  // nullopt: programs of all instructions that convert in UB.
  std::optional<spec::Family> family;

  // The program that fuzzes it.
  std::string target() const { return std::string(name) + "_fuzz"; }
};

inline constexpr auto kFuzzedFamilies = [] {
  std::array<FuzzedFamily, spec::kFamilies.size() + 2> all = {};
  for (std::size_t i = 0; i < spec::kFamilies.size(); ++i) {
    all[i] = {spec::kFamilies[i].name, spec::kFamilies[i].family};
  }
  all[spec::kFamilies.size()] = {"programs", std::nullopt};
  all.back() = {spec::kOperationFamily.name, spec::Family::kOperation};
  return all;
}();

// The named families in the order of the table, or all if none is named. Throws spec::InputError
// for an unknown name.
std::vector<FuzzedFamily> fuzzed_families_named(const std::vector<std::string>& names);

// Its instructions, or operations, that are claimed.
std::vector<spec::Cell> cells_of(const FuzzedFamily& fuzzed, const Claims& claims);

}  // namespace vconform::suites
