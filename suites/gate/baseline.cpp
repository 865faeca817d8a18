#include "suites/gate/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "suites/files/progress_line.h"
#include "suites/gate/apply_waivers.h"
#include "suites/report/certificate.h"
#include "suites/report/operation_exclusions.h"

namespace vconform::suites {

namespace {

template <typename Record, typename Predicate>
const Record* find(const std::vector<Record>& records, Predicate predicate) {
  const auto found = std::find_if(records.begin(), records.end(), predicate);
  return found == records.end() ? nullptr : &*found;
}

const RowRecord* row_of(const CertificateRecord& record, const std::string& instruction) {
  return find(record.rows, [&](const RowRecord& row) { return row.instruction == instruction; });
}

// The deviation of the same claim and instruction with the same verdict and rule.
const DeviationRecord* same_in(const CertificateRecord& record, const DeviationRecord& deviation) {
  return find(record.deviations, [&](const DeviationRecord& other) {
    return other.claim == deviation.claim && other.verdict == deviation.verdict &&
           other.rule == deviation.rule;
  });
}

std::string text_of(const std::optional<std::string>& reading) {
  return reading ? *reading : "open";
}

// Such as "vconv_f162s8r under round.floor: MISMATCH Vconv.EveryPattern/f162s8_r: 0x1 -> 0x2, not
// 0x3".
std::string shown(const DeviationRecord& deviation) {
  return fmt::format("{} under {}: {} {}: {}", deviation.instruction,
                     cause_of(deviation.rule, deviation.claim), deviation.verdict, deviation.claim,
                     deviation.example);
}

// Reports every entry of the earlier list that the later one lacks.
void compare_lists(GateCheck& check, const std::vector<std::string>& before,
                   const std::vector<std::string>& now, const std::string& what) {
  for (const std::string& one : before) {
    if (std::find(now.begin(), now.end(), one) == now.end()) {
      check.worse.push_back(fmt::format("{}: {} before, not now", what, one));
    }
  }
}

void compare_flag(GateCheck& check, bool was, bool is, const std::string& what) {
  if (was && !is) {
    check.worse.push_back(what);
  }
}

class Comparison {
 public:
  Comparison(const CertificateRecord& before, const CertificateRecord& now,
             const std::string& folder)
      : before_(before),
        now_(now),
        folder_(folder),
        is_alike_(before.level == now.level && before.seed == now.seed &&
                  before.spec_version == now.spec_version) {}

  GateCheck spec_version() const;
  GateCheck choices() const;
  GateCheck claims() const;
  GateCheck cases() const;
  GateCheck rules() const;
  GateCheck deviations() const;

 private:
  void compare_amounts(GateCheck& check, const RowRecord& before, const RowRecord& now) const;
  bool deviates_as_before(const RowRecord& row) const;
  void compare_deviation(GateCheck& check, const DeviationRecord& deviation) const;
  // The deviation's text, with the case file that shows it.
  std::string with_case(const DeviationRecord& deviation) const;

  const CertificateRecord& before_;
  const CertificateRecord& now_;
  const std::string& folder_;
  // With equal options, equal backends have equal elements and fingerprints.
  bool is_alike_;
};

GateCheck check_of(std::string name, std::string claim) {
  GateCheck check;
  check.suite = "Gate.Baseline";
  check.name = std::move(name);
  check.claim = std::move(claim);
  return check;
}

GateCheck Comparison::spec_version() const {
  GateCheck check = check_of("spec_version", "both runs are of the same rules");
  if (before_.spec_version != now_.spec_version) {
    check.worse.push_back(fmt::format("version {} before, {} now: certify again to have a baseline",
                                      before_.spec_version, now_.spec_version));
  }
  return check;
}

GateCheck Comparison::choices() const {
  GateCheck check = check_of("choices", "open rules are judged by the same readings");
  for (const ChoiceRecord& choice : before_.choices) {
    const ChoiceRecord* same =
        find(now_.choices, [&](const ChoiceRecord& other) { return other.rule == choice.rule; });
    const std::string reading = same == nullptr ? "no such rule" : text_of(same->reading);
    if (reading != text_of(choice.reading)) {
      check.worse.push_back(
          fmt::format("{}: {} before, {} now", choice.rule, text_of(choice.reading), reading));
    }
  }
  return check;
}

GateCheck Comparison::claims() const {
  GateCheck check = check_of("claims", "the backend claims no less");
  compare_flag(check, before_.addressing_judged, now_.addressing_judged,
               "addressing is no longer judged: the backend only converts arrays");
  compare_flag(check, before_.checks_arguments, now_.checks_arguments,
               "the backend no longer declares that it checks arguments");
  if (before_.plan && now_.plan) {
    compare_flag(check, before_.plan->thread_safe, now_.plan->thread_safe,
                 "the backend no longer declares that it is safe for threads");
    compare_flag(check, true, now_.plan->stride_bits >= before_.plan->stride_bits,
                 fmt::format("strides of {} bits are honoured, {} before", now_.plan->stride_bits,
                             before_.plan->stride_bits));
    compare_flag(check, true, now_.plan->largest_memory >= before_.plan->largest_memory,
                 fmt::format("memories of up to {} bytes are tried, {} before",
                             now_.plan->largest_memory, before_.plan->largest_memory));
  }
  for (const std::string& exclusion : newly_excluded(before_.operations, now_.operations)) {
    check.worse.push_back("declared by its table, not before: " + exclusion);
  }
  compare_lists(check, before_.required, now_.required, "required family");
  for (const RowRecord& row : before_.rows) {
    const RowRecord* now = row_of(now_, row.instruction);
    if (!row.claimed) {
      continue;
    }
    if (now == nullptr || !now->claimed) {
      check.worse.push_back(row.instruction + (now == nullptr ? " is no longer among the families"
                                                              : " is no longer claimed"));
      continue;
    }
    compare_flag(check, !row.lowered, !now->lowered,
                 row.instruction + " runs as its instructions, no longer by itself");
    compare_flag(check, !row.laid_out, !now->laid_out,
                 row.instruction + " is laid out by the suite: its addressing is no longer judged");
    compare_lists(check, row.features, now->features, row.instruction + " feature");
  }
  return check;
}

bool Comparison::deviates_as_before(const RowRecord& row) const {
  return std::all_of(row.deviations.begin(), row.deviations.end(), [&](std::uint64_t i) {
    const DeviationRecord* known = same_in(before_, now_.deviations[i]);
    return known != nullptr && known->fingerprint == now_.deviations[i].fingerprint;
  });
}

void Comparison::compare_amounts(GateCheck& check, const RowRecord& before,
                                 const RowRecord& now) const {
  const auto compare = [&](std::string_view what, std::uint64_t was, std::uint64_t is) {
    if (is < was) {
      check.worse.push_back(fmt::format("{}: {} {} before, {} now", before.instruction,
                                        with_commas(was), what, with_commas(is)));
    }
  };
  compare("cases", before.cases, now.cases);
  // If a row deviates differently than before, the deviation explains why less was compared.
  if (is_alike_ && deviates_as_before(now)) {
    // Older files count all elements of a program in one row.
    if (before.programs_elsewhere.has_value() == now.programs_elsewhere.has_value()) {
      compare("elements", before.elements - before.elements_elsewhere,
              now.elements - now.elements_elsewhere);
    }
    compare("systematic elements", before.systematic_elements, now.systematic_elements);
  } else if (before.elements > 0 && now.elements == 0) {
    check.worse.push_back(before.instruction + ": nothing of it was judged");
  }
}

GateCheck Comparison::cases() const {
  GateCheck check = check_of("cases", "as much of each row is judged");
  for (const RowRecord& row : before_.rows) {
    const RowRecord* now = row_of(now_, row.instruction);
    if (now != nullptr && now->claimed) {
      compare_amounts(check, row, *now);
    }
  }
  for (const RowRecord& row : now_.rows) {
    const RowRecord* before = row_of(before_, row.instruction);
    if (row.claimed && row.elements == 0 && (before == nullptr || !before->claimed)) {
      check.worse.push_back(row.instruction + ": newly claimed, but nothing of it was judged");
    }
  }
  return check;
}

GateCheck Comparison::rules() const {
  GateCheck check = check_of("rules", "each rule that decided something still does");
  for (const RuleRecord& rule : before_.rules) {
    const RuleRecord* now =
        find(now_.rules, [&](const RuleRecord& other) { return other.rule == rule.rule; });
    if (rule.cited && (now == nullptr || !now->cited)) {
      check.worse.push_back(rule.rule + " decided something before, nothing now");
    }
  }
  return check;
}

std::string Comparison::with_case(const DeviationRecord& deviation) const {
  return shown(deviation) + (deviation.file.empty() ? "" : "   " + folder_ + "/" + deviation.file);
}

void Comparison::compare_deviation(GateCheck& check, const DeviationRecord& deviation) const {
  const DeviationRecord* known = same_in(before_, deviation);
  if (known == nullptr) {
    (deviation.waived_by ? check.notes : check.worse)
        .push_back((deviation.waived_by ? "newly deviates, waived: " : "newly deviates: ") +
                   with_case(deviation));
    return;
  }
  if (deviation.waived_by) {
    return;
  }
  if (known->waived_by) {
    check.worse.push_back("deviates as before, but is no longer waived: " + with_case(deviation));
  } else if (is_alike_ && known->fingerprint != deviation.fingerprint) {
    check.worse.push_back(fmt::format("deviates otherwise, in {} cases before and {} now: {}",
                                      known->failing_cases, deviation.failing_cases,
                                      with_case(deviation)));
  }
}

GateCheck Comparison::deviations() const {
  GateCheck check = check_of("deviations", "nothing deviates newly, or otherwise than before");
  for (const DeviationRecord& deviation : now_.deviations) {
    compare_deviation(check, deviation);
  }
  for (const RowRecord& row : now_.rows) {
    const RowRecord* before = row_of(before_, row.instruction);
    const std::uint64_t known = before == nullptr ? 0 : before->further_failing_cases;
    if (row.further_failing_cases > known) {
      check.worse.push_back(fmt::format("{}: {} cases fail in ways that are not listed, {} before",
                                        row.instruction, row.further_failing_cases, known));
    }
  }
  for (const DeviationRecord& gone : before_.deviations) {
    if (same_in(now_, gone) == nullptr) {
      const RowRecord* row = row_of(now_, gone.instruction);
      const bool conforms = row != nullptr && row->conforms;
      check.notes.push_back((conforms ? "newly conforms: " : "no longer deviates like this: ") +
                            shown(gone));
    }
  }
  return check;
}

}  // namespace

std::vector<GateCheck> compared(const CertificateRecord& before, const CertificateRecord& now,
                                const std::string& folder) {
  const Comparison comparison(before, now, folder);
  return {comparison.spec_version(), comparison.choices(), comparison.claims(),
          comparison.cases(),        comparison.rules(),   comparison.deviations()};
}

std::vector<std::string> seen_before(const CertificateRecord& before, const Waiver& waiver) {
  std::vector<std::string> seen;
  for (const std::string& pattern : waiver.observed) {
    const auto is_it = [&](const DeviationRecord& deviation) {
      return names(waiver, pattern, deviation);
    };
    if (std::any_of(before.deviations.begin(), before.deviations.end(), is_it)) {
      seen.push_back(pattern);
    }
  }
  return seen;
}

}  // namespace vconform::suites
