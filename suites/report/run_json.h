// The part `run` of a certificate as JSON, except its digest and signature.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "suites/files/json_fields.h"
#include "suites/report/run_part.h"

namespace vconform::suites {

nlohmann::ordered_json run_json(const RunPart& run);

// Reads the fields that run_json() writes. Throws spec::InputError.
RunPart run_part_of(JsonFields& fields);

}  // namespace vconform::suites
