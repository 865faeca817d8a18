#include "suites/shrinking/past_dependence.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"

namespace vconform::suites {

namespace {

using Programs = std::vector<spec::Case>;

// The most openings of the backend while programs are left out.
constexpr int kMostTrials = 64;

class Trials {
 public:
  Trials(const Property& property, const Subject& subject, const spec::Case& test_case)
      : property_(property), subject_(subject), case_(test_case) {}

  bool fails_after(const Programs& earlier) {
    ++count_;
    subject_.renew();
    case_.earlier = earlier;
    const CheckResult result = check_property(property_, subject_, case_);
    return !result.findings.empty() || !result.blamed.empty();
  }
  bool may_go_on() const { return count_ < kMostTrials; }

 private:
  const Property& property_;
  const Subject& subject_;
  spec::Case case_;
  int count_ = 0;
};

// As few of the last programs as doubling finds; none if not all of them do.
Programs last_that_fail(Trials& trials, const Programs& past) {
  for (std::size_t count = 1; !past.empty(); count *= 2) {
    count = std::min(count, past.size());
    Programs last(past.end() - static_cast<std::ptrdiff_t>(count), past.end());
    if (trials.fails_after(last)) {
      return last;
    }
    if (count == past.size()) {
      break;
    }
  }
  return {};
}

// Leaves out stretches of programs, half of them first, at last each single one.
Programs fewest(Trials& trials, Programs programs) {
  for (std::size_t length = programs.size() / 2; length > 0; length /= 2) {
    for (std::size_t at = 0; at + length <= programs.size() && trials.may_go_on();) {
      Programs fewer = programs;
      const auto begin = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(begin, begin + static_cast<std::ptrdiff_t>(length));
      if (!fewer.empty() && trials.fails_after(fewer)) {
        programs = std::move(fewer);
      } else {
        at += length;
      }
    }
  }
  return programs;
}

}  // namespace

std::uint64_t moment_of(const Subject& subject) {
  return subject.past ? subject.past->now() : 0;
}
std::vector<spec::Case> past_until(const Subject& subject, std::uint64_t moment) {
  return subject.past ? subject.past->until(moment) : std::vector<spec::Case>();
}

void note_past_dependence(const Property& property, const Subject& subject, const Programs& past,
                          Deviation& deviation) {
  if (!subject.renew || !subject.renew()) {
    return;
  }
  Trials trials(property, subject, deviation.smallest);
  const Programs own = std::exchange(deviation.smallest.earlier, {});
  if (trials.fails_after({})) {
    return;
  }
  Programs all = past;
  all.insert(all.end(), own.begin(), own.end());
  deviation.smallest.earlier = fewest(trials, last_that_fail(trials, all));
  if (spec::to_text(deviation.smallest).size() > spec::kMaxCaseTextBytes) {
    deviation.smallest.earlier.clear();
  }
  const std::size_t count = deviation.smallest.earlier.size();
  deviation.details +=
      "  past     alone in a fresh process it passes: it depends on earlier programs" +
      (count == 0 ? ", but not on the last ones alone, or on more than a case file holds\n"
                  : "; the case begins with " + std::to_string(count) + " of them\n");
  deviation.in_short += "; depends on earlier programs";
}

}  // namespace vconform::suites
