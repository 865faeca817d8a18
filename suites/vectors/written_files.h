// The texts that a bundle in C is made of, from templates/; CMake puts them into the program
// (suites/new_adapter/embed.cmake).
#pragma once

#include <string_view>

namespace vconform::suites {

extern const std::string_view kVectorsHeader;
extern const std::string_view kVectorsCheck;
extern const std::string_view kVectorsRun;
extern const std::string_view kVectorsMakefile;
extern const std::string_view kVectorsReadme;

}  // namespace vconform::suites
