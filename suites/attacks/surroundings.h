// Test support for runs in bad surroundings: what is done to a process before the program starts,
// and the checks of its run.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <set>

#include "adapters/testing/temporary_folder.h"
#include "spec/rows/instruction_counts.h"
#include "suites/attacks/attack_fixture.h"
#include "suites/attacks/library_attack_run.h"
#include "suites/attacks/prepared_files.h"

namespace vconform::suites::attacks {

namespace fs = std::filesystem;

inline constexpr std::string_view kCertify =
    "certify --family vconv --level quick --profile a2 --jobs 2";
inline constexpr std::string_view kSweep =
    "sweep --instruction vconv_s82f16 --ctrl 0 --profile a2 --jobs 2";
inline constexpr std::string_view kProbe = "probe";

// The headline of a run of kCertify.
inline std::string hostile_conforms_on(std::size_t rows) {
  return fmt::format("hostile conforms on {} of {} rows", rows,
                     spec::instructions_of(spec::Family::kVconv).required);
}

// An exit code that a test can tell from the program's.
inline constexpr int kCannot = 99;
inline void or_end(bool done) {
  if (!done) {
    _exit(kCannot);
  }
}

inline void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  or_end(setrlimit(static_cast<__rlimit_resource>(resource), &both) == 0);
}

// A private view of the file system, for root and for others who may create user namespaces.
inline void own_mounts() {
  or_end(unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0);
  or_end(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0);
}

inline void mount_memory(const fs::path& at, const char* options, unsigned long flags = 0) {
  or_end(mount("none", at.c_str(), "tmpfs", flags, options) == 0);
}

inline void redirect(int descriptor, const char* file) {
  const int opened = open(file, O_WRONLY);
  or_end(opened >= 0 && dup2(opened, descriptor) == descriptor);
}

class Surrounded : public testing::Test {
 protected:
  static void SetUpTestSuite() { adopt_orphans(); }

  fs::path out() const { return folder_ / "out"; }

  Command command(std::string_view words, const std::string& attack = "") const {
    Command made = hostile_command(attack, words_of(words));
    if (!words.starts_with("replay")) {
      made.words.insert(made.words.end(), {"--out", out().string()});
    }
    made.folder = folder_.path().string();
    return made;
  }

  // Runs it and checks what must hold for every run.
  Ended ended(const Command& command) const {
    const Ended run = attacks::run(command);
    if (run.code == kCannot) {
      return run;
    }
    const auto attack = command.environment.find("VCONFORM_ATTACK");
    const bool conforms = attack != command.environment.end() && attack->second.empty();
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    expect_none(std::string("surroundings_") + test->name(), run,
                problems_of_any(run, out(), conforms));
    return run;
  }

  void expect_code(const Command& command, const std::set<int>& codes,
                   const std::string& part = "") const {
    const Ended run = ended(command);
    if (run.code == kCannot) {
      GTEST_SKIP() << "this machine does not let a test do that";
    }
    EXPECT_TRUE(codes.contains(run.code)) << "it ends with " << run.code << "\n" << run.all();
    EXPECT_NE(run.all().find(part), std::string::npos) << run.all();
    // An end with 0 by itself is no verdict.
    if (run.code == 0) {
      EXPECT_FALSE(verdict_lines(run.all()).empty()) << run.all();
    }
  }

  adapters::TemporaryFolder folder_;
};

}  // namespace vconform::suites::attacks
