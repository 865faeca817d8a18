#include "suites/files/signature.h"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "spec/text/error.h"
#include "suites/files/digest.h"
#include "suites/files/one_line.h"
#include "suites/files/text_file.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kMostKeyBytes = 64 * 1024;
constexpr std::size_t kSignatureBytes = 64;

using Bytes = std::vector<unsigned char>;
using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Context = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;
using Key = std::shared_ptr<evp_pkey_st>;
// PEM_read_bio_PUBKEY or PEM_read_bio_PrivateKey.
using Reader = EVP_PKEY*(BIO*, EVP_PKEY**, pem_password_cb*, void*);

// Without this callback, OpenSSL would ask on the terminal.
int no_passphrase(char*, int, int, void*) {
  return -1;
}

std::string kind_of(const Key& key) {
  const char* name = EVP_PKEY_get0_type_name(key.get());
  return name == nullptr ? "unknown" : name;
}

Key key_of(const std::string& text, Reader* read, std::string_view what) {
  const Bio bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())), BIO_free);
  const Key key(bio ? read(bio.get(), nullptr, no_passphrase, nullptr) : nullptr, EVP_PKEY_free);
  ERR_clear_error();
  if (!key) {
    const bool is_locked = text.find("ENCRYPTED") != std::string::npos;
    throw spec::InputError(fmt::format("it holds no {} in PEM form{}", what,
                                       is_locked ? " that can be read without a passphrase" : ""));
  }
  if (EVP_PKEY_get_id(key.get()) != EVP_PKEY_ED25519) {
    throw spec::InputError(fmt::format(
        "it is a key of the kind {}, and certificates are signed with ED25519 keys", kind_of(key)));
  }
  return key;
}

Key read_key(const std::string& path, Reader* read, std::string_view what) {
  try {
    const std::string text = text_of_file(path, kMostKeyBytes);
    if (text.size() > kMostKeyBytes) {
      throw spec::InputError(
          fmt::format("it is larger than {} bytes, so it is none", kMostKeyBytes));
    }
    return key_of(text, read, what);
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("key {}: {}", in_quotes(path), error.what()));
  }
}

std::string fingerprint_of(const Key& key) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key.get(), &der);
  if (size <= 0) {
    throw std::runtime_error("OpenSSL cannot encode a public key here");
  }
  const std::string bytes(der, der + size);
  OPENSSL_free(der);
  return sha256_of(bytes);
}

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Empty unless the text has as many lower-case hexadecimal digits as a signature.
Bytes from_hex(std::string_view hex) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (hex.size() != 2 * kSignatureBytes ||
      hex.find_first_not_of(kDigits) != std::string_view::npos) {
    return {};
  }
  Bytes bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(
        static_cast<unsigned char>(kDigits.find(hex[i]) << 4 | kDigits.find(hex[i + 1])));
  }
  return bytes;
}

}  // namespace

PublicKey::PublicKey(std::shared_ptr<evp_pkey_st> key)
    : key_(std::move(key)), fingerprint_(fingerprint_of(key_)) {}

PublicKey PublicKey::read(const std::string& path) {
  return PublicKey(read_key(path, PEM_read_bio_PUBKEY, "public key"));
}

bool PublicKey::verifies(std::string_view text, std::string_view signature) const {
  const Bytes bytes = from_hex(signature);
  const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  const bool holds =
      !bytes.empty() && context &&
      EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, key_.get()) == 1 &&
      EVP_DigestVerify(context.get(), bytes.data(), bytes.size(), bytes_of(text), text.size()) == 1;
  ERR_clear_error();
  return holds;
}

SigningKey SigningKey::read(const std::string& path) {
  return SigningKey(PublicKey(read_key(path, PEM_read_bio_PrivateKey, "private key")));
}

std::string SigningKey::sign(std::string_view text) const {
  std::array<unsigned char, kSignatureBytes> signature{};
  std::size_t size = signature.size();
  const Context context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  if (!context ||
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, public_.key_.get()) != 1 ||
      EVP_DigestSign(context.get(), signature.data(), &size, bytes_of(text), text.size()) != 1 ||
      size != signature.size()) {
    throw std::runtime_error("OpenSSL cannot sign with Ed25519 here");
  }
  return fmt::format("{:02x}", fmt::join(signature, ""));
}

}  // namespace vconform::suites
