// Signatures of certificates: Ed25519 (RFC 8032), with keys in PEM files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

// OpenSSL's EVP_PKEY.
struct evp_pkey_st;

namespace vconform::suites {

inline constexpr std::string_view kSignatureAlgorithm = "ed25519";

class PublicKey {
 public:
  // Reads "-----BEGIN PUBLIC KEY-----". Throws spec::InputError naming the file and, for another
  // kind of key, that kind.
  static PublicKey read(const std::string& path);

  // "sha256:" and 64 hexadecimal digits over the DER form of the public key (SubjectPublicKeyInfo).
  const std::string& fingerprint() const { return fingerprint_; }

  // Whether the signature, 128 hexadecimal digits, was made for the text with the private key that
  // belongs to this key.
  bool verifies(std::string_view text, std::string_view signature) const;

 private:
  friend class SigningKey;
  explicit PublicKey(std::shared_ptr<evp_pkey_st> key);

  std::shared_ptr<evp_pkey_st> key_;
  std::string fingerprint_;
};

class SigningKey {
 public:
  // Reads "-----BEGIN PRIVATE KEY-----" without a passphrase. Throws as PublicKey::read().
  static SigningKey read(const std::string& path);

  const std::string& fingerprint() const { return public_.fingerprint(); }

  // 128 hexadecimal digits. The same text gives the same signature.
  std::string sign(std::string_view text) const;

 private:
  explicit SigningKey(PublicKey key) : public_(std::move(key)) {}

  PublicKey public_;
};

}  // namespace vconform::suites
