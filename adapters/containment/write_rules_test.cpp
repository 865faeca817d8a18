#include "adapters/containment/write_rules.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <array>
#include <thread>

#include "adapters/containment/containment_test_support.h"
#include "adapters/load_error.h"

namespace vconform::adapters {
namespace {

namespace fs = std::filesystem;

bool binds(const fs::path& file) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  file.string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  return bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool opens(const fs::path& file, int flags) {
  return open(file.c_str(), flags | O_CLOEXEC, 0600) >= 0;
}

// An attempt in a folder with a file "file" and an empty folder "folder"; returns true if it went
// through.
struct Writing {
  const char* name;
  bool (*run)(const fs::path& folder);
};

constexpr std::array kWritings = {
    Writing{"write", [](const fs::path& in) { return opens(in / "file", O_WRONLY); }},
    Writing{"read_and_write", [](const fs::path& in) { return opens(in / "file", O_RDWR); }},
    Writing{"create", [](const fs::path& in) { return opens(in / "new", O_WRONLY | O_CREAT); }},
    Writing{"truncate", [](const fs::path& in) { return truncate((in / "file").c_str(), 0) == 0; }},
    Writing{"truncate_when_opened",
            [](const fs::path& in) { return opens(in / "file", O_RDONLY | O_TRUNC); }},
    Writing{"unlink", [](const fs::path& in) { return unlink((in / "file").c_str()) == 0; }},
    Writing{"rmdir", [](const fs::path& in) { return rmdir((in / "folder").c_str()) == 0; }},
    Writing{"mkdir", [](const fs::path& in) { return mkdir((in / "new").c_str(), 0700) == 0; }},
    Writing{"mkfifo", [](const fs::path& in) { return mkfifo((in / "new").c_str(), 0600) == 0; }},
    Writing{"socket", [](const fs::path& in) { return binds(in / "new"); }},
    Writing{"symlink", [](const fs::path& in) { return symlink("x", (in / "new").c_str()) == 0; }},
    Writing{"link",
            [](const fs::path& in) {
              return link((in / "file").c_str(), (in / "folder/new").c_str()) == 0;
            }},
    Writing{"rename",
            [](const fs::path& in) {
              return rename((in / "file").c_str(), (in / "new").c_str()) == 0;
            }},
};

class Writings : public testing::TestWithParam<Writing> {
 protected:
  Writings() {
    for (const char* name : {"outside", "scratch"}) {
      fs::create_directories(top_ / name / "folder");
      write_file(top_ / name / "file", "text");
      for (const fs::path& made : {top_ / name, top_ / name / "folder", top_ / name / "file"}) {
        fs::permissions(made, fs::perms::all);
      }
    }
  }

  int attempt(const char* folder, bool contained, User user) {
    return code_of([&] {
      if (!become(user)) {
        return 1;
      }
      if (contained && !install_write_rules({top_ / "scratch"}).holds) {
        return 2;
      }
      return GetParam().run(top_ / folder) ? kWentThrough : kRefused;
    });
  }

  OpenFolder top_;
};

TEST_P(Writings, AreRefusedOutsideAndAllowedInTheScratchFolder) {
  EXPECT_EQ(attempt("outside", true, User::kCaller), kRefused);
  EXPECT_EQ(attempt("scratch", true, User::kCaller), kWentThrough);
  EXPECT_EQ(attempt("outside", false, User::kCaller), kWentThrough);
}

TEST_P(Writings, TheSameForAUserWithoutPrivileges) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "the other test runs without privileges already";
  }
  // Protected links require more than permission to write.
  if (std::string(GetParam().name) == "link") {
    chown((top_ / "outside/file").c_str(), 65534, 65534);
    chown((top_ / "scratch/file").c_str(), 65534, 65534);
  }
  EXPECT_EQ(attempt("outside", true, User::kNobody), kRefused);
  EXPECT_EQ(attempt("scratch", true, User::kNobody), kWentThrough);
  EXPECT_EQ(attempt("outside", false, User::kNobody), kWentThrough);
}

INSTANTIATE_TEST_SUITE_P(WriteRules, Writings, testing::ValuesIn(kWritings),
                         [](const auto& row) { return row.param.name; });

int with_rules(const std::vector<std::string>& allowed, const std::function<bool()>& run) {
  return code_of([&] {
    const Measure measure = install_write_rules(allowed);
    return !measure.holds ? 2 : run() ? kWentThrough : kRefused;
  });
}

TEST(WriteRules, HarmlessThingsStayFree) {
  const OpenFolder folder;
  write_file(folder / "file", "text");
  EXPECT_EQ(with_rules({}, [&] { return opens("/dev/null", O_WRONLY); }), kWentThrough);
  EXPECT_EQ(with_rules({}, [&] { return opens(folder / "file", O_RDONLY); }), kWentThrough);
  EXPECT_EQ(with_rules({}, [] { return std::system("true") == 0; }), kWentThrough);
  EXPECT_EQ(with_rules({}, [] { return std::system("true >/dev/null") == 0; }), kWentThrough);
}

TEST(WriteRules, OpenDescriptorsAndSharedMemoryStayWritable) {
  const OpenFolder folder;
  const int file = open((folder / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  const int memory = memfd_create("case", MFD_CLOEXEC);
  ASSERT_EQ(ftruncate(memory, 4096), 0);
  auto* mapped =
      static_cast<char*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0));
  EXPECT_EQ(with_rules({},
                       [&] {
                         mapped[0] = 'x';
                         void* again =
                             mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
                         return write(file, "x", 1) == 1 && again != MAP_FAILED;
                       }),
            kWentThrough);
  EXPECT_EQ(mapped[0], 'x');
  munmap(mapped, 4096);
  close(memory);
  close(file);
}

TEST(WriteRules, AFileCanBeAllowed) {
  const OpenFolder folder;
  write_file(folder / "log", "");
  write_file(folder / "other", "");
  const std::vector<std::string> log = {folder / "log"};
  EXPECT_EQ(with_rules(log, [&] { return opens(folder / "log", O_WRONLY | O_TRUNC); }),
            kWentThrough);
  EXPECT_EQ(with_rules(log, [&] { return opens(folder / "other", O_WRONLY); }), kRefused);
  EXPECT_EQ(with_rules(log, [&] { return unlink((folder / "log").c_str()) == 0; }), kRefused);
}

TEST(WriteRules, TheMemoryOfTheParentIsAFile) {
  const std::string memory = "/proc/" + std::to_string(getpid()) + "/mem";
  EXPECT_EQ(code_of([&] { return opens(memory, O_RDWR) ? kWentThrough : kRefused; }), kWentThrough);
  EXPECT_EQ(with_rules({}, [&] { return opens(memory, O_RDWR); }), kRefused);
}

TEST(WriteRules, ThreadsAndProgramsThatComeLaterHaveThem) {
  const OpenFolder folder;
  const std::string command = "touch " + (folder / "new").string() + " 2>/dev/null";
  EXPECT_EQ(with_rules({}, [&] { return std::system(command.c_str()) == 0; }), kRefused);
  EXPECT_EQ(
      with_rules({},
                 [&] {
                   bool written = true;
                   std::thread([&] { written = opens(folder / "new", O_WRONLY | O_CREAT); }).join();
                   return written;
                 }),
      kRefused);
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST(WriteRules, AFolderThatIsNotThereIsNamed) {
  try {
    install_write_rules({"/no/such/folder"});
    FAIL() << "nothing was thrown";
  } catch (const LoadError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("/no/such/folder"));
    EXPECT_THAT(error.what(), testing::HasSubstr("--allow-write"));
  }
}

}  // namespace
}  // namespace vconform::adapters
