// Reads case files named on the command line.
#pragma once

#include <string>

#include "spec/case/case.h"

namespace vconform::suites {

// Throws spec::InputError naming the file.
spec::Case read_case_file(const std::string& path);

}  // namespace vconform::suites
