// Settings from environment variables.
#pragma once

#include <string>

namespace vconform::fuzz {

// Empty if it is not set.
std::string text_of_variable(const char* name);

// A number above 0, or `otherwise`. Throws spec::InputError for any other value.
double seconds_of_variable(const char* name, double otherwise);

}  // namespace vconform::fuzz
