#include "suites/files/signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "spec/text/error.h"
#include "suites/files/signature_test_keys.h"

namespace vconform::suites {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

class Signature : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-keys-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& text) const {
    std::ofstream(folder_ / "key.pem", std::ios::binary) << text;
    return (folder_ / "key.pem").string();
  }
  template <typename Key>
  std::string problem(const std::string& text) const {
    try {
      Key::read(file(text));
    } catch (const spec::InputError& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

// The signature of the empty text from RFC 8032, 7.1, test 1.
TEST_F(Signature, IsThatOfTheStandard) {
  const SigningKey key = SigningKey::read(file(kPrivateKey));
  EXPECT_EQ(
      key.sign(""),
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9"
      "b46bd25bf5f0595bbe24655141438e7a100b");
  EXPECT_EQ(key.fingerprint(),
            "sha256:06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9");
}

TEST_F(Signature, IsOfOneTextAndOneKey) {
  const SigningKey key = SigningKey::read(file(kPrivateKey));
  const PublicKey mine = PublicKey::read(file(kPublicKey));
  const PublicKey other = PublicKey::read(file(kOtherPublicKey));
  EXPECT_EQ(mine.fingerprint(), key.fingerprint());
  EXPECT_NE(other.fingerprint(), key.fingerprint());
  const std::string signature = key.sign("a text");
  EXPECT_TRUE(mine.verifies("a text", signature));
  EXPECT_FALSE(other.verifies("a text", signature));
  EXPECT_FALSE(mine.verifies("a text ", signature));
  EXPECT_FALSE(mine.verifies("a text", ""));
  EXPECT_FALSE(mine.verifies("a text", signature + "00"));
  EXPECT_FALSE(mine.verifies("a text", signature.substr(2)));
  for (std::size_t i = 0; i < signature.size(); ++i) {
    std::string changed = signature;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(mine.verifies("a text", changed)) << i;
    changed[i] = 'g';
    EXPECT_FALSE(mine.verifies("a text", changed)) << i;
  }
}

TEST_F(Signature, OtherKeysAreNamed) {
  EXPECT_THAT(problem<SigningKey>(kEcPrivateKey), HasSubstr("of the kind EC"));
  EXPECT_THAT(problem<PublicKey>(kEcPublicKey), HasSubstr("of the kind EC"));
  EXPECT_THAT(problem<SigningKey>(kX25519PrivateKey), HasSubstr("of the kind X25519"));
  EXPECT_THAT(problem<SigningKey>(kLockedPrivateKey), HasSubstr("without a passphrase"));
  EXPECT_THAT(problem<SigningKey>(kPublicKey), HasSubstr("no private key"));
  EXPECT_THAT(problem<PublicKey>(kPrivateKey), HasSubstr("no public key"));
  EXPECT_THAT(problem<PublicKey>(kEcPublicKey), HasSubstr((folder_ / "key.pem").string()));
}

TEST_F(Signature, WhatIsNoKeyIsRefused) {
  const std::string key = kPrivateKey;
  for (std::size_t size = 0; size < key.size() - 26; ++size) {
    EXPECT_NE(problem<SigningKey>(key.substr(0, size)), "") << size;
  }
  EXPECT_THAT(problem<SigningKey>(std::string(1 << 20, '-')), HasSubstr("larger than"));
  EXPECT_THROW(SigningKey::read((folder_ / "none.pem").string()), spec::InputError);
  EXPECT_THROW(PublicKey::read(folder_.string()), spec::InputError);
  EXPECT_THROW(PublicKey::read("/dev/null"), spec::InputError);
}

}  // namespace
}  // namespace vconform::suites
