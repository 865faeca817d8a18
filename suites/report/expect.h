// Refuses a certificate of which something does not hold.
#pragma once

#include <utility>

#include <fmt/format.h>

#include "spec/text/error.h"

namespace vconform::suites {

template <typename... Arguments>
void expect(bool holds, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (!holds) {
    throw spec::InputError(fmt::format(format, std::forward<Arguments>(arguments)...));
  }
}

}  // namespace vconform::suites
