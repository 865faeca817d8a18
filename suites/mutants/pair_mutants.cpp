#include "suites/mutants/pair_mutants.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <utility>

#include "adapters/load/open_backend.h"
#include "adapters/mutants/mutants.h"
#include "suites/judging/subject.h"
#include "suites/mutants/argument_mutants.h"
#include "suites/mutants/reading_mutants.h"
#include "suites/mutants/register_mutants.h"
#include "suites/mutants/value_mutants.h"

namespace vconform::suites {
namespace {

constexpr std::size_t kPairs = 200;
constexpr std::uint64_t kSeed = 1;

// Every class is drawn as often as each other, whatever its size.
using Classes = std::array<std::vector<WrongBackend>, 4>;

std::vector<WrongBackend> visible(std::vector<WrongBackend> all) {
  std::erase_if(all, [](const WrongBackend& one) { return !one.equivalent.empty(); });
  return all;
}

std::vector<spec::Cell> in_common(const WrongBackend& a, const WrongBackend& b) {
  std::vector<spec::Cell> cells;
  std::ranges::copy_if(a.cells, std::back_inserter(cells), [&](const spec::Cell& cell) {
    return std::ranges::find(b.cells, cell) != b.cells.end();
  });
  return cells;
}

// The index of a bundled mutant.
std::optional<std::size_t> bundled_index(const WrongBackend& backend) {
  const auto all = adapters::mutants::mutants();
  const auto found = std::ranges::find_if(all, [&](const auto& mutant) {
    return backend.name == "bundled/" + std::string(mutant.name);
  });
  return found == all.end() ? std::nullopt
                            : std::optional(static_cast<std::size_t>(found - all.begin()));
}

// Both around golden; a bundled mutant, which has golden within, is the inner one.
std::function<Executor(const Executor&)> both(const WrongBackend& a, const WrongBackend& b) {
  const std::optional<std::size_t> in_a = bundled_index(a);
  const std::optional<std::size_t> in_b = bundled_index(b);
  if (in_a && in_b) {
    return [indices = std::array{*in_a, *in_b}](const Executor&) {
      return subject_of(adapters::open_golden(adapters::mutants::golden_with(indices, {}))).execute;
    };
  }
  return [inner = in_b ? b.around : a.around, outer = in_b ? a.around : b.around](
             const Executor& golden) { return outer(inner(golden)); };
}

template <typename T>
const T& drawn(std::mt19937_64& random, const std::vector<T>& all) {
  return all[random() % all.size()];
}

}  // namespace

std::vector<WrongBackend> pair_mutants() {
  const Classes classes = {visible(bundled_mutants()), visible(rounding_mutants()),
                           visible(counted_argument_mutants()), visible(register_mutants())};
  std::mt19937_64 random(kSeed);
  std::set<std::string> names;
  std::vector<WrongBackend> pairs;
  while (pairs.size() < kPairs) {
    const WrongBackend& a = drawn(random, classes[random() % classes.size()]);
    const WrongBackend& b = drawn(random, classes[random() % classes.size()]);
    WrongBackend pair;
    pair.name = "pair/" + a.name + "+" + b.name;
    pair.wrong = a.wrong + "; " + b.wrong;
    pair.cells = in_common(a, b);
    if (a.name == b.name || pair.cells.empty() || !names.insert(pair.name).second) {
      continue;
    }
    pair.around = both(a, b);
    pair.parts = {a, b};
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace vconform::suites
