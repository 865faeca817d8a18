// The rooms of the house: the folders of each layer, in the order in which they may include each
// other.
#pragma once

#include <string_view>
#include <vector>

namespace vconform {

// A layer, and the other layers that it may include. Oracle, generators and adapters never see each
// other: a mistake in one cannot hide in another.
struct Layer {
  std::string_view name;
  std::vector<std::string_view> includes;
  // Paths relative to the layer. A room includes rooms that stand before it, but a family no other
  // family.
  std::vector<std::string_view> rooms;
  // Rooms of tests; they may include every room of their layer.
  std::vector<std::string_view> testing;
};

inline const std::vector<Layer>& layers() {
  static const std::vector<Layer> all = {
      {"spec",
       {},
       {"text", "slugs", "number", "rows", "rules", "errata", "profiles", "copy_matrix",
        "data_copy", "case"},
       {}},
      {"oracle",
       {"spec"},
       {"number", "reading", "vector", "dequantise", "vconv", "deq", "cast_deq", "copy_matrix",
        "data_copy", "predict", "judge", "explain"},
       {"published", "testing"}},
      {"generators",
       {"spec"},
       {"choices", "number", "vector", "dequantise", "copies", "vconv", "deq", "cast_deq",
        "copy_matrix", "data_copy", "programs", "sweep"},
       {"testing"}},
      {"adapters",
       {"spec"},
       {"",
        "containment",
        "abi",
        "elementwise",
        "golden/number",
        "golden/behaviour",
        "golden/kernels",
        "golden/vector",
        "golden/dequantise",
        "golden/copies",
        "golden/vconv",
        "golden/deq",
        "golden/cast_deq",
        "golden/copy_matrix",
        "golden/data_copy",
        "golden/program",
        "short_programs",
        "mutants",
        "third_party",
        "bundled",
        "load",
        "region",
        "batches",
        "isolation",
        "worker"},
       {"example", "golden/digests", "testing"}},
      {"suites",
       {"spec", "oracle", "generators", "adapters"},
       {"judging", "properties", "files", "probing", "processes", "plan", "diagnosis", "mutants",
        "findings", "report", "gate", "sweep", "bench", "fuzzing/targets", "fuzzing", "commands"},
       {"", "attacks", "consistency", "faults", "gate/install_test"}},
      {"fuzz",
       {"spec", "oracle", "generators", "adapters", "suites"},
       {"", "afl", "families", "inputs"},
       {}},
  };
  return all;
}

// The rooms by which fuzz targets judge, and that they share with the command that runs them.
inline const std::vector<std::string_view>& rooms_for_fuzz() {
  static const std::vector<std::string_view> rooms = {"suites/judging", "suites/probing",
                                                      "suites/findings", "suites/fuzzing/targets"};
  return rooms;
}

// The readers that the targets in fuzz/inputs are about.
inline const std::vector<std::string_view>& rooms_for_inputs() {
  static const std::vector<std::string_view> rooms = {
      "suites/judging", "suites/files", "suites/report", "suites/gate", "suites/sweep"};
  return rooms;
}

// Folders with the same name in several layers; none includes another.
inline constexpr std::string_view kFamilyRooms[] = {"vconv", "deq", "cast_deq", "copy_matrix",
                                                    "data_copy"};

}  // namespace vconform
