// The fuzz targets as they are built: the table targets.txt beside them (fuzz/CMakeLists.txt).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "suites/fuzzing/fuzzed_family.h"

namespace vconform::suites {

struct FuzzTarget {
  // The family that it fuzzes, as --family takes it.
  std::string family;
  // Its own name.
  std::string name;
  std::filesystem::path program;
  std::filesystem::path seeds;
  std::optional<std::filesystem::path> dictionary;
  // Bytes of an input; nothing leaves it to the engine.
  std::optional<int> most_bytes;
};

// Those of the families, in their order. `seeds`: their seeds are to be there too. Throws
// spec::InputError where one is not built.
std::vector<FuzzTarget> built_targets(const std::filesystem::path& folder,
                                      const std::vector<FuzzedFamily>& families, bool seeds);

}  // namespace vconform::suites
