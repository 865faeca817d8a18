// The results of a run as data: the content of certificate.json (fields in README.md).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"
#include "spec/rows/conversions.h"
#include "spec/rows/family.h"
#include "spec/rows/operation_rows.h"
#include "suites/coverage/counted/covered.h"
#include "suites/diagnosis/diagnose.h"
#include "suites/files/signature.h"
#include "suites/judging/unit.h"
#include "suites/probing/resolve_choices.h"
#include "suites/report/run_part.h"
#include "suites/report/standing.h"
#include "suites/report/waiver.h"

namespace vconform::suites {

// The conditions of a run: the backend, the options and the readings.
struct RunInfo {
  // The name given to --backend, then the library's own name and version.
  std::string selected;
  // The name given to --on; empty if none was.
  std::string on;
  std::string backend_name;
  std::string backend_version;
  bool addressing_judged = true;
  bool checks_arguments = false;
  int stride_bits = 8;
  // The bytes of the largest memory of a case.
  std::uint64_t largest_memory = spec::kMaxMemoryBytes;
  // The reading of walk.order that the backend declares; nullopt if it has no addressing.
  std::optional<spec::Choice> overlap_order;
  bool thread_safe = false;
  // "rule=reading" texts that the backend declares.
  std::vector<std::string> permissive_choices;
  std::vector<spec::Family> families;
  std::string level;
  // Families of which every row must be claimed.
  std::vector<spec::Family> required;
  // API forms that ran as the instructions that they stand for.
  std::vector<spec::Cell> lowered;
  // Instructions that the suite lays out, if it does not lay out all of them.
  std::vector<spec::Cell> laid_out;
  // The table of a lowering, whose rows are these and no instructions.
  std::vector<spec::DeclaredOperation> operations;
  // Results that came as files.
  std::optional<Supplied> supplied;
  // The part of the plan that was run, if it may end early.
  std::optional<Budgeted> budget;
  // Claimed instructions of which not all units of level quick were run.
  std::vector<spec::Cell> not_judged;
  // The features that the backend claims for an instruction.
  Claims claims;
  ResolvedChoices choices;
  // "rule=reading" texts from --choice.
  std::vector<std::string> asked;
  std::uint64_t seed = 0;
  // CPU seconds that a case may take.
  double time_limit = 2;
};

// Only the fields that the backend itself decides.
RunInfo info_about(const adapters::Backend& backend);

// UnitReport::ended of a unit without cases, because the first unit of its instruction timed out.
inline constexpr std::string_view kSkipped = "skipped";

// UnitReport::ended of a unit whose property another instruction broke: in all of its cases, or by
// a time-out, after which the rest is not run.
inline constexpr std::string_view kBrokenElsewhere = "broken elsewhere";

// Whether a unit that ended so left cases out of which nothing is known, so that no waiver can
// accept them: it was skipped, or timed out.
bool left_cases_out(std::string_view ended);

// The result of a unit of the plan.
struct UnitReport {
  Unit unit;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  // Those that other instructions in the unit's programs wrote, and that count in their rows.
  std::uint64_t elements_of_others = 0;
  // The reason for fewer cases or comparisons than planned: kSkipped, kBrokenElsewhere, or the
  // verdict after which the rest of a unit is not run; else empty.
  std::string ended;
};

// One instruction: a pair of types in one rounding mode.
struct RowReport {
  spec::Cell cell;
  bool claimed = false;
  // The backend lacks this API form and ran the instructions that it stands for.
  bool lowered = false;
  // The suite lays it out, other rows not.
  bool laid_out = false;
  // --require demands the row, whether it is claimed or not: its family is required, and the
  // profile's product has it.
  bool required = false;
  spec::FeatureSet features;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  // Programs in units of other rows that have a step of this one, and the elements of such steps,
  // which are among `elements`.
  std::uint64_t programs_elsewhere = 0;
  std::uint64_t elements_elsewhere = 0;
  // Elements of units that take every source pattern or every listed value.
  std::uint64_t systematic_elements = 0;
  HostElements host_elements;
  std::uint64_t further_failing_cases = 0;
  std::vector<std::size_t> deviations;  // indices into Certificate::deviations
  // There are deviations, and all of them are waived.
  bool waived = false;

  // Not all that level quick has of it was run, or only_not_returned.
  bool not_judged = false;
  // There are deviations, and all of them are results supplied as files that are not there.
  bool only_not_returned = false;

  // Nothing that was run of it deviates.
  bool is_left_open() const { return not_judged && (deviations.empty() || only_not_returned); }
  // Cases that fail in ways for which there was no room are deviations too.
  bool conforms() const {
    return claimed && !not_judged && elements > 0 && deviations.empty() &&
           further_failing_cases == 0;
  }
};

struct PropertyReport {
  std::string name;
  std::string claim;
  std::uint64_t rows = 0;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  std::uint64_t rows_deviating = 0;
};

// The suites of units whose cases are not generated: every source pattern or listed value,
// arguments at every magnitude, illegal arguments, and the cases that tell the readings of open
// rules apart.
inline constexpr std::string_view kSystematicSuite = "Systematic";
inline constexpr std::string_view kMagnitudesSuite = "Magnitudes";
inline constexpr std::string_view kIllegalSuite = "Illegal";
inline constexpr std::string_view kReadingsSuite = "OneReading";
// "documented", "inferred", "optional" and so on: how sure it is that there is such an instruction.
std::string_view status_of(const spec::Cell& cell);

// Such as "Vconv.Systematic".
std::string suite_name(spec::Family family, std::string_view kind);

// The results about one claim, over all units that check it.
struct ClaimReport {
  // As in Deviation::claim.
  std::string name;
  // The family, and the property or one of the suites above: "Vconv.Monotone".
  std::string suite;
  // Cases that also fail in ways that are not listed.
  std::uint64_t further_failing_cases = 0;
  bool skipped = false;
  std::vector<std::size_t> deviations;  // indices into Certificate::deviations
};

struct DeviationReport {
  spec::Cell cell;
  Deviation deviation;
  // The case file, relative to the output folder; empty if there is no case to show.
  std::string file;
  // Index into Certificate::waivers.
  std::optional<std::size_t> waived_by;
};

// The broken rule; if none is named, the property of the claim: "Vconv.Monotone".
std::string cause_of(const std::string& rule, const std::string& claim);

struct Certificate {
  RunInfo info;
  // In the order of the plan.
  std::vector<UnitReport> units;
  std::vector<RowReport> rows;
  std::vector<PropertyReport> properties;
  // In the order of the plan.
  std::vector<ClaimReport> claims;
  std::vector<DeviationReport> deviations;
  // In the order of their file.
  std::vector<WaiverReport> waivers;
  // The mistakes behind wrong results.
  std::vector<Diagnosis> diagnoses;
  // Family by family; empty if it was not counted.
  std::vector<CoveredPart> coverage;
  // Rules that decided a judged element anywhere.
  oracle::RuleSet cited;
  std::uint64_t cases = 0;
  std::uint64_t elements = 0;
  RunPart run;
  // The key to sign with; null: the certificate is not signed.
  std::shared_ptr<const SigningKey> signing_key;

  std::uint64_t rows_conforming() const;
  std::uint64_t rows_waived() const;
  std::uint64_t rows_claimed() const;
  std::vector<spec::Cell> claimed() const;
  std::uint64_t deviations_waived() const;
  // Rows that are not claimed although --require demands their family.
  std::uint64_t rows_required() const;
  // Rows that are not judged, and do not deviate in what was.
  std::uint64_t rows_not_judged() const;
  Standing standing() const;
  bool passes() const { return standing().passes(); }
};

// `results` belong to the units of `plan`, in order. Failures that another instruction causes
// become deviations of that one (plan/settle_blame.h).
Certificate make_certificate(RunInfo info, const std::vector<Unit>& plan,
                             std::vector<UnitResult> results);

// A line if the suite laid out some or all rows for the backend, otherwise "".
std::string layout_text(const RunInfo& info);

// "rule=reading" for every pinned reading that permits what another one forbids, or that a page
// contradicts and --choice accepts.
std::vector<std::string> weakenings_of(const ResolvedChoices& choices);
// A line for one of them, with its '\n'.
std::string weakening_line(const std::string& weakening);
// The lines for all; empty if there are none.
std::string weakenings_text(const ResolvedChoices& choices);

// The subject of a run as far as the plan depends on it; it cannot run cases.
Subject planned_subject(const RunInfo& info);

// The bytes of a deviation's `details` or `case`, and of those of all, that certificate.json holds
// at most, so that a report of a backend that is wrong everywhere stays small. There is room for
// the first deviation of each of 357 rows that a backend gets wrong throughout: 277 KB were
// measured.
inline constexpr std::size_t kMostShownText = 8192;
inline constexpr std::size_t kMostShown = 512 << 10;

// Equal runs give equal bytes, apart from the object "run".
std::string to_json(const Certificate& certificate);

}  // namespace vconform::suites
