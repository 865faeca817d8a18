#include "fuzz/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "fuzz/run_report.h"

namespace vconform::fuzz {

namespace {

std::uint64_t repeat_of(const spec::Case& test_case) {
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend(); ++step) {
    if (const auto* vconv = std::get_if<spec::Vconv>(&*step)) {
      return vconv->repeat;
    }
    if (const auto* call = std::get_if<spec::CastDeq>(&*step)) {
      return call->repeat_time;
    }
    if (const auto* copy = std::get_if<spec::DataCopy>(&*step)) {
      return copy->block_count;
    }
  }
  return 1;
}

}  // namespace

void Statistics::count(const spec::Case& test_case, const suites::CheckResult& result) {
  ++inputs_;
  compared_ += result.compared ? 1 : 0;
  judged_ += result.elements > 0 ? 1 : 0;
  elements_ += result.elements;
  ++repeats_[std::min<std::uint64_t>(repeat_of(test_case), repeats_.size() - 1)];
  const Clock::time_point now = Clock::now();
  if (now - printed_ >= std::chrono::seconds(1)) {
    printed_ = now;
    print();
  }
}

std::uint64_t Statistics::median_repeat() const {
  std::uint64_t below = 0;
  for (std::size_t repeat = 0; repeat < repeats_.size(); ++repeat) {
    below += repeats_[repeat];
    if (2 * below >= inputs_) {
      return repeat;
    }
  }
  return 0;
}

void Statistics::print() const {
  const std::string line = fmt::format(
      "vconform_fuzz: inputs={} compared={} judged={} elements={} median_repeat={} findings={}",
      inputs_, compared_, judged_, elements_, median_repeat(), findings_);
  fmt::print(stderr, "{}\n", line);
  run_report().say(line);
}

}  // namespace vconform::fuzz
