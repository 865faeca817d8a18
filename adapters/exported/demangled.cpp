#include "adapters/exported/demangled.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace vconform::adapters::exported {

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : symbol;
}

}  // namespace vconform::adapters::exported
