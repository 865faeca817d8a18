// Environment variables as settings.
#pragma once

#include <string>

namespace vconform::fuzz {

// Empty where it is not set.
std::string text_of_variable(const char* name);

// More than 0. Throws spec::InputError for what is not.
double seconds_of_variable(const char* name, double otherwise);

}  // namespace vconform::fuzz
