// The hunt for one mechanical mutant: the cases of the plan that run its site, in a worker process.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "suites/mutants/mechanical/mechanical_library.h"
#include "suites/mutants/mechanical/recorded_plan.h"
#include "suites/mutants/mutant_score.h"

namespace vconform::suites {

struct HuntedSite {
  const MechanicalLibrary& library;
  // The plan as golden runs it, and as golden runs it under readings for which it takes other
  // paths.
  std::span<const std::unique_ptr<RecordedPlan>> plans;
};

// Runs the cases that run the site until one has another outcome than golden's, and judges that one
// as its unit does. If it fails, the mutant is probed for the rules that affect the case, and
// judged again: it may follow another reading that the pages permit. If it passes, the hunt goes
// on. A crash and a time-out kill, and a mutant that cannot be opened or claims something else is
// killed without a case. `cases` counts only those that run the site. What is wrong is not
// diagnosed.
MutantScore hunt_site(std::size_t site, const HuntedSite& hunted);

}  // namespace vconform::suites
