#include "suites/files/folder_lock.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "spec/text/error.h"

namespace vconform::suites {
namespace {

namespace fs = std::filesystem;

class FolderLockTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  const fs::path folder_ =
      fs::temp_directory_path() / ("vconform-lock-" + std::to_string(getpid()));
};

TEST_F(FolderLockTest, ASecondRunIsRefused) {
  const FolderLock first(folder_);
  EXPECT_THROW(FolderLock{folder_}, spec::InputError);
}

TEST_F(FolderLockTest, ANextRunHoldsIt) {
  {
    const FolderLock first(folder_);
  }
  EXPECT_NO_THROW(FolderLock{folder_});
}

TEST_F(FolderLockTest, AForkedProcessDoesNotHoldIt) {
  pid_t child = -1;
  {
    const FolderLock first(folder_);
    child = fork();
    if (child == 0) {
      pause();
      _exit(0);
    }
  }
  EXPECT_NO_THROW(FolderLock{folder_});
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

// As one that was forked just before the run was killed, and was not scheduled yet.
TEST_F(FolderLockTest, AProcessThatIsAboutToLetGoIsWaitedFor) {
  const int file = open((folder_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(flock(file, LOCK_EX | LOCK_NB), 0);
  std::thread lets_go([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    close(file);
  });
  EXPECT_NO_THROW(FolderLock{folder_});
  lets_go.join();
}

}  // namespace
}  // namespace vconform::suites
