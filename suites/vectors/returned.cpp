#include "suites/vectors/returned.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"
#include "suites/files/text_file.h"
#include "suites/vectors/folder_layout.h"
#include "suites/vectors/npy.h"

namespace vconform::suites {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
  throw spec::InputError(fmt::format("{}: {}", in_quotes(path.string()), what));
}

// An array of so many bytes, in either form; nullopt if there is neither.
std::optional<std::string> array_at(const fs::path& stem, std::uint64_t bytes) {
  const fs::path npy = stem.string() + ".npy";
  const fs::path bin = stem.string() + ".bin";
  if (is_there(npy) && is_there(bin)) {
    refuse(npy, "stands beside its .bin: remove one of them");
  }
  const bool is_npy = is_there(npy);
  if (!is_npy && !is_there(bin)) {
    return std::nullopt;
  }
  const fs::path& path = is_npy ? npy : bin;
  constexpr std::size_t kMostHeaderBytes = 4096;
  std::string array;
  try {
    const std::string file =
        text_of_file(path.string(), static_cast<std::size_t>(bytes) + kMostHeaderBytes);
    array = is_npy ? std::string(bytes_of_npy(file)) : file;
  } catch (const spec::InputError& error) {
    refuse(path, error.what());
  }
  if (array.size() != bytes) {
    refuse(path, fmt::format("it has {} bytes of results{}, and the programs have {}", array.size(),
                             array.size() > bytes ? " or more" : "", bytes));
  }
  return array;
}

std::vector<spec::OutcomeStatus> statuses_of(const std::string& array, const fs::path& stem) {
  std::vector<spec::OutcomeStatus> statuses;
  for (const char byte : array) {
    const auto number = static_cast<unsigned char>(byte);
    if (number >= kStatusNames.size()) {
      refuse(stem, fmt::format("program {} has the status {}, and the last one is {}",
                               statuses.size(), number, kStatusNames.size() - 1));
    }
    statuses.push_back(kStatusNames.at(number).status);
  }
  return statuses;
}

// Results of something else are an accident that would go unseen.
void expect_no_others(const fs::path& results, const Collection& collection) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(results, error)) {
    if (!collection.groups().contains(entry.path().filename().string())) {
      refuse(entry.path(), "the folder has no such instruction: remove it, or correct its name");
    }
  }
}

}  // namespace

Returned::Returned(const fs::path& folder, const Collection& collection) {
  const fs::path results = folder / kResultsFolder;
  expect_no_others(results, collection);
  std::string digests;
  for (const auto& [instruction, group] : collection.groups()) {
    const fs::path own = results / instruction;
    const std::optional<std::string> status = array_at(own / kStatusFile, group.program_count());
    std::optional<std::string> after = array_at(own / kAfterFile, group.before.size());
    if (status.has_value() != after.has_value()) {
      refuse(own, fmt::format("{} is missing beside {}", status ? kAfterFile : kStatusFile,
                              status ? kStatusFile : kAfterFile));
    }
    if (!status) {
      continue;
    }
    ReturnedGroup returned{statuses_of(*status, own / kStatusFile), *std::move(after)};
    count_ += static_cast<std::uint64_t>(std::ranges::count_if(
        returned.statuses, [](auto one) { return one != spec::OutcomeStatus::kNotReturned; }));
    digests += instruction + sha256_of(*status) + sha256_of(returned.after) + "\n";
    groups_.emplace(instruction, std::move(returned));
  }
  digest_ = digests.empty() ? "" : sha256_of(digests);
}

const ReturnedGroup* Returned::group(const std::string& instruction) const {
  const auto found = groups_.find(instruction);
  return found == groups_.end() ? nullptr : &found->second;
}

}  // namespace vconform::suites
