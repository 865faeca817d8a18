// Diagnoses in words.
#pragma once

#include <string>
#include <vector>

#include "suites/diagnosis/diagnose.h"

namespace vconform::suites {

// A line for each mistake, with the instructions that have it, those first that most have; at last
// the instructions in which something is not explained. Empty if there is nothing to say.
std::string diagnosis_text(const std::vector<Diagnosis>& diagnoses);

}  // namespace vconform::suites
