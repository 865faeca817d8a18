// The texts that a new adapter is made of, from templates/ and adapters/; CMake puts them into the
// program (embed.cmake).
#pragma once

#include <string_view>

namespace vconform::suites {

extern const std::string_view kAdapterInC;
extern const std::string_view kAdapterInCpp;
extern const std::string_view kAdapterInPython;
extern const std::string_view kCMakeLists;
extern const std::string_view kReadme;
extern const std::string_view kReadmeOfPython;
extern const std::string_view kHeaderForC;
extern const std::string_view kHeaderForCpp;
extern const std::string_view kElementsForCpp;
extern const std::string_view kPythonInit;
extern const std::string_view kPythonBackend;
extern const std::string_view kPythonCertificate;
extern const std::string_view kPythonForked;
extern const std::string_view kPythonGolden;
extern const std::string_view kPythonNumbers;
extern const std::string_view kPythonRelay;
extern const std::string_view kPythonServed;
extern const std::string_view kPythonSuite;

}  // namespace vconform::suites
