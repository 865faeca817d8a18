// manifest.json of a folder of vectors: the plan that it was made of, its tables, and their
// digests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "suites/vectors/collection.h"

namespace vconform::suites {

inline constexpr std::string_view kVectorsFormat = "vconform-vectors";
inline constexpr int kVectorsFormatVersion = 1;

// A file of a folder.
struct VectorsFile {
  // Relative to the folder: "vconv_f322f16r/steps.npy".
  std::string path;
  std::string content;
  // Whether `vectors verify` takes it to be as exported; what is permitted is never read.
  bool is_input = true;
};

// Arrays with the header of an .npy file, or without one as .bin.
enum class ArrayFiles : std::uint8_t { kNpy, kBin };

// The tables of all groups.
std::vector<VectorsFile> files_of(const Collection& collection, ArrayFiles arrays);
// The files about what is permitted; only of a collection that has it.
std::vector<VectorsFile> expected_files_of(const Collection& collection, ArrayFiles arrays);

// `readings` are those by which results are permitted.
std::string manifest_text(const VectorsPlan& plan, const spec::Choices& readings,
                          const Collection& collection, const std::vector<VectorsFile>& files);

struct Manifest {
  VectorsPlan plan;
  ArrayFiles arrays = ArrayFiles::kNpy;
  // The digests of the input files, by path.
  std::map<std::string, std::string> digests;
};

// Throws spec::InputError naming the file and its fault: damaged, edited, of another version of the
// format or of the rules.
Manifest read_manifest(const std::filesystem::path& folder);

// Expects the inputs of a folder to be those of its plan: in the manifest, and on the disk as far
// as they are still there. Throws spec::InputError naming the file.
void check_inputs(const std::filesystem::path& folder, const Manifest& manifest,
                  const Collection& collection);

}  // namespace vconform::suites
