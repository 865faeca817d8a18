// The digests that a certificate carries, so that what was cut off or edited afterwards shows.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace vconform::suites {

// Fields keep the order in which they were written.
using json = nlohmann::ordered_json;

inline constexpr std::string_view kCertificateFormat = "vconform-certificate";
inline constexpr int kCertificateFormatVersion = 3;
// Read, not written.
inline constexpr int kOldCertificateFormatVersion = 2;

// All are "sha256:" and 64 hexadecimal digits, over JSON in the order of its fields without any
// white space outside of strings. They protect against accidents, not against someone who computes
// them anew.

// Of a certificate or a sweep without its fields "digest", "run" and "times".
std::string digest_of_certificate(json document);

// Of {"digest": ..., "run": ...}: the field "digest" of a certificate, and "run" without its own
// "digest" and "signature". The document must have both fields.
std::string digest_of_run(const json& document);

// Writes both into a document that has the fields.
void seal_certificate(json& document);

// What is signed, given the digest of the run.
std::string signed_text(const std::string& digest_of_run);

// The same form, over any bytes.
std::string sha256_of(const std::string& bytes);

// Of what a file holds; empty where it is no regular file that can be read to its end.
std::string sha256_of_file(const std::string& path);

}  // namespace vconform::suites
