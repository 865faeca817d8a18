#include "suites/files/program.h"

#include <cerrno>

namespace vconform::suites {

// In a checkout a script hands over to a program of another name.
std::string_view program() {
  constexpr std::string_view kInstalled = "vconform";
  return kInstalled == program_invocation_short_name ? kInstalled : "./vconform";
}

}  // namespace vconform::suites
