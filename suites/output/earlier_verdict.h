// The verdict of an earlier run in the folder of a run that has not begun to judge.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace vconform::suites {

// The files with a verdict, and what is added to their names while they are set aside.
inline constexpr std::string_view kVerdictFiles[] = {"certificate.json", "sweep.json"};
inline constexpr std::string_view kSetAside = ".earlier";

// Sets the verdict aside while a backend is opened: a run that is killed then leaves none that
// looks like its own. One that ends before it judges, as for bad input, puts it back. OutputFolder
// moves it away for good. The folder need not exist, and need not be held by this run.
class EarlierVerdict {
 public:
  // Leaves alone what is not a plain file or cannot be renamed: OutputFolder says so.
  explicit EarlierVerdict(const std::filesystem::path& folder);
  // Puts nothing in place of a newer verdict.
  ~EarlierVerdict();
  EarlierVerdict(const EarlierVerdict&) = delete;
  EarlierVerdict& operator=(const EarlierVerdict&) = delete;

 private:
  std::vector<std::filesystem::path> places_;
};

// The name of a file that is set aside.
std::filesystem::path set_aside(std::filesystem::path place);

}  // namespace vconform::suites
