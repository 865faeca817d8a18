#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "adapters/containment/memory_watch.h"
#include "spec/text/error.h"
#include "suites/files/exit_codes.h"
#include "suites/files/one_line.h"
#include "suites/files/program.h"
#include "suites/files/progress_line.h"
#include "suites/files/written_file.h"
#include "suites/probing/families.h"
#include "suites/probing/resolve_choices.h"
#include "suites/vectors/c_bundle.h"
#include "suites/vectors/collection.h"
#include "suites/vectors/folder_layout.h"
#include "suites/vectors/manifest.h"
#include "suites/vectors/vectors.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
// A compiler takes a minute for more.
constexpr std::uint64_t kMostBytesInC = std::uint64_t{4} << 20;
constexpr std::string_view kFix = "give another folder with --out";

VectorsPlan plan_of(const VectorsExportOptions& options) {
  VectorsPlan plan;
  plan.level = options.level;
  plan.seed = options.seed;
  plan.families = names_of(families_named(options.families));
  plan.instructions = options.instructions;
  plan.has_whole_units = options.format != kCFormat;
  const std::uint64_t by_format = options.format == kCFormat ? kMostBytesInC : kMostBytes;
  plan.most_bytes = adapters::memory_size(options.max_size).value_or(by_format);
  return plan;
}

// Files of an earlier export would be taken for those of this one.
void expect_empty(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw spec::InputError(
        fmt::format("--out {}: it is not an empty folder; {}", in_quotes(folder.string()), kFix));
  }
}

void write(const fs::path& folder, const VectorsFile& file) {
  const fs::path path = folder / file.path;
  make_folder(path.parent_path(), kFix);
  write_file(path, file.content, kFix);
}

// Those of the profile, a2 unless another is named, with the choices over it.
spec::Choices readings_of(const BackendOptions& options) {
  spec::Choices readings = choices_of_profile(options.profile.empty() ? "a2" : options.profile);
  // The pages promise no order of overlapping operands.
  readings.leave_open(spec::cite("walk.order"));
  spec::Choices asked;
  spec::pin_all(asked, options.choices);
  for (const spec::Choice& choice : asked.all()) {
    readings.pin(choice);
  }
  return readings;
}

std::vector<VectorsFile> content_of(const VectorsExportOptions& options, const VectorsPlan& plan,
                                    const spec::Choices& readings, const Collection& collection) {
  if (options.format == kCFormat) {
    return c_bundle_of(collection);
  }
  const ArrayFiles arrays = options.format == kBinFormat ? ArrayFiles::kBin : ArrayFiles::kNpy;
  std::vector<VectorsFile> files = files_of(collection, arrays);
  for (VectorsFile& file : expected_files_of(collection, arrays)) {
    files.push_back(std::move(file));
  }
  files.push_back({std::string(kManifestFile), manifest_text(plan, readings, collection, files)});
  return files;
}

void print_next(const VectorsExportOptions& options) {
  if (options.format == kCFormat) {
    fmt::print("next: fill in run() in {}/run.c, then: make -C {} check\n", options.out,
               options.out);
  } else {
    fmt::print(
        "next: run each program where your implementation is, put {0}/INSTRUCTION/{1}{5} and "
        "{2}{5} into {3}, then: {4} vectors verify {3}\n",
        kResultsFolder, kStatusFile, kAfterFile, options.out, program(),
        options.format == kBinFormat ? ".bin" : ".npy");
  }
}

}  // namespace

void check_vectors_format(const std::string& format) {
  if (format != kFilesFormat && format != kBinFormat && format != kCFormat) {
    throw spec::InputError(fmt::format("unknown format {}: use {}, {} or {}", in_quotes(format),
                                       kFilesFormat, kBinFormat, kCFormat));
  }
}

int export_vectors(const VectorsExportOptions& options) {
  const VectorsPlan plan = plan_of(options);
  expect_empty(options.out);
  make_folder(options.out, kFix);
  const spec::Choices readings = readings_of(options.readings);
  const Collection collection(plan, readings);
  std::uint64_t bytes = 0;
  // The manifest comes last: a folder without it is one that was cut short.
  for (const VectorsFile& file : content_of(options, plan, readings, collection)) {
    write(options.out, file);
    bytes += file.content.size();
  }
  fmt::print("{} programs of {} instructions, {} bytes in {}\n", with_commas(collection.programs()),
             collection.groups().size(), with_commas(bytes), options.out);
  if (collection.left_out() > 0) {
    fmt::print("{} of {} units of the level {} did not fit into --max-size: they are not judged\n",
               collection.left_out(), collection.left_out() + collection.units().size(),
               plan.level);
  }
  if (collection.programs_left_out() > 0) {
    const std::vector<std::string> none = collection.instructions_left_out();
    fmt::print(
        "{} more programs of the level {} did not fit into --max-size: they are not tried{}\n",
        with_commas(collection.programs_left_out()), plan.level,
        none.empty() ? "" : fmt::format("; none of {}", fmt::join(none, ", ")));
  }
  print_next(options);
  return kConforms;
}

int vectors(const VectorsOptions& options) {
  return options.is_export ? export_vectors(options.exported) : verify_vectors(options.verified);
}

}  // namespace vconform::suites
