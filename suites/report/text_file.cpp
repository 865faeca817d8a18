#include "suites/report/text_file.h"

#include <filesystem>
#include <fstream>

#include "spec/error.h"

namespace vconform::suites {

std::string text_of_file(const std::string& path, std::size_t most_bytes) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw spec::InputError("it is a folder");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw spec::InputError("no such file, or no permission");
  }
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

}  // namespace vconform::suites
