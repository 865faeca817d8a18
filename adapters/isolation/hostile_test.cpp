// Tests with backends that attack the judging process, and of the remains of workers.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "adapters/isolation/isolation_test_support.h"
#include "adapters/load/open_backend.h"

namespace vconform::adapters {
namespace {

using spec::OutcomeStatus;

template <int kByte>
std::uint32_t filling(void*, const vconform_step*, std::uint64_t, vconform_memories*) {
  fill_shared_pages(kByte);
  return VCONFORM_OK;
}

spec::MemoryImage some_memory() {
  spec::MemoryImage image;
  image.of(spec::MemoryId::kUb).assign(192 * 1024, 1);
  return image;
}

TEST(Hostile, OverwritingTheControlBlockEndsAsAnOutcome) {
  for (const auto execute : {filling<0>, filling<0xff>, filling<0x41>}) {
    IsolatedBackend backend(backend_of(table_with(execute)), kShort);
    for (int i = 0; i < 3; ++i) {
      const spec::Outcome outcome = backend.execute({}, some_memory());
      EXPECT_EQ(outcome.after.of(spec::MemoryId::kUb).size(), 192U * 1024);
      EXPECT_NE(outcome.after, some_memory());
    }
  }
}

TEST(Hostile, OverwritingTheControlBlockAtAnyTimeEndsAsAnOutcome) {
  IsolatedBackend backend(
      backend_of(table_with(
          [](void*, const vconform_step*, std::uint64_t, vconform_memories*) -> std::uint32_t {
            static std::thread scribbler([] {
              for (int byte = 0;; ++byte) {
                fill_shared_pages(byte);
              }
            });
            return VCONFORM_OK;
          })),
      {.cpu = std::chrono::milliseconds(20), .wall = std::chrono::milliseconds(50)});
  for (int i = 0; i < 30; ++i) {
    const spec::Outcome outcome = backend.execute({}, some_memory());
    EXPECT_EQ(outcome.after.of(spec::MemoryId::kUb).size(), 192U * 1024);
    EXPECT_LT(outcome.message.size(), 1000U);
  }
}

// The message is lost if the worker overwrites it.
TEST(Hostile, ARefusalWhoseMessageIsLostStillNamesTheBackend) {
  EXPECT_EQ(load_error([&] { IsolatedBackend(refusing_backend(), kShort); }),
            "test: cannot be opened, and its message is lost");
}

TEST(Hostile, ClosingAndPrintingToDescriptorsReachesNobody) {
  const int kept = open("/dev/null", O_RDONLY);
  // Captured before the worker starts, so that it could inherit the capture's descriptors.
  ::testing::internal::CaptureStdout();
  IsolatedBackend backend(backend_of(table_with(
      [](void*, const vconform_step*, std::uint64_t, vconform_memories*) -> std::uint32_t {
        std::printf("conforms\n");
        std::fflush(stdout);
        const bool inherited = fcntl(3, F_GETFD) >= 0;
        for (int fd = 0; fd < 64; ++fd) {
          close(fd);
        }
        return inherited ? VCONFORM_ERROR : VCONFORM_OK;
      })));
  EXPECT_EQ(backend.execute({}, {}).status, OutcomeStatus::kCompleted);
  EXPECT_EQ(backend.execute({}, {}).status, OutcomeStatus::kCompleted);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(close(kept), 0);
}

TEST(Hostile, ExitRunsNothingThatTheSuiteLeftForItsOwnEnd) {
  static const pid_t suite = getpid();
  ASSERT_EQ(std::atexit([] {
              if (getpid() != suite) {
                _exit(99);
              }
            }),
            0);
  IsolatedBackend backend(
      backend_of(table_with([](void*, const vconform_step*, std::uint64_t,
                               vconform_memories*) -> std::uint32_t { std::exit(3); })));
  EXPECT_EQ(backend.execute({}, {}).message, "it ended its process with status 3");
}

TEST(Hostile, AThousandCrashesLeaveNoProcessAndNoDescriptor) {
  const std::size_t before = open_descriptors();
  ASSERT_FALSE(has_children());
  {
    IsolatedBackend backend(
        backend_of(table_with([](void*, const vconform_step*, std::uint64_t,
                                 vconform_memories*) -> std::uint32_t { _exit(1); })));
    // Each program is run again in a fresh worker.
    for (int i = 0; i < 500; ++i) {
      ASSERT_EQ(backend.execute({}, {}).message, "it ended its process with status 1");
      ASSERT_FALSE(backend.worker());
      ASSERT_FALSE(has_children());
    }
    // The additional descriptor is the region's.
    EXPECT_EQ(open_descriptors(), before + 1);
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Hostile, AWorkerIsAskedToCloseItsBackend) {
  const std::string closed = ::testing::TempDir() + "closed";
  std::remove(closed.c_str());
  const Variable file(kFileVariable, closed);
  vconform_adapter table = working_table();
  table.destroy = [](void*) { std::fclose(std::fopen(std::getenv(kFileVariable), "w")); };
  {
    const IsolatedBackend backend(backend_of(table));
  }
  EXPECT_EQ(access(closed.c_str(), F_OK), 0);
  EXPECT_FALSE(has_children());
}

TEST(Hostile, AWorkerDiesWithItsParent) {
  // Makes orphans among this process's descendants its children.
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    const auto backend = open_isolated_backend("golden");
    const pid_t worker = backend->worker().value();
    _exit(write(ends[1], &worker, sizeof worker) == sizeof worker ? 0 : 1);
  }
  pid_t worker = 0;
  ASSERT_EQ(read(ends[0], &worker, sizeof worker), static_cast<ssize_t>(sizeof worker));
  EXPECT_EQ(waitpid(parent, nullptr, 0), parent);
  int status = 0;
  pid_t buried = 0;
  for (int tries = 0; buried == 0 && tries < 1000; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    buried = waitpid(worker, &status, WNOHANG);
  }
  EXPECT_EQ(buried, worker);
  kill(worker, SIGKILL);  // should it have been left alive
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
  close(ends[0]);
  close(ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

}  // namespace
}  // namespace vconform::adapters
