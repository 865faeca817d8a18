// Results that the pages permit a subject.
#pragma once

#include <vector>

#include "oracle/judge/judge.h"
#include "oracle/predict/predict.h"
#include "suites/judging/property.h"
#include "suites/judging/ran.h"

namespace vconform::suites {

// The worlds that the pages permit under the subject's readings. Probing pins a departing reading
// that the subject follows; one that was not seen there permits nothing. Throws what
// oracle::predict() throws. For `cited_before` and `in_full` see there; oracle::every_rule() if
// nothing is cited.
std::vector<oracle::World> permitted_worlds(const Subject& subject, const spec::Case& test_case,
                                            const spec::MemoryImage& before,
                                            const oracle::RuleSet& cited_before,
                                            const oracle::ElementInputs& in_full = {});

// How its outcomes are judged.
oracle::JudgeOptions judge_options(const Subject& subject, const spec::Case& test_case);

// Whether the oracle permits the outcome under these choices instead of the subject's own. Of rules
// that they leave open every reading counts, departing ones included.
bool explained_by(const Ran& ran, const spec::Choices& choices);

// Whether the element is compared: one that may hold anything is not.
bool is_judged(const oracle::World& world, const oracle::PredictedElement& element);

}  // namespace vconform::suites
