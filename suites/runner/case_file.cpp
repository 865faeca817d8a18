#include "suites/runner/case_file.h"

#include <filesystem>
#include <fstream>

#include "spec/case_limits.h"
#include "spec/case_text.h"
#include "spec/error.h"

namespace vconform::suites {

spec::Case read_case_file(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw spec::InputError("'" + path + "' is a folder: name a .case file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw spec::InputError("cannot read case file '" + path + "': no such file, or no permission");
  }
  // One byte more than allowed is enough to know.
  std::string text(spec::kMaxCaseTextBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  try {
    return spec::case_from_text(text);
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + path + "': " + bad.what());
  }
}

}  // namespace vconform::suites
