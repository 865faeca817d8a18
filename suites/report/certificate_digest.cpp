#include "suites/report/certificate_digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace vconform::suites {

std::string sha256_of(const std::string& bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256 here");
  }
  return fmt::format("sha256:{:02x}", fmt::join(digest.begin(), digest.begin() + size, ""));
}

std::string digest_of_certificate(json document) {
  document.erase("times");
  document.erase("digest");
  return sha256_of(document.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace vconform::suites
