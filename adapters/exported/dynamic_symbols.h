// The dynamic section and symbols of a shared library, read from its file: nothing is loaded, and
// the file may hold anything.
#pragma once

#include <string>
#include <vector>

namespace vconform::adapters::exported {

struct DynamicSymbols {
  // The functions that it defines, in the order of the file.
  std::vector<std::string> functions;
  // The names of the libraries that it needs, and its own.
  std::vector<std::string> needed;
  std::string own_name;
};

// Reads a 64-bit library with a table of sections; everything is empty for any other file, or for
// one that cannot be read.
DynamicSymbols dynamic_symbols(const std::string& path);

}  // namespace vconform::adapters::exported
