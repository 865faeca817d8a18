// SHA-256 digests of certificates and sweeps, which show that a file was cut off or edited.
#pragma once

#include <string>

#include "suites/files/json.h"

namespace vconform::suites {

inline constexpr std::string_view kCertificateFormat = "vconform-certificate";
inline constexpr int kCertificateFormatVersion = 3;
// Can be read, but is no longer written.
inline constexpr int kOldCertificateFormatVersion = 2;

// Every digest is "sha256:" and 64 hexadecimal digits, over JSON with its fields in order and
// without white space outside of strings. A digest protects against accidents, not against someone
// who computes it anew.

// The digest of a certificate or a sweep without its fields "digest", "run" and "times".
std::string digest_of_certificate(json document);

// The digest of {"digest": ..., "run": ...}: the field "digest" of a certificate, and "run" without
// its own "digest" and "signature". The document must have both fields.
std::string digest_of_run(const json& document);

// Writes both digests into a document that has the fields.
void seal_certificate(json& document);

// The text that is signed, given the digest of the run.
std::string signed_text(const std::string& digest_of_run);

// The digest of any bytes, in the same form.
std::string sha256_of(const std::string& bytes);

// The digest of a file's content; empty if it is not a regular file that can be read to its end.
std::string sha256_of_file(const std::string& path);

}  // namespace vconform::suites
