// vconform_manual FOLDER: writes the man pages and completions of the program below FOLDER, as they
// lie below /usr/share.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "spec/case/version.h"
#include "suites/packaging/command_tree.h"
#include "suites/packaging/completions.h"
#include "suites/packaging/man_page.h"

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) {
    throw std::runtime_error(fmt::format("cannot write {}", file.string()));
  }
}

void write_all(const std::filesystem::path& folder) {
  using namespace vconform::suites;
  const CommandText root = all_commands();
  for (const ManPage& page : man_pages(root, vconform::spec::kProgramVersion)) {
    write(folder / "man/man1" / page.file, page.text);
  }
  write(folder / "bash-completion/completions/vconform", bash_completion(root));
  write(folder / "zsh/vendor-completions/_vconform", zsh_completion(root));
  write(folder / "fish/vendor_completions.d/vconform.fish", fish_completion(root));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 2) {
      throw std::runtime_error("use: vconform_manual FOLDER");
    }
    write_all(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "vconform_manual: {}\n", error.what());
    return 2;
  }
}
