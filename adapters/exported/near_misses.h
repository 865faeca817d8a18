// Functions that have the name of a documented prototype and other types, so that no caller of the
// prototype finds them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace vconform::adapters::exported {

// Half a sentence for each, "has vconv_f322f16r with _Float16*", in the order of the prototypes;
// none about a name whose prototypes are all there. `functions` are the symbols of a library.
std::vector<std::string> near_misses(const std::vector<std::string>& functions);

// The first few of them in half a sentence: "has vconv_f322f16r with _Float16*, has ... and 12 more
// like it"; "" if there are none.
std::string in_short(const std::vector<std::string>& misses);

}  // namespace vconform::adapters::exported
