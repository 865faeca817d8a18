#include "adapters/mutants/mechanical/library.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <exception>
#include <string>
#include <string_view>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/golden/program/pinned.h"
#include "adapters/mutants/mechanical/chosen.h"
#include "adapters/mutants/mechanical/site_table.h"

namespace {

constexpr std::string_view kPrefix = "mechanical:";

// Golden, or golden under "RULE=READING"; null if there is no such reading.
const vconform_adapter* golden_under(std::string_view reading) {
  namespace golden = vconform::adapters::golden;
  if (reading.empty()) {
    return golden::golden_adapter();
  }
  for (std::size_t i = 0; i < golden::pinned_choices().size(); ++i) {
    const vconform_adapter* table = golden::pinned_adapter(i);
    if (table->name == "golden:" + std::string(reading)) {
      return table;
    }
  }
  return nullptr;
}

struct Named {
  std::string name;
  vconform_adapter table;
};

const vconform_adapter* adapter_named(std::string_view name) {
  static std::deque<Named> all;
  if (!name.starts_with(kPrefix)) {
    return nullptr;
  }
  const std::string_view rest = name.substr(kPrefix.size());
  unsigned site = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), site);
  const std::string_view reading(end, static_cast<std::size_t>(rest.data() + rest.size() - end));
  if (error != std::errc() || site > vconform_mechanical::kSiteCount ||
      (!reading.empty() && (reading.front() != ':' || reading.size() == 1))) {
    return nullptr;
  }
  const vconform_adapter* base = golden_under(reading.substr(reading.empty() ? 0 : 1));
  if (base == nullptr) {
    return nullptr;
  }
  vconform_mechanical_chosen = site;
  Named& made = all.emplace_back(std::string(name), *base);
  made.table.name = made.name.c_str();
  return &made.table;
}

}  // namespace

extern "C" {

unsigned vconform_mechanical_chosen = 0;

const vconform_mechanical_site* vconform_mechanical_sites(std::uint32_t* count) {
  *count = vconform_mechanical::kSiteCount;
  return vconform_mechanical::kSites;
}

unsigned char* vconform_mechanical_runs() {
  return vconform_mechanical_reached;
}

VCONFORM_EXPORT const vconform_adapter* vconform_get_named_adapter(std::uint32_t abi_version,
                                                                   const char* name) {
  try {
    return abi_version == VCONFORM_ABI_VERSION ? adapter_named(name) : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}

const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return vconform_get_named_adapter(abi_version, "mechanical:0");
}
}
