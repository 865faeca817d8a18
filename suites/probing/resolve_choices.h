// Which readings a run judges by: those of a profile, or those that probing finds out.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/abi/backend.h"
#include "spec/profiles/choices.h"
#include "suites/judging/backend_options.h"
#include "suites/judging/probe.h"
#include "suites/judging/property.h"

namespace vconform::suites {

// Who said that a reading holds.
enum class ChoiceOrigin : std::uint8_t { kOpen, kProfile, kProbe, kDeclared, kAsked };

std::string_view name_of(ChoiceOrigin origin);

struct ResolvedChoices {
  spec::Choices pinned;
  // Those of them that probing found out, in this run or an earlier one.
  spec::Choices inferred;
  // For each rule.
  std::array<ChoiceOrigin, spec::kRuleCount> origins{};
  // "a2", "pages", "probed" or "probed:FILE".
  std::string profile;
  // What probing found out in this run; empty where a profile was named.
  std::vector<ProbedRule> probed;
};

// Whether the profile is "probed:FILE".
bool is_probed_file(std::string_view profile);

// The readings of "a2", "pages" or "probed:FILE", whichever backend was probed. Throws
// spec::InputError.
spec::Choices choices_of_profile(const std::string& profile);

// A named profile, or what probing `subject` finds out; over that what the backend declares, and
// over that --choice. walk.order is pinned by a declaration or --choice only: the pages promise no
// order. Throws spec::InputError, also where a probe file is of a backend with another name, or
// says nothing of a rule that neither a declaration nor --choice pins. subject.pinned and
// subject.inferred are not read.
ResolvedChoices resolve_choices(const BackendOptions& options, const adapters::Backend& backend,
                                const Subject& subject);

// `subject`, judged by them.
Subject judged_by(const Subject& subject, const ResolvedChoices& choices);

}  // namespace vconform::suites
