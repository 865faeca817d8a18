#include "suites/files/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

namespace vconform::suites {

namespace {

using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

std::string hex_digest(const std::array<unsigned char, EVP_MAX_MD_SIZE>& digest, unsigned size) {
  return fmt::format("sha256:{:02x}", fmt::join(digest.begin(), digest.begin() + size, ""));
}

std::string text_of(const json& document) {
  return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string sha256_of(const std::string& bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL cannot compute SHA-256 here");
  }
  return hex_digest(digest, size);
}

std::string sha256_of_file(const std::string& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!std::filesystem::is_regular_file(path, error) || !file) {
    return "";
  }
  const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  bool holds = context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  std::array<char, 1 << 16> bytes{};
  while (holds && file.read(bytes.data(), bytes.size()).gcount() > 0) {
    holds =
        EVP_DigestUpdate(context.get(), bytes.data(), static_cast<std::size_t>(file.gcount())) == 1;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (!holds || file.bad() || EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1) {
    return "";
  }
  return hex_digest(digest, size);
}

std::string digest_of_certificate(json document) {
  for (const char* name : {"digest", "run", "times"}) {
    document.erase(name);
  }
  return sha256_of(text_of(document));
}

std::string digest_of_run(const json& document) {
  json covered = {{"digest", document.at("digest")}, {"run", document.at("run")}};
  for (const char* name : {"digest", "signature"}) {
    covered["run"].erase(name);
  }
  return sha256_of(text_of(covered));
}

void seal_certificate(json& document) {
  document["digest"] = digest_of_certificate(document);
  document["run"]["digest"] = digest_of_run(document);
}

std::string signed_text(const std::string& digest_of_run) {
  return "vconform-certificate " + digest_of_run;
}

}  // namespace vconform::suites
