#include "suites/report/certificate_digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace vconform::suites {

std::string digest_of_certificate(json document) {
  document.erase("times");
  document.erase("digest");
  const std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256 here");
  }
  return fmt::format("sha256:{:02x}", fmt::join(bytes.begin(), bytes.begin() + size, ""));
}

}  // namespace vconform::suites
