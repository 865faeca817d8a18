// Faults that a backend showed while it was probed, and only then.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "suites/judging/probe.h"
#include "suites/judging/unit.h"

namespace vconform::suites {

// The faults that probing showed, each once and in a few words.
std::vector<std::string> faults_in_short(std::span<const ProbedRule> probed);

// The cases of probing are judged again by the discriminating units. If no reading of a rule
// explains them, or the backend refused one, and the instructions of which they are do not deviate
// in any unit, the first of these units does: the backend gives two results for the same case.
void judge_probing(const std::vector<Unit>& plan, std::span<const ProbedRule> probed,
                   std::vector<UnitResult>& results);

}  // namespace vconform::suites
