// The permitted results of an element as JSON, as permitted.json of a folder of vectors has them.
#pragma once

#include "oracle/number/expectation.h"
#include "suites/files/json.h"

namespace vconform::suites {

// {"kind": "one of" | "any NaN" | "anything", "patterns": ["0x7e00"], "rule": slug}; of any NaN
// the patterns are those permitted besides.
json permitted_json(const oracle::Expectation& permitted);

}  // namespace vconform::suites
