#include "adapters/intrinsics/settings.h"

#include <cstdlib>
#include <string>
#include <string_view>

#include "spec/text/error.h"
#include "spec/text/number_text.h"
#include "spec/text/quoted.h"

namespace vconform::adapters::intrinsics {

namespace {

bool read_strict() {
  const char* text = std::getenv("VCONFORM_STRICT");
  if (text == nullptr || std::string_view(text) == "0") {
    return false;
  }
  if (std::string_view(text) != "1") {
    throw spec::InputError(spec::quoted(text) + " is neither 0 nor 1");
  }
  return true;
}

std::uint64_t read_ctrl() {
  const char* text = std::getenv("VCONFORM_CTRL");
  if (text == nullptr) {
    return 0;
  }
  const auto ctrl = spec::whole_number<std::uint64_t>(text);
  if (!ctrl) {
    throw spec::InputError(spec::quoted(text) + " is not a number of 64 bits, decimal or 0x");
  }
  return *ctrl;
}

}  // namespace

bool is_strict() {
  static const bool strict = read_strict();
  return strict;
}

std::uint64_t entry_ctrl() {
  static const std::uint64_t ctrl = read_ctrl();
  return ctrl;
}

}  // namespace vconform::adapters::intrinsics
