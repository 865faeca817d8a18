#include "suites/shards/judged_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "adapters/load/loadable.h"
#include "spec/text/error.h"
#include "suites/files/digest.h"

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;

// Permissions bind this thread for a while, though it may be root's.
class WithoutCapabilities {
 public:
  WithoutCapabilities() {
    EXPECT_EQ(syscall(SYS_capget, &header_, before_.data()), 0);
    auto none = before_;
    for (__user_cap_data_struct& half : none) {
      half.effective = 0;
    }
    EXPECT_EQ(syscall(SYS_capset, &header_, none.data()), 0);
  }
  ~WithoutCapabilities() { syscall(SYS_capset, &header_, before_.data()); }
  WithoutCapabilities(const WithoutCapabilities&) = delete;
  WithoutCapabilities& operator=(const WithoutCapabilities&) = delete;

 private:
  __user_cap_header_struct header_ = {_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> before_{};
};

class JudgedFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-judged-" + std::to_string(getpid()));
    fs::create_directories(folder_);
    write("mine.py", "print(1)");
    write("weights", "2");
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  fs::path folder_;
};

TEST_F(JudgedFilesTest, AreTheWordsOfACommandThatAreFiles) {
  const std::string command = "exec:env A='" + path("weights") + "' python3 " + path("mine.py") +
                              " --again=" + path("mine.py") + " " + path("none") + ">" +
                              folder_.string();
  EXPECT_THAT(adapters::judged_files(command),
              testing::ElementsAre(path("weights"), path("mine.py")));
  EXPECT_THAT(adapters::judged_files("exec:no_such_program ./no_such_file"), testing::IsEmpty());
  EXPECT_EQ(JudgedFiles("exec:no_such_program", "").digest(), "");
}

TEST_F(JudgedFilesTest, AreTheProgramOnThePathToo) {
  for (const char* command : {"exec: true ./no_such_file", "exec:exec true", "exec:A=1 true x"}) {
    EXPECT_THAT(adapters::judged_files(command), testing::ElementsAre(testing::EndsWith("/true")))
        << command;
  }
  // Another program under this name is another backend, whatever data it is given.
  EXPECT_THAT(adapters::judged_files("exec:env A=1 true " + path("weights")),
              testing::ElementsAre(path("weights"), testing::EndsWith("/true")));
  EXPECT_NO_THROW(expect_known_again("exec:true"));
  EXPECT_NO_THROW(expect_known_again("golden"));
  EXPECT_THROW(expect_known_again("exec:no_such_program && ./chip"), spec::InputError);
}

// Its code may have changed when it has not.
TEST_F(JudgedFilesTest, AnInterpreterAloneIsNotKnownAgain) {
  for (const char* command : {"exec:python3 -m mine", "exec:/usr/bin/python3.11 -m mine",
                              "exec:cd mine && sh run", "exec:env bash -c mine"}) {
    EXPECT_THROW(expect_known_again(command), spec::InputError) << command;
  }
  EXPECT_THROW(expect_known_again("exec:python3 -u -m mine " + path("weights")), spec::InputError);
  EXPECT_NO_THROW(expect_known_again("exec:python3 " + path("mine.py") + " -m"));
  EXPECT_NO_THROW(expect_known_again("exec:python3 " + path("mine.py")));
}

TEST_F(JudgedFilesTest, ThatCannotBeReadAreNotKnownAgain) {
  fs::permissions(folder_ / "weights", fs::perms::owner_exec);
  const WithoutCapabilities as_its_owner;
  EXPECT_THROW(expect_known_again("exec:" + path("weights")), spec::InputError);
}

TEST_F(JudgedFilesTest, HaveTheDigestOfOneOrOfAll) {
  const std::string command = "exec:python3 " + path("mine.py");
  const std::string digest = JudgedFiles(command, "").digest();
  EXPECT_EQ(digest, sha256_of_file(path("mine.py")));
  const std::string with_host = JudgedFiles(command, "exec:sh " + path("weights")).digest();
  EXPECT_THAT(with_host, testing::StartsWith("sha256:"));
  EXPECT_NE(with_host, digest);
  write("weights", "3");
  EXPECT_NE(JudgedFiles(command, "exec:sh " + path("weights")).digest(), with_host);
}

TEST_F(JudgedFilesTest, ThatChangeMeanwhileAreNoticed) {
  const JudgedFiles files("exec:python3 " + path("mine.py"), "");
  EXPECT_NO_THROW(files.expect_unchanged());
  write("mine.py", "print(22)");
  EXPECT_THROW(files.expect_unchanged(), std::runtime_error);
  EXPECT_THROW(files.expect_same_content(), std::runtime_error);
  // Another file of the same content in its place.
  write("other.py", "print(1)");
  fs::rename(folder_ / "other.py", folder_ / "mine.py");
  EXPECT_THROW(files.expect_unchanged(), std::runtime_error);
  EXPECT_NO_THROW(files.expect_same_content());
  fs::remove(folder_ / "mine.py");
  EXPECT_THROW(files.expect_unchanged(), std::runtime_error);
}

TEST(DigestOfThisProgram, IsThere) {
  EXPECT_THAT(digest_of_this_program(), testing::MatchesRegex("sha256:[0-9a-f]+"));
}

}  // namespace
}  // namespace vconform::suites
