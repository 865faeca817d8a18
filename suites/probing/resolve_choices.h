// The readings that a run judges by: those of a profile, or those that probing finds out.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "adapters/abi/incidents.h"
#include "spec/profiles/choices.h"
#include "suites/judging/backend_options.h"
#include "suites/judging/probe.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// The origin of a reading.
enum class ChoiceOrigin : std::uint8_t {
  kOpen,
  kProfile,
  kProbe,
  kDeclared,
  kAsked,
  kUnexplained,  // no known reading explains the backend: one that no page contradicts
  kSuite,        // of addressing that the suite does for the backend: own_addressing.h
};

std::string_view name_of(ChoiceOrigin origin);

struct ResolvedChoices {
  spec::Choices pinned;
  // The pinned readings that probing found out, in this run or an earlier one.
  spec::Choices inferred;
  // Indexed by rule.
  std::array<ChoiceOrigin, spec::kRuleCount> origins{};
  // "a2", "pages", "probed" or "probed:FILE".
  std::string profile;
  // The results of probing in this run; empty if a profile was named.
  std::vector<ProbedRule> probed;
  // The results of probing again what the file of "probed:FILE" has no reading of.
  std::vector<ProbedRule> checked;
  // Incidents while the readings were found out, in this run or in that of the file of
  // "probed:FILE".
  adapters::Incidents of_probing;
  adapters::Incidents of_earlier_probing;
  // digest_of_claims() of the backend.
  std::string claims;
  // As in ProbeReport.
  std::vector<std::string> instructions;
};

// The pinned readings that a page contradicts, except those that --choice accepts.
std::vector<spec::Choice> departing_of(const ResolvedChoices& choices);

// Whether resolve_choices() probes the backend: without a profile, or with one that leaves rules to
// probing. Throws spec::InputError.
bool probes(const BackendOptions& options);

// Whether it did so: a lowering has a profile even if none is named.
bool was_probed(const ResolvedChoices& choices);

// Whether the profile is "probed:FILE", and FILE; else empty.
bool is_probed_file(std::string_view profile);
std::string probe_file_of(std::string_view profile);

// Whether a pinned reading permits what another one forbids, or is one that a page contradicts and
// --choice accepts (`is_asked`).
bool weakens(spec::Choice pinned, bool is_asked);

// The readings of "a2", "pages" or "probed:FILE", whichever backend was probed. Throws
// spec::InputError.
spec::Choices choices_of_profile(const std::string& profile);

// The readings of a named profile, or those that probing `subject` finds out; the backend's
// declarations override them, and --choice overrides those. Addressing that the suite does for the
// backend is judged by the suite's readings unless --choice says otherwise. walk.order is pinned
// only by a declaration or --choice: the pages promise no order. Throws spec::InputError, also if a
// probe file is of a backend with another name or other claims or of other instructions, lacks a
// rule that neither a declaration nor --choice pins, tells a fault that the backend does not show
// again, or has no reading of a rule that it shows: judged by all of its readings together, less
// would be judged, at many times the cost. Does not read subject.pinned and subject.inferred. If
// `cells` is not empty, the run is of these instructions: only what concerns them is probed, and
// other rules may stay open.
ResolvedChoices resolve_choices(const BackendOptions& given, const adapters::Backend& backend,
                                const Subject& subject, std::span<const spec::Cell> cells = {});

// `subject`, to be judged by these choices.
Subject judged_by(const Subject& subject, const ResolvedChoices& choices);

}  // namespace vconform::suites
