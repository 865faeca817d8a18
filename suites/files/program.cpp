#include "suites/files/program.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace vconform::suites {

// In a checkout, the script ./vconform starts a program of another name.
std::string_view program() {
  constexpr std::string_view kInstalled = "vconform";
  return kInstalled == program_invocation_short_name ? kInstalled : "./vconform";
}

std::string program_from_anywhere() {
  // Set by the script.
  if (const char* script = std::getenv("VCONFORM_SCRIPT"); script != nullptr && *script != '\0') {
    return script;
  }
  const std::string called = program_invocation_name;
  const bool is_on_path = called.find('/') == std::string::npos;
  return is_on_path ? called : std::filesystem::absolute(called).lexically_normal().string();
}

}  // namespace vconform::suites
