// The control register of the host's floating-point unit, to show that golden does not depend on
// it.
#pragma once

#include <optional>
#include <string_view>

namespace vconform::adapters::golden::digests {

struct HostRounding {
  std::string_view name;
  // A direction of <cfenv>.
  int direction;
};

// The mode "nearest", "upward", "downward" or "zero"; nullopt for any other name.
std::optional<HostRounding> host_rounding_named(std::string_view name);

// Sets the mode of this thread. All except "nearest" also take subnormal sources and results for 0.
void set_host_rounding(const HostRounding& rounding);

// Whether the mode that was set last still holds.
bool has_host_rounding(const HostRounding& rounding);

}  // namespace vconform::adapters::golden::digests
