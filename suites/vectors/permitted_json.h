// The permitted results of an element as JSON, as permitted.json of a folder of vectors has them.
#pragma once

#include "oracle/reading/alternatives.h"
#include "suites/files/json.h"

namespace vconform::suites {

// [{"readings": ["rule=reading"], "kind": "one of" | "any NaN" | "anything", "patterns":
// ["0x7e00"], "rule": slug}], one for each combination of readings on which the result depends.
json permitted_json(const oracle::Alternatives& permitted);

}  // namespace vconform::suites
