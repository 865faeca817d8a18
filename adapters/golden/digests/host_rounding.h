// The control register of the host's floating-point unit, to show that golden does not depend on
// it.
#pragma once

#include <optional>
#include <string_view>

namespace vconform::adapters::golden::digests {

struct HostRounding {
  std::string_view name;
  // As of <cfenv>.
  int direction;
};

// "nearest", "upward", "downward", "zero"; nothing for another name.
std::optional<HostRounding> host_rounding_named(std::string_view name);

// Of this thread. All but "nearest" also take subnormal numbers for 0, sources and results.
void set_host_rounding(const HostRounding& rounding);

// Whether what was set last still holds.
bool has_host_rounding(const HostRounding& rounding);

}  // namespace vconform::adapters::golden::digests
