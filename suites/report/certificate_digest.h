// The digest that a certificate carries, so that what was cut off or edited afterwards shows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace vconform::suites {

// Fields keep the order in which they were written.
using json = nlohmann::ordered_json;

inline constexpr std::string_view kCertificateFormat = "vconform-certificate";
inline constexpr int kCertificateFormatVersion = 2;

// "sha256:" and 64 hexadecimal digits, over the document without its fields "times" and "digest",
// written in the order of its fields without any white space outside of strings. It protects
// against accidents, not against someone who computes it anew.
std::string digest_of_certificate(json document);

// The same form, over any bytes.
std::string sha256_of(const std::string& bytes);

}  // namespace vconform::suites
