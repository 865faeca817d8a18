#include "suites/plan/progress.h"

#include <fmt/format.h>

namespace vconform::suites {

std::string Progress::text(double seconds) const {
  const double rate = static_cast<double>(elements_) / seconds;
  const double left = seconds * static_cast<double>(units_ - done_) / static_cast<double>(done_);
  return fmt::format(
      "{} of {} parts, {} elements, {:.1f} million/s, {} deviations, about {:.0f} s left", done_,
      units_, with_commas(elements_), rate / 1e6, deviations_, left);
}

void Progress::finished(const UnitResult& result) {
  ++done_;
  elements_ += result.elements;
  deviations_ += result.deviations.size();
  line_.show([this](double seconds) { return text(seconds); });
}

}  // namespace vconform::suites
