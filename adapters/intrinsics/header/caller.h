// The way of a call through the default face: the caller takes wide integers and the line, notes
// them in a vconform_call, checks that each fits the type of the prototype, and calls the symbol.
//
// The prototype is declared inside the caller, where it hides the caller, and nowhere else: so a
// plain call finds the caller alone, which no literal makes ambiguous, and the symbol's mangled
// name is that of the page. Code that takes the address of a prototype needs the other face.
#pragma once

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

#include "adapters/intrinsics/header/control.h"

#ifndef VCONFORM_INTRINSICS_DEFINE
// Weak: an implementation of the prototypes that does not have them is called all the same.
#pragma weak vconform_intrinsics_begin
#pragma weak vconform_intrinsics_end
#pragma weak vconform_intrinsics_not_modelled
#endif

// The last parameters of every caller.
#define VCONFORM_CALL_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace vconform::intrinsics {

// Taken by callers for every integer narrower than 64 bits.
using Wide = std::int64_t;

template <typename T>
vconform_argument number(const char* name, Wide value) {
  return {name, value, static_cast<Wide>(std::numeric_limits<T>::min()),
          static_cast<Wide>(std::numeric_limits<T>::max())};
}

// A bit pattern of 64 bits.
inline vconform_argument word(const char* name, std::uint64_t bits) {
  return {name, static_cast<Wide>(bits), std::numeric_limits<Wide>::min(),
          std::numeric_limits<Wide>::max()};
}

// The bit pattern of an element.
template <typename T>
vconform_argument bits(const char* name, const T& element) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &element, sizeof(T));
  return word(name, pattern);
}

inline vconform_argument operand(const char* name, const volatile void* address) {
  return word(name, reinterpret_cast<std::uintptr_t>(address));
}

inline bool fits(const vconform_argument& argument) {
  return argument.value >= argument.least && argument.value <= argument.most;
}

// The check of callers over a library without begin: the first argument that does not fit is
// printed, and the call is not made.
inline bool all_fit(const vconform_call& call) {
  for (std::uint64_t i = 0; i < call.argument_count; ++i) {
    const vconform_argument& argument = call.arguments[i];
    if (!fits(argument)) {
      std::fprintf(stderr,
                   "%s:%" PRIu32 ": %s: bad argument: %s is %" PRId64 ", outside %" PRId64
                   "..%" PRId64 "; not executed\n",
                   call.file, call.line, call.function, argument.name, argument.value,
                   argument.least, argument.most);
      return false;
    }
  }
  return true;
}

// Function, types of the operands, and place of a call.
struct Site {
  const char* function;
  const char* types;
  const char* file;
  int line;
};

inline vconform_call call_of(const Site& site, const vconform_argument* arguments,
                             std::size_t count) {
  return {sizeof(vconform_call),
          static_cast<std::uint32_t>(site.line),
          site.function,
          site.types,
          site.file,
          arguments,
          count};
}

template <typename Issue>
void issue(const vconform_call& call, Issue issued) {
#ifdef VCONFORM_INTRINSICS_DEFINE
  (void)call;
  issued();
#else
  if (vconform_intrinsics_begin == nullptr) {
    if (all_fit(call)) {
      issued();
    }
    return;
  }
  if (vconform_intrinsics_begin(&call) != 0) {
    issued();
    vconform_intrinsics_end(&call);
  }
#endif
}

template <std::size_t kCount, typename Issue>
void issue(const Site& site, const vconform_argument (&arguments)[kCount], Issue issued) {
  issue(call_of(site, arguments, kCount), issued);
}

template <typename Issue>
void issue(const Site& site, Issue issued) {
  issue(call_of(site, nullptr, 0), issued);
}

}  // namespace vconform::intrinsics
