#include "adapters/containment/memory_watch.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <limits>

#include "adapters/containment/cgroup_memory.h"

namespace vconform::adapters {

namespace {

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

std::optional<std::uint64_t> resident_bytes(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t mapped = 0;
  std::uint64_t resident = 0;
  if (!(file >> mapped >> resident)) {
    return std::nullopt;
  }
  return resident * page_size();
}

std::optional<std::uint64_t> memory_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  constexpr std::string_view kSuffixes = "KMGT";
  unsigned shift = 0;
  if (!suffix.empty()) {
    const std::size_t at = kSuffixes.find(suffix.front());
    if (suffix.size() != 1 || at == std::string_view::npos) {
      return std::nullopt;
    }
    shift = 10 * (static_cast<unsigned>(at) + 1);
  }
  if (error != std::errc() || number == 0 ||
      number > std::numeric_limits<std::uint64_t>::max() >> shift) {
    return std::nullopt;
  }
  return number << shift;
}

std::string memory_text(std::uint64_t bytes) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", value, kUnits[unit]);
  return text.data();
}

std::uint64_t available_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(sysconf(_SC_PHYS_PAGES), 0L));
  const std::uint64_t machine = pages * page_size();
  return std::min(machine, cgroup_memory_limit("/proc/self/cgroup", "/sys/fs/cgroup")
                               .value_or(std::numeric_limits<std::uint64_t>::max()));
}

std::uint64_t default_memory_limit() {
  return available_memory() / 2;
}

}  // namespace vconform::adapters
