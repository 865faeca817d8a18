#include "suites/files/program.h"

#include <cerrno>

namespace vconform::suites {

// In a checkout, the script ./vconform starts a program of another name.
std::string_view program() {
  constexpr std::string_view kInstalled = "vconform";
  return kInstalled == program_invocation_short_name ? kInstalled : "./vconform";
}

}  // namespace vconform::suites
