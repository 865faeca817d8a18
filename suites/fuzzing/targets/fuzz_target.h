// The fuzz targets that were built, from the table targets.txt beside them (fuzz/CMakeLists.txt).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suites/fuzzing/targets/fuzzed_family.h"

namespace vconform::suites {

struct FuzzTarget {
  // The name of its family, as --family takes it.
  std::string family;
  // The name of the target.
  std::string name;
  std::filesystem::path program;
  std::filesystem::path seeds;
  std::optional<std::filesystem::path> dictionary;
  // The most bytes of an input; nullopt: the engine decides.
  std::optional<int> most_bytes;
};

// The targets of the families, in the same order. `seeds`: their seeds must exist too. Throws
// spec::InputError if a target is not built.
std::vector<FuzzTarget> built_targets(const std::filesystem::path& folder,
                                      const std::vector<FuzzedFamily>& families, bool seeds);

}  // namespace vconform::suites
