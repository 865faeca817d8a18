#include "suites/vectors/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "spec/case/version.h"
#include "spec/rows/memories.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/json_fields.h"
#include "suites/files/json_file.h"
#include "suites/files/one_line.h"
#include "suites/judging/level.h"
#include "suites/vectors/folder_layout.h"
#include "suites/vectors/npy.h"
#include "suites/vectors/step_table.h"

namespace vconform::suites {

namespace {

// The digest of a document without its field "digest".
std::string digest_of(json document) {
  document.erase("digest");
  return sha256_of(document.dump());
}

json kinds_json() {
  json kinds = json::array();
  for (const StepKind& kind : step_kinds()) {
    kinds.push_back({{"kind", kinds.size()}, {"name", kind.name}, {"fields", kind.columns}});
  }
  return kinds;
}

// From number 1 on; 0 is none.
json rules_json() {
  json slugs = {""};
  for (const spec::RuleId rule : spec::kAllRules) {
    slugs.push_back(spec::rule_of(rule).slug);
  }
  return slugs;
}

template <typename Table>
json names_json(const Table& table) {
  json names = json::array();
  for (const auto& row : table) {
    names.push_back(row.name);
  }
  return names;
}

json groups_json(const Collection& collection) {
  json groups = json::array();
  for (const auto& [instruction, group] : collection.groups()) {
    groups.push_back({{"instruction", instruction},
                      {"programs", group.program_count()},
                      {"bytes", group.before.size()}});
  }
  return groups;
}

json file_json(const VectorsFile& file) {
  return {{"path", file.path},
          {"bytes", file.content.size()},
          {"sha256", sha256_of(file.content)},
          {"verified", file.is_input}};
}

VectorsFile array_file(const std::string& stem, std::string npy, ArrayFiles arrays,
                       bool is_input = true) {
  return arrays == ArrayFiles::kNpy
             ? VectorsFile{stem + ".npy", std::move(npy), is_input}
             : VectorsFile{stem + ".bin", npy.substr(kNpyHeaderBytes), is_input};
}

VectorsPlan plan_of(JsonFields fields) {
  VectorsPlan plan;
  plan.level = fields.words("level");
  level_named(plan.level);
  plan.seed = fields.number("seed");
  plan.families = fields.texts("families");
  plan.instructions = fields.texts("instructions");
  plan.most_bytes = fields.number("most_bytes");
  fields.expect_no_others();
  return plan;
}

void check_versions(JsonFields& fields) {
  if (fields.text("format") != kVectorsFormat) {
    throw spec::InputError("it is not the manifest of a folder of vectors");
  }
  const auto check = [](std::string_view what, std::uint64_t version, int own) {
    if (version != static_cast<std::uint64_t>(own)) {
      throw spec::InputError(
          fmt::format("it is of version {} of the {}, and this vconform has {}: "
                      "verify it with the one that exported it, or export again",
                      version, what, own));
    }
  };
  check("format", fields.number("format_version"), kVectorsFormatVersion);
  check("rules", fields.number("spec_version"), static_cast<int>(spec::kSpecVersion));
}

Manifest manifest_of(const json& document) {
  JsonFields fields(document);
  check_versions(fields);
  if (fields.words("digest") != digest_of(document)) {
    throw spec::InputError("its digest is not that of its content: it was edited or damaged");
  }
  Manifest manifest;
  manifest.plan = plan_of(fields.object("plan"));
  std::uint64_t input_bytes = 0;
  for (JsonFields& file : fields.objects("files")) {
    if (file.flag("verified")) {
      input_bytes += file.number("bytes");
      const std::string path = file.words("path");
      manifest.arrays = path.ends_with(".bin") ? ArrayFiles::kBin : manifest.arrays;
      manifest.digests.emplace(path, file.words("sha256"));
    }
  }
  // A plan that was edited is followed no further than the files go; sizes that were edited, too,
  // so that the sum wraps around, only make the end come earlier.
  manifest.plan.most_bytes = std::min(manifest.plan.most_bytes, most_bytes_beside(input_bytes));
  return manifest;
}

}  // namespace

std::vector<VectorsFile> files_of(const Collection& collection, ArrayFiles arrays) {
  std::vector<VectorsFile> files;
  for (const auto& [instruction, group] : collection.groups()) {
    files.push_back(
        array_file(instruction + "/programs", npy_of(group.programs, kProgramColumns), arrays));
    files.push_back(array_file(instruction + "/steps", npy_of(group.steps, kStepColumns), arrays));
    files.push_back(
        array_file(instruction + "/windows", npy_of(group.windows, kWindowColumns), arrays));
    files.push_back(array_file(instruction + "/before", npy_of(group.before), arrays));
  }
  return files;
}

std::vector<VectorsFile> expected_files_of(const Collection& collection, ArrayFiles arrays) {
  std::vector<VectorsFile> files;
  for (const auto& [instruction, group] : collection.groups()) {
    const std::string folder = instruction + "/permitted/";
    files.push_back(array_file(folder + "after", npy_of(group.after), arrays, false));
    files.push_back(array_file(folder + "known", npy_of(group.known), arrays, false));
    files.push_back(array_file(folder + "rules", npy_of(group.rules), arrays, false));
    files.push_back(array_file(folder + "open", npy_of(group.open, kOpenColumns), arrays, false));
    files.push_back({folder + "permitted.json", group.permitted.dump(1) + "\n", false});
  }
  return files;
}

std::string manifest_text(const VectorsPlan& plan, const spec::Choices& readings,
                          const Collection& collection, const std::vector<VectorsFile>& files) {
  json document = {
      {"format", kVectorsFormat},
      {"format_version", kVectorsFormatVersion},
      {"spec_version", spec::kSpecVersion},
      {"vconform_version", spec::kProgramVersion},
      {"plan",
       {{"level", plan.level},
        {"seed", plan.seed},
        {"families", plan.families},
        {"instructions", plan.instructions},
        {"most_bytes", plan.most_bytes}}},
      {"permitted_by", json::array()},
      {"units", collection.units().size()},
      {"units_left_out", collection.left_out()},
      {"programs", collection.programs()},
      {"memories", names_json(spec::kMemories)},
      {"types", names_json(spec::kNumberFormats)},
      {"statuses", names_json(kStatusNames)},
      {"instructions", collection.instructions()},
      {"rules", rules_json()},
      {"steps", kinds_json()},
      {"groups", groups_json(collection)},
      {"files", json::array()},
  };
  for (const spec::Choice& reading : readings.all()) {
    document["permitted_by"].push_back(spec::choice_text(reading));
  }
  for (const VectorsFile& file : files) {
    document["files"].push_back(file_json(file));
  }
  document["digest"] = digest_of(document);
  return document.dump(1) + "\n";
}

Manifest read_manifest(const std::filesystem::path& folder) {
  const std::string path = (folder / kManifestFile).string();
  const json document = read_json_file(path, "vectors");
  try {
    return manifest_of(document);
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("vectors {}: {}", in_quotes(path), error.what()));
  }
}

void check_inputs(const std::filesystem::path& folder, const Manifest& manifest,
                  const Collection& collection) {
  const std::vector<VectorsFile> files = files_of(collection, manifest.arrays);
  const auto refuse = [&](const std::string& path, std::string_view what) {
    throw spec::InputError(
        fmt::format("vectors {}: {}", in_quotes((folder / path).string()), what));
  };
  if (manifest.digests.size() != files.size()) {
    refuse(std::string(kManifestFile), "its files are not those of its plan");
  }
  for (const VectorsFile& file : files) {
    const std::string digest = sha256_of(file.content);
    const auto said = manifest.digests.find(file.path);
    if (said == manifest.digests.end() || said->second != digest) {
      refuse(file.path, "its digest in the manifest is not that of the plan: export again");
    }
    const std::filesystem::path path = folder / file.path;
    std::error_code error;
    if (std::filesystem::exists(path, error) && sha256_of_file(path.string()) != digest) {
      refuse(file.path, "it was edited or damaged: what came back is of other programs");
    }
  }
}

}  // namespace vconform::suites
