// The texts that a new adapter is made of, from templates/ and adapters/; CMake puts them into the
// program (embed.cmake).
#pragma once

#include <string_view>

namespace vconform::suites {

extern const std::string_view kAdapterInC;
extern const std::string_view kAdapterInCpp;
extern const std::string_view kCMakeLists;
extern const std::string_view kReadme;
extern const std::string_view kHeaderForC;
extern const std::string_view kHeaderForCpp;
extern const std::string_view kElementsForCpp;

}  // namespace vconform::suites
