// Faults that a backend showed while it was probed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "suites/judging/unit.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {

// The faults that probing showed in cases of these instructions, or of any if `cells` is empty,
// each once and in a few words.
std::vector<std::string> faults_in_short(const ResolvedChoices& choices,
                                         std::span<const spec::Cell> cells = {});

// The same, and that there was too much to forgive: where no unit judges the cases again.
std::vector<std::string> faults_of_probing(const ResolvedChoices& choices,
                                           const adapters::Incidents& incidents,
                                           std::span<const spec::Cell> cells = {});

// The cases of probing are judged again by the discriminating units. If no reading of a rule
// explains them, or the backend refused one, and the instructions of which they are do not deviate
// in any unit, the first of these units does: the backend gives two results for the same case. If
// they do, the fault is part of the fingerprint of the first deviation: whoever waives that waives
// neither a fault that came nor one that went.
void judge_probing(const std::vector<Unit>& plan, const ResolvedChoices& choices,
                   std::vector<UnitResult>& results);

}  // namespace vconform::suites
