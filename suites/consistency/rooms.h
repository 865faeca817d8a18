// The rooms of the house: the folders of each layer, in the order in which they may include each
// other.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "spec/rows/family.h"

namespace vconform {

// A layer, and the other layers that it may include. Oracle, generators and adapters never see each
// other: a mistake in one cannot hide in another.
struct Layer {
  std::string_view name;
  std::vector<std::string_view> includes;
  // Paths relative to the layer. A room includes rooms that stand before it, but a family no other
  // family.
  std::vector<std::string> rooms;
  // Rooms of tests; they may include every room of their layer.
  std::vector<std::string> testing;
};

// Folders with the same name in several layers; none includes another.
inline bool is_family_room(std::string_view folder) {
  return std::ranges::find(spec::kFamilies, folder, &spec::FamilyName::name) !=
         spec::kFamilies.end();
}

// The rooms of the families below a folder of a layer, between those before and those behind them.
inline std::vector<std::string> with_families(std::vector<std::string> before,
                                              const std::string& folder,
                                              const std::vector<std::string>& behind) {
  for (const spec::FamilyName& family : spec::kFamilies) {
    before.push_back(folder + std::string(family.name));
  }
  before.insert(before.end(), behind.begin(), behind.end());
  return before;
}

inline const std::vector<Layer>& layers() {
  static const std::vector<Layer> all = {
      {"spec",
       {},
       with_families({"text", "slugs", "number", "rows", "rules", "errata", "profiles"}, "",
                     {"case"}),
       {}},
      {"oracle",
       {"spec"},
       with_families({"number", "reading", "vector", "dequantise"}, "",
                     {"operation", "predict", "judge", "explain"}),
       {"published", "testing"}},
      {"generators",
       {"spec"},
       with_families({"choices", "number", "vector", "dequantise", "copies"}, "",
                     {"operation", "programs", "sweep"}),
       {"testing"}},
      {"adapters",
       {"spec"},
       with_families(
           {"", "containment", "intrinsics/header", "abi", "elementwise", "golden/number",
            "golden/behaviour", "golden/kernels", "golden/vector", "golden/dequantise",
            "golden/copies"},
           "golden/",
           {"golden/program", "golden", "short_programs", "mutants", "third_party", "bundled",
            "load", "exported", "exec", "intrinsics/operands", "intrinsics/records", "intrinsics",
            "lowering", "region", "batches", "isolation", "worker"}),
       {"example", "golden/digests", "testing", "testing/lowerings"}},
      {"suites",
       {"spec", "oracle", "generators", "adapters"},
       {"judging",   "properties",  "files",        "shards",    "probing",         "processes",
        "shrinking", "plan",        "coverage",     "diagnosis", "mutants",         "findings",
        "swept",     "report",      "presentation", "output",    "summary",         "gate",
        "vectors",   "sweep",       "certify",      "bench",     "fuzzing/targets", "fuzzing",
        "smoke",     "new_adapter", "trace",        "lower_cxx", "commands",        "packaging"},
       {"", "attacks", "consistency", "documents", "faults", "gate/install_test",
        "presentation/browser"}},
      {"fuzz",
       {"spec", "oracle", "generators", "adapters", "suites"},
       {"edits", "", "afl", "families", "inputs"},
       {}},
  };
  return all;
}

// Headers that stand in the folder of their layer, where users look for them, but belong to a room.
struct Face {
  std::string_view path;
  std::string_view room;
};

inline constexpr std::array<Face, 3> kFaces = {{
    {"adapters/vconform_intrinsics.h", "intrinsics/header"},
    {"adapters/vconform_intrinsics_declared.h", "intrinsics/header"},
    {"adapters/vconform_lowering.h", "intrinsics/header"},
}};

// The rooms by which fuzz targets judge, and that they share with the command that runs them.
inline const std::vector<std::string_view>& rooms_for_fuzz() {
  static const std::vector<std::string_view> rooms = {"suites/judging", "suites/probing",
                                                      "suites/findings", "suites/fuzzing/targets"};
  return rooms;
}

// The readers that the targets in fuzz/inputs are about.
inline const std::vector<std::string_view>& rooms_for_inputs() {
  static const std::vector<std::string_view> rooms = {"suites/judging", "suites/files",
                                                      "suites/shards",  "suites/report",
                                                      "suites/gate",    "suites/sweep"};
  return rooms;
}

}  // namespace vconform
