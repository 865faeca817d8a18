// The texts that a new adapter is made of, from templates/ and adapters/; CMake puts them into the
// program (embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace vconform::suites {

extern const std::string_view kAdapterInC;
extern const std::string_view kAdapterInCpp;
extern const std::string_view kAdapterInPython;
extern const std::string_view kAdapterInRust;
extern const std::string_view kCMakeLists;
extern const std::string_view kReadme;
extern const std::string_view kReadmeOfPython;
extern const std::string_view kReadmeOfRust;
extern const std::string_view kHeaderForC;
extern const std::string_view kHeaderForCpp;
extern const std::string_view kElementsForCpp;
extern const std::string_view kModuleForRust;
extern const std::string_view kAbiForRust;
extern const std::string_view kProgramsForRust;

struct EmbeddedFile {
  std::string_view name;
  std::string_view content;
};
// All of the Python package vconform.
extern const std::span<const EmbeddedFile> kPythonPackage;

}  // namespace vconform::suites
