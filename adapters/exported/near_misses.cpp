#include "adapters/exported/near_misses.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "adapters/exported/demangled.h"
#include "adapters/exported/prototypes.h"

namespace vconform::adapters::exported {

namespace {

// A function's name with its namespaces, and its parameters.
struct Signature {
  std::string name;
  std::vector<std::string> parameters;

  std::string base() const {
    const std::size_t colon = name.rfind(':');
    return colon == std::string::npos ? name : name.substr(colon + 1);
  }
};

// A symbol that is not mangled is the name of a function of C.
Signature signature_of(const std::string& symbol) {
  const std::string text = demangled(symbol);
  const std::size_t open = text.find('(');
  if (text == symbol || open == std::string::npos) {
    return {text, {}};
  }
  Signature signature{text.substr(0, open), {}};
  int depth = 0;
  std::string parameter;
  for (const char c : text.substr(open + 1)) {
    depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
    if ((c == ',' && depth == 0) || depth < 0) {
      signature.parameters.push_back(parameter);
      parameter.clear();
    } else if (c != ' ' || !parameter.empty()) {
      parameter += c;
    }
    if (depth < 0) {
      break;
    }
  }
  return signature;
}

// In the order of the prototypes, each with the documented symbols of its name.
struct Documented {
  std::string name;
  std::vector<std::string> symbols;
};

std::vector<Documented> documented() {
  std::vector<Documented> all;
  const auto add = [&](const std::string& name, const std::string& symbol) {
    auto found = std::ranges::find(all, name, &Documented::name);
    if (found == all.end()) {
      found = all.insert(found, {name, {}});
    }
    if (std::ranges::find(found->symbols, symbol) == found->symbols.end()) {
      found->symbols.push_back(symbol);
    }
  };
  for (const Prototype& prototype : prototypes()) {
    add(prototype.name, prototype.symbol);
  }
  for (const Setter& setter : setters()) {
    add(setter.name, setter.symbol);
  }
  return all;
}

// Most symbols of a large library need not be demangled.
bool is_like_a_prototype(const std::string& symbol) {
  constexpr std::array kParts = {"vconv_", "copy_matrix_cc", "set_", "vconform_intrinsics_"};
  return std::ranges::any_of(
      kParts, [&](const char* part) { return symbol.find(part) != std::string::npos; });
}

// The number of parameters alone counts more than any of their types.
std::size_t likeness(const Signature& one, const Signature& other) {
  constexpr std::size_t kMoreThanAll = 100;
  std::size_t count = one.parameters.size() == other.parameters.size() ? kMoreThanAll : 0;
  for (std::size_t i = 0; i < std::min(one.parameters.size(), other.parameters.size()); ++i) {
    count += one.parameters[i] == other.parameters[i] ? 1 : 0;
  }
  return count;
}

// How a function differs from the missing prototype that it is most like.
std::string difference(const Signature& found, const std::vector<std::string>& missing) {
  Signature nearest;
  for (const std::string& symbol : missing) {
    const Signature prototype = signature_of(symbol);
    const bool is_nearer =
        nearest.name.empty() || likeness(prototype, found) > likeness(nearest, found);
    nearest = is_nearer ? prototype : nearest;
  }
  if (found.parameters.size() != nearest.parameters.size()) {
    return "with " + std::to_string(found.parameters.size()) + " parameters, not " +
           std::to_string(nearest.parameters.size());
  }
  for (std::size_t i = 0; i < found.parameters.size(); ++i) {
    if (found.parameters[i] != nearest.parameters[i]) {
      return "with " + found.parameters[i];
    }
  }
  return "as " + found.name;
}

}  // namespace

std::vector<std::string> near_misses(const std::vector<std::string>& functions) {
  const std::set<std::string> exported(functions.begin(), functions.end());
  std::multimap<std::string, std::string> by_name;
  for (const std::string& symbol : functions) {
    if (is_like_a_prototype(symbol)) {
      by_name.emplace(signature_of(symbol).base(), symbol);
    }
  }
  std::vector<std::string> misses;
  for (const Documented& one : documented()) {
    const bool is_of_c = one.symbols.front() == one.name;
    std::vector<std::string> missing = one.symbols;
    std::erase_if(missing, [&](const std::string& symbol) { return exported.contains(symbol); });
    const auto [first, last] = by_name.equal_range(one.name);
    for (auto found = first; found != last && !missing.empty(); ++found) {
      const std::string& symbol = found->second;
      if (std::ranges::find(one.symbols, symbol) == one.symbols.end()) {
        misses.push_back("has " + one.name + " " +
                         (is_of_c              ? "as a function of C++"
                          : symbol == one.name ? "as a function of C"
                                               : difference(signature_of(symbol), missing)));
      }
    }
  }
  return misses;
}

std::string in_short(const std::vector<std::string>& misses) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, misses.size()); ++i) {
    text += (i == 0 ? "" : ", ") + misses[i];
  }
  return misses.size() <= kShown
             ? text
             : text + " and " + std::to_string(misses.size() - kShown) + " more like it";
}

}  // namespace vconform::adapters::exported
