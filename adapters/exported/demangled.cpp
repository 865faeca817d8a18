#include "adapters/exported/demangled.h"

#include <cxxabi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

namespace vconform::adapters::exported {

namespace {

// Types of 16 bits that the library of g++ 12 does not know, each with a type of its own class of
// builtin ones to stand in for it.
struct StandIn {
  std::string_view mangled;
  std::string_view mangled_stand_in;
  std::string_view stand_in;
  std::string_view name;
};
constexpr std::array kStandIns = {StandIn{"DF16_", "Ds", "char16_t", "_Float16"},
                                  StandIn{"DF16b", "Di", "char32_t", "__bf16"}};

std::optional<std::string> known(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? std::optional<std::string>(text.get()) : std::nullopt;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string demangled(const std::string& symbol) {
  if (const auto text = known(symbol)) {
    return *text;
  }
  std::string changed = symbol;
  for (const StandIn& one : kStandIns) {
    replace_all(changed, one.mangled, one.mangled_stand_in);
  }
  std::string text = known(changed).value_or(symbol);
  for (const StandIn& one : kStandIns) {
    replace_all(text, one.stand_in, one.name);
  }
  return text;
}

}  // namespace vconform::adapters::exported
