// Support for tests of containment: attacks in processes of their own, since no measure can be
// undone.
#pragma once

#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "adapters/testing/temporary_folder.h"

namespace vconform::adapters {

// Exit codes of attacks.
inline constexpr int kRefused = 10;
inline constexpr int kWentThrough = 11;

// Runs `run` in a child; returns its status as from waitpid, or -1.
inline int status_of(const std::function<int()>& run) {
  const pid_t child = fork();
  if (child == 0) {
    // Ends a test that would otherwise wait forever.
    alarm(60);
    _exit(run());
  }
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

inline int code_of(const std::function<int()>& run) {
  const int status = status_of(run);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// A process that waits to be attacked.
class Sleeper {
 public:
  Sleeper() : pid_(fork()) {
    if (pid_ == 0) {
      alarm(60);
      for (;;) {
        pause();
      }
    }
  }
  ~Sleeper() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, __WALL);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

enum class User { kCaller, kNobody };

// Returns false if this process may not become another user. Processes of the same user may still
// trace it.
inline bool become(User user) {
  constexpr uid_t kNobody = 65534;
  return user == User::kCaller ||
         (geteuid() == 0 && setgroups(0, nullptr) == 0 &&
          setresgid(kNobody, kNobody, kNobody) == 0 && setresuid(kNobody, kNobody, kNobody) == 0 &&
          prctl(PR_SET_DUMPABLE, 1) == 0);
}

// A temporary folder that everybody may write in.
struct OpenFolder : TemporaryFolder {
  OpenFolder() { std::filesystem::permissions(path(), std::filesystem::perms::all); }
};

inline void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << text;
}

}  // namespace vconform::adapters
