#include "adapters/mutants/mechanical/library.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <exception>
#include <string>
#include <string_view>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/mutants/mechanical/chosen.h"
#include "adapters/mutants/mechanical/site_table.h"
#include "spec/profiles/choices.h"

namespace {

constexpr std::string_view kPrefix = "mechanical:";
// The longest name of a table (vconform_adapter.h).
constexpr std::size_t kLongestName = 64;

// The readings of the adapter that was named last: the ABI's create() takes none.
vconform::spec::Choices last_named;

vconform::adapters::golden::Behaviour behaviour_of_last_named() {
  vconform::adapters::golden::Behaviour behaviour = vconform::adapters::golden::golden_behaviour();
  for (const vconform::spec::Choice& choice : last_named.all()) {
    behaviour.pin(choice);
  }
  return behaviour;
}

// Golden under "RULE=READING,RULE=READING", or golden itself. Throws InputError if there is no such
// reading.
vconform_adapter golden_under(std::string_view readings) {
  namespace golden = vconform::adapters::golden;
  last_named = vconform::spec::choices_from_text(readings);
  return readings.empty() ? *golden::golden_adapter()
                          : golden::adapter_table<behaviour_of_last_named>("");
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
  vconform_mechanical_chosen = site;
  Named& made = all.emplace_back(std::string(name.substr(0, kLongestName)),
                                 golden_under(reading.substr(reading.empty() ? 0 : 1)));
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
