#include "adapters/bundled/named_backends.h"

#include <algorithm>
#include <utility>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/golden/program/pinned.h"
#include "adapters/load_error.h"
#include "adapters/mutants/mutants.h"
#include "adapters/third_party/eigen_adapter.h"
#include "adapters/third_party/x86_adapter.h"
#include "spec/rules/rules.h"
#include "spec/text/error.h"

namespace vconform::adapters {

namespace {

struct Bundled {
  KnownBackend known;
  const vconform_adapter* table;
};

std::vector<Bundled> pinned_goldens() {
  std::vector<Bundled> backends;
  for (std::size_t i = 0; i < golden::pinned_choices().size(); ++i) {
    const std::string meaning(spec::reading_of(golden::pinned_choices()[i]).meaning);
    const vconform_adapter* table = golden::pinned_adapter(i);
    backends.push_back({{table->name, "golden: " + meaning, true, "", ""}, table});
  }
  return backends;
}

std::vector<Bundled> libraries() {
  const std::string x86_problem = third_party::x86_problem(third_party::host_x86_features());
  return {
      {{"eigen", "the conversions of Eigen 3.4 (elementwise)", true, "libeigen3-dev", ""},
       third_party::eigen_adapter()},
      {{"x86", "the host's F16C and AVX-512 conversion instructions (elementwise)",
        x86_problem.empty(), "", x86_problem},
       third_party::x86_adapter()},
  };
}

std::vector<Bundled> all_mutants() {
  std::vector<Bundled> backends;
  for (std::size_t i = 0; i < mutants::mutants().size(); ++i) {
    const vconform_adapter* table = mutants::mutant_adapter(i);
    backends.push_back(
        {{table->name, "golden, but " + std::string(mutants::mutants()[i].wrong), true, "", ""},
         table});
  }
  return backends;
}

std::vector<Bundled> bundled() {
  std::vector<Bundled> backends = {
      {{"golden", "bit-exact implementation of every instruction, bundled", true, "", ""},
       golden::golden_adapter()},
      {{"golden:pages", "golden: what the pages say, where they say one thing", true, "", ""},
       golden::pages_adapter()}};
  for (const std::vector<Bundled>& more : {pinned_goldens(), libraries(), all_mutants()}) {
    backends.insert(backends.end(), more.begin(), more.end());
  }
  return backends;
}

// The number of insertions, deletions and replacements between two names.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string unknown_name(std::string_view name, const std::vector<Bundled>& backends) {
  constexpr std::size_t kNear = 3;
  constexpr std::size_t kLongestName = 64;
  const std::string_view shown = name.substr(0, kLongestName);
  std::string nearest;
  std::size_t best = kNear + 1;
  for (const Bundled& backend : backends) {
    const std::size_t away = distance(shown, backend.known.name);
    if (away < best) {
      best = away;
      nearest = backend.known.name;
    }
  }
  return "unknown backend '" + std::string(shown) + "'" +
         (nearest.empty() ? "" : ", did you mean '" + nearest + "'?") +
         ": use golden, golden:pages, golden:RULE=READING, eigen, x86, mutant:NAME, "
         "intrinsics:LIB.so, lowering:LIB.so, exec:COMMAND or the path of a shared library";
}

}  // namespace

const vconform_adapter* named_adapter(std::string_view name) {
  const std::vector<Bundled> backends = bundled();
  const auto found = std::find_if(backends.begin(), backends.end(), [&](const Bundled& backend) {
    return backend.known.name == name;
  });
  if (found == backends.end()) {
    throw spec::InputError(unknown_name(name, backends));
  }
  if (!found->known.available) {
    throw LoadError(found->known.name + ": " + found->known.reason);
  }
  return found->table;
}

std::vector<KnownBackend> known_backends() {
  std::vector<KnownBackend> known;
  for (const Bundled& backend : bundled()) {
    known.push_back(backend.known);
  }
  return known;
}

}  // namespace vconform::adapters
