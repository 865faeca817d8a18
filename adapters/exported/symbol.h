// The symbols of global functions, from their types, as the compiler mangles them (Itanium C++ ABI,
// which g++ and clang follow): a function's parameters stand in its symbol as they stand in the
// name of its type.
#pragma once

#include <string>
#include <string_view>
#include <typeinfo>

namespace vconform::adapters::exported {

// `Function` is a function type whose result is void or a number.
template <typename Function>
std::string symbol_of(std::string_view name) {
  // "F", one letter for the result, the parameters, "E".
  constexpr std::size_t kBefore = 2;
  const std::string_view type = typeid(Function).name();
  const std::string parameters(type.substr(kBefore, type.size() - kBefore - 1));
  return "_Z" + std::to_string(name.size()) + std::string(name) + parameters;
}

}  // namespace vconform::adapters::exported
