#include "suites/files/scratch_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <optional>
#include <thread>
#include <vector>

#include "spec/text/error.h"

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "vconform-test";

class ScratchFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    place_ = fs::temp_directory_path() / ("vconform-scratch-" + std::to_string(getpid()));
    fs::create_directories(place_);
  }
  void TearDown() override { fs::remove_all(place_); }

  // Makes a folder as a run that was killed leaves it.
  fs::path left_behind() const {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
      const ScratchFolder folder(kPrefix, place_);
      std::ofstream(folder.path() / "file") << "content";
      fs::create_directories(folder.path() / "inner/innermost");
      const std::string path = folder.path().string();
      [[maybe_unused]] const ssize_t size = write(ends[1], path.data(), path.size());
      close(ends[1]);
      pause();
    }
    close(ends[1]);
    std::string path;
    char buffer[4096];
    for (ssize_t size = 0; (size = read(ends[0], buffer, sizeof buffer)) > 0;) {
      path.append(buffer, static_cast<std::size_t>(size));
    }
    close(ends[0]);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return path;
  }
  std::size_t folders() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(place_), fs::directory_iterator()));
  }

  fs::path place_;
};

TEST_F(ScratchFolderTest, IsGoneWithItsContent) {
  {
    const ScratchFolder folder(kPrefix, place_);
    std::ofstream(folder.path() / "file") << "content";
    EXPECT_EQ(folder.path().parent_path(), place_);
    EXPECT_THAT(folder.path().filename().string(), testing::StartsWith("vconform-test-"));
    EXPECT_EQ(fs::status(folder.path()).permissions(), fs::perms::owner_all);
  }
  EXPECT_EQ(folders(), 0u);
}

TEST_F(ScratchFolderTest, TheNextRunRemovesThatOfARunThatWasKilled) {
  const fs::path dead = left_behind();
  ASSERT_TRUE(fs::exists(dead / "file"));
  const ScratchFolder folder(kPrefix, place_);
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(folder.path()));
}

TEST_F(ScratchFolderTest, ThatOfALiveRunStays) {
  const ScratchFolder live(kPrefix, place_);
  {
    const ScratchFolder other(kPrefix, place_);
  }
  const pid_t child = fork();
  if (child == 0) {
    {
      const ScratchFolder other(kPrefix, place_);
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(live.path() / "lock"));
}

TEST_F(ScratchFolderTest, AnotherPrefixIsLeftAlone) {
  const fs::path dead = left_behind();
  const ScratchFolder folder("vconform-tes", place_);
  const ScratchFolder longer("vconform-test-longer", place_);
  EXPECT_TRUE(fs::exists(dead));
}

TEST_F(ScratchFolderTest, NoLinkIsFollowed) {
  const fs::path kept = place_ / "kept";
  fs::create_directories(kept);
  std::ofstream(kept / "lock") << "";
  std::ofstream(kept / "file") << "";
  // Links in place of a folder, of its lock, and inside a folder that is removed.
  fs::create_directory_symlink(kept, place_ / "vconform-test-aaaaaa");
  fs::create_directories(place_ / "vconform-test-bbbbbb");
  fs::create_symlink(kept / "lock", place_ / "vconform-test-bbbbbb/lock");
  const fs::path dead = left_behind();
  fs::create_directory_symlink(kept, dead / "link");
  const ScratchFolder folder(kPrefix, place_);
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(kept / "file"));
  EXPECT_TRUE(fs::is_symlink(place_ / "vconform-test-aaaaaa"));
  EXPECT_TRUE(fs::exists(place_ / "vconform-test-bbbbbb"));
}

TEST_F(ScratchFolderTest, WhatHasNoLockFileStays) {
  fs::create_directories(place_ / "vconform-test-aaaaaa");
  fs::create_directories(place_ / "vconform-test-bbbbbb/lock");
  std::ofstream(place_ / "vconform-test-cccccc") << "a file";
  const ScratchFolder folder(kPrefix, place_);
  EXPECT_EQ(folders(), 4u);
}

TEST_F(ScratchFolderTest, ManyAtOnceKeepTheirs) {
  for (int i = 0; i < 5; ++i) {
    left_behind();
  }
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    children.push_back(fork());
    if (children.back() == 0) {
      bool is_whole = true;
      for (int round = 0; round < 20 && is_whole; ++round) {
        const ScratchFolder folder(kPrefix, place_);
        std::ofstream(folder.path() / "file") << round;
        is_whole = fs::exists(folder.path() / "file") && fs::exists(folder.path() / "lock");
      }
      _exit(is_whole ? 0 : 1);
    }
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(folders(), 0u);
}

TEST_F(ScratchFolderTest, APlaceThatIsNoneIsBadInput) {
  EXPECT_THROW(ScratchFolder(kPrefix, place_ / "none"), spec::InputError);
  std::ofstream(place_ / "file") << "";
  EXPECT_THROW(ScratchFolder(kPrefix, place_ / "file"), spec::InputError);
}

}  // namespace
}  // namespace vconform::suites
