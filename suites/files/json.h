// JSON whose fields keep the order in which they were written.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace vconform::suites {

using json = nlohmann::ordered_json;

}  // namespace vconform::suites
