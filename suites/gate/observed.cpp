#include "suites/gate/observed.h"

#include <fmt/format.h>

#include "suites/report/one_line.h"

namespace vconform::suites {

// Where the text goes wrong behind a star, the star takes one character more; only the last star
// need do so.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string observed_text(std::string_view verdict, std::string_view claim,
                          std::string_view example, std::uint64_t failing_cases,
                          std::string_view fingerprint) {
  return fmt::format("{} {}: {} [{} cases, fingerprint {}]", verdict, claim, one_line(example),
                     failing_cases, fingerprint);
}

}  // namespace vconform::suites
