// Man pages: vconform(1), and one of each command, such as vconform-certify(1).
#pragma once

#include <string>
#include <string_view>

#include "suites/packaging/command_tree.h"

namespace vconform::suites {

struct ManPage {
  // The name of the file, such as vconform-vectors-export.1.
  std::string file;
  // In the macros man(7).
  std::string text;
};

// The page of the root, then those of the commands and of the commands below them. `version` is
// that of the program.
std::vector<ManPage> man_pages(const CommandText& root, std::string_view version);

}  // namespace vconform::suites
