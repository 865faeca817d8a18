// A wrong element in a certificate: `element` of a deviation.
#pragma once

#include "oracle/explain/wrong_element.h"
#include "suites/files/json.h"
#include "suites/files/json_fields.h"

namespace vconform::suites {

json wrong_element_json(const oracle::WrongElement& element);

// Throws spec::InputError naming what is no type, pattern or word as it is written.
oracle::WrongElement wrong_element_of(JsonFields fields);

}  // namespace vconform::suites
