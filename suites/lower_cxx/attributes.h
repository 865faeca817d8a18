// The attributes of the device compiler, removed from preprocessed C++.
#pragma once

#include <string>
#include <string_view>

namespace vconform::suites {

// Replaces by blanks, so that lines and columns stay:
//   - the attributes [aicore], [host] and lists of both, `[host, aicore]`, where they are none of
//     C++'s subscripts, array sizes and lambda captures;
//   - words of the device compiler that no header has defined: `__aicore__`, `__global__`,
//     `__gm__` and their kin.
// Nothing else is touched: literals, comments and lines that begin with '#' are not looked into.
//
// `[aicore]` is an attribute if a declaration goes on behind it: with an identifier or keyword that
// is no operator, with `::`, `~` or another attribute. Behind a closing parenthesis or a trailing
// word (const, noexcept, override, final) also if a body follows, and behind a lambda's introducer
// if its parameters or its body do. `x[aicore]`, `new int[aicore]` and `[aicore](int x) {...}` are
// followed by something else and stay. An attribute behind a declarator that has no body stays too,
// and the compiler says so: write it in front.
std::string without_attributes(std::string_view preprocessed);

}  // namespace vconform::suites
