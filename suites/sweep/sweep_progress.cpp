#include "suites/sweep/sweep_progress.h"

#include <fmt/format.h>

namespace vconform::suites {

void SweepProgress::finished(std::uint64_t values, std::uint64_t wrong) {
  done_ += values;
  wrong_ += wrong;
  line_.show([this](double seconds) {
    const auto done = static_cast<double>(done_);
    const double rate = done / seconds;
    return fmt::format("{:.1f} % of {} values, {:.2f} billion/s, {} wrong, about {:.0f} s left",
                       100 * done / static_cast<double>(values_), with_commas(values_), rate / 1e9,
                       with_commas(wrong_), static_cast<double>(values_ - done_) / rate);
  });
}

}  // namespace vconform::suites
