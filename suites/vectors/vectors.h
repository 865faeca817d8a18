// The command `vectors`: cases as files for a machine without this suite, and the check of what
// came back. README.md has the format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suites/judging/backend_options.h"

namespace vconform::suites {

// The options of --format: tables and memory images as .npy, the same as .bin, or C11 that checks
// itself.
inline constexpr std::string_view kFilesFormat = "files";
inline constexpr std::string_view kBinFormat = "bin";
inline constexpr std::string_view kCFormat = "c";

struct VectorsExportOptions {
  std::string level = "quick";
  std::vector<std::string> families;      // empty: all
  std::vector<std::string> instructions;  // empty: all of the families
  std::uint64_t seed = 1;
  // Its profile and choices: by which readings results are permitted, for those who do not verify.
  BackendOptions readings;
  // The most bytes of all files together, such as "64M"; empty: 256M, with --format c 4M.
  std::string max_size;
  std::string format = std::string(kFilesFormat);
  std::string out;
};

struct VectorsVerifyOptions {
  // The folder that was exported, with results in it.
  std::string folder;
  // The name of the implementation, for the certificate.
  std::string name = "supplied results";
  // Its profile and choices; the backend is the folder.
  BackendOptions readings;
  std::size_t jobs = 0;  // 0: as many as there are processors
  std::string out = "vconform-out";
  // A file with an Ed25519 private key; empty: the certificate is not signed.
  std::string sign;
};

// Throws spec::InputError unless it has at most 64 characters, all of them printable ASCII, as
// other backends' names.
void check_supplied_name(const std::string& name);

struct VectorsOptions {
  bool is_export = false;
  VectorsExportOptions exported;
  VectorsVerifyOptions verified;
};

// The exit code. Throws spec::InputError for bad input, among it a folder that was edited, cut off,
// or exported by another version of the rules.
int vectors(const VectorsOptions& options);
int export_vectors(const VectorsExportOptions& options);
// 1 if something does not conform or did not come back.
int verify_vectors(const VectorsVerifyOptions& options);

// Refuses a format that is none. Throws spec::InputError.
void check_vectors_format(const std::string& format);

}  // namespace vconform::suites
