#include "suites/shrinking/deviations.h"

#include <algorithm>

#include "spec/number/digest.h"

namespace vconform::suites {

Deviation* known_as(std::vector<Deviation>& known, const Finding& finding) {
  const auto found = std::find_if(known.begin(), known.end(), [&](const Deviation& deviation) {
    return deviation.verdict == finding.verdict && deviation.rule == slug_of(finding);
  });
  return found == known.end() ? nullptr : &*found;
}

void add_excluded(UnitResult& counts, const CheckResult& result) {
  counts.excluded.insert(counts.excluded.end(), result.excluded.begin(), result.excluded.end());
}

void count_case(UnitResult& counts, const CheckResult& result, const Unit& unit) {
  ++counts.cases;
  counts.elements += result.elements;
  counts.host_elements += result.host_elements;
  counts.cited |= result.cited;
  for (const Share& share : result.shares) {
    if (share.cell != unit.cell && properties()[unit.property].has_programs) {
      add_share(counts.others, share);
    }
  }
  add_excluded(counts, result);
}

void note_known(const CheckResult& result, Subject& subject) {
  for (const ExcludedReading& excluded : result.excluded) {
    subject.excluded_before.push_back(excluded.reading);
  }
  subject.cited_before |= result.cited;
}

void add_failing_case(Deviation& deviation, const Finding& finding) {
  ++deviation.failing_cases;
  deviation.fingerprint = spec::digest_with(deviation.fingerprint, finding.count);
  deviation.fingerprint = spec::digest_with(deviation.fingerprint, finding.digest);
}

void count_as_well(const Deviation& deviation, Deviation& known) {
  known.count += deviation.count;
  known.failing_cases += deviation.failing_cases;
  known.fingerprint = spec::digest_with(known.fingerprint, deviation.fingerprint);
}

Deviation deviation_of(const std::string& claim, const Finding& finding,
                       const spec::Case& smallest) {
  Deviation deviation;
  deviation.claim = claim;
  deviation.verdict = finding.verdict;
  deviation.rule = slug_of(finding);
  deviation.cited = finding.cited;
  deviation.details = finding.details;
  deviation.in_short = finding.in_short;
  deviation.element = finding.element;
  deviation.count = finding.count;
  deviation.smallest = smallest;
  return deviation;
}

}  // namespace vconform::suites
