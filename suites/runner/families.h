// The families of instructions that this version certifies.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::suites {

struct Family {
  std::string_view name;
  std::string_view meaning;
};

inline constexpr std::array<Family, 1> kFamilies = {{
    {"vconv", "vconv_{src}2{dst}{rnd_mode}: conversions under masks, repeats and strides"},
}};

// The named families in the order of the table, or all when none is named; throws spec::InputError
// for an unknown name.
std::vector<std::string> families_named(const std::vector<std::string>& names);

}  // namespace vconform::suites
