/* The question that the rewritten sources ask at each site: is it the chosen one? They include this
 * before anything else. */
#pragma once

/* The number of the chosen site, and for each site whether it was asked; site 0 does not exist. */
extern "C" {
extern unsigned vconform_mechanical_chosen __attribute__((visibility("hidden")));
extern unsigned char vconform_mechanical_reached[] __attribute__((visibility("hidden")));
}

namespace vconform_mechanical {

/* Not constexpr, so that no constant depends on it. */
[[gnu::always_inline]] inline bool is(unsigned site) {
  vconform_mechanical_reached[site] = 1;
  return vconform_mechanical_chosen == site;
}

/* Likewise, in functions that the compiler evaluates too: there no site is chosen. */
[[gnu::always_inline]] constexpr bool is_if_run(unsigned site) {
  return !__builtin_is_constant_evaluated() && is(site);
}

} /* namespace vconform_mechanical */
