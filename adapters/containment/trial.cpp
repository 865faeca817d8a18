#include "adapters/containment/trial.h"

#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>

#include "adapters/containment/contain.h"
#include "adapters/containment/memory_watch.h"
#include "adapters/containment/process_table.h"
#include "adapters/containment/strays.h"

namespace vconform::adapters {

namespace {

namespace fs = std::filesystem;

// A process that waits to be attacked.
class Victim {
 public:
  Victim() : pid_(fork()) {
    if (pid_ == 0) {
      for (;;) {
        pause();
      }
    }
  }
  ~Victim() {
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, __WALL);
    }
  }
  Victim(const Victim&) = delete;
  Victim& operator=(const Victim&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

// Two folders, one of them the scratch folder, removed at the end.
class Folders {
 public:
  Folders() {
    std::string name = (fs::temp_directory_path() / "vconform-doctor-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw fs::filesystem_error("mkdtemp", name, std::error_code(errno, std::generic_category()));
    }
    top = name;
    fs::create_directory(scratch());
    fs::create_directory(outside());
    writes(outside() / "file");
  }
  ~Folders() {
    std::error_code ignored;
    fs::remove_all(top, ignored);
  }
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;

  fs::path scratch() const { return top / "scratch"; }
  fs::path outside() const { return top / "outside"; }

  static bool writes(const fs::path& file) {
    const int fd = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    const bool written = fd >= 0 && write(fd, "x", 1) == 1;
    if (fd >= 0) {
      close(fd);
    }
    return written;
  }

  fs::path top;
};

void refute(Measure& measure, const std::string& reason) {
  measure.holds = false;
  measure.reason = reason;
}

void attack_with_calls(Measure& filter, pid_t victim) {
  if (!filter.holds) {
    return;
  }
  if (kill(victim, SIGCONT) == 0) {
    refute(filter, "it is installed, and a signal to another process went through");
  } else if (ptrace(PTRACE_SEIZE, victim, nullptr, nullptr) == 0) {
    refute(filter, "it is installed, and another process could be traced");
  }
}

void attack_with_files(Measure& rules, const Folders& folders) {
  if (!rules.holds) {
    return;
  }
  if (Folders::writes(folders.outside() / "file") || Folders::writes(folders.outside() / "new")) {
    refute(rules, "they are installed, and a file outside could be written");
  } else if (unlink((folders.outside() / "file").c_str()) == 0) {
    refute(rules, "they are installed, and a file outside could be removed");
  } else if (!Folders::writes(folders.scratch() / "file")) {
    refute(rules, "they are installed, and the scratch folder cannot be written either");
  }
}

std::vector<Measure> attacks(const Folders& folders, pid_t victim) {
  std::vector<Measure> measures = contain({folders.scratch().string(), {}});
  attack_with_files(measures[0], folders);
  attack_with_calls(measures[1], victim);
  return measures;
}

// A grandchild in a session of its own, whose parent has ended.
void leave_a_stray() {
  const pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) {
      setsid();
      for (;;) {
        pause();
      }
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

Measure try_strays() {
  Measure measure = become_subreaper();
  if (measure.holds) {
    leave_a_stray();
    const std::size_t before = ProcessTable::now().children(getpid()).size();
    const std::size_t left = end_strays({});
    if (before == 0) {
      refute(measure, "an orphan did not come back to its grandparent");
    } else if (left != 0) {
      refute(measure, "an orphan could not be ended");
    }
  }
  return measure;
}

Measure try_memory_watch() {
  const bool known = resident_bytes(getpid()).value_or(0) > 0;
  return {"memory watch", known, known ? "" : "/proc is not there"};
}

// Runs in a process of its own, so that no measure stays; returns its report.
std::vector<Measure> in_a_child(const std::string& name,
                                const std::function<std::vector<Measure>()>& run) {
  std::vector<Measure> failed = {{name, false, "the trial itself did not end well"}};
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return failed;
  }
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    std::string text;
    try {
      text = measures_to_text(run());
    } catch (const std::exception& error) {
      text = measures_to_text({{name, false, error.what()}});
    }
    _exit(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t size = 0; (size = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
    return failed;
  }
  return measures_from_text(text).value_or(failed);
}

}  // namespace

std::vector<Measure> try_containment() {
  std::vector<Measure> measures;
  try {
    const Folders folders;
    const Victim victim;
    measures = in_a_child("containment", [&] { return attacks(folders, victim.pid()); });
  } catch (const fs::filesystem_error& error) {
    measures = {{"containment", false, std::string("no temporary folder: ") + error.what()}};
  }
  for (const Measure& measure : in_a_child(
           "strays", [] { return std::vector<Measure>{try_strays(), try_memory_watch()}; })) {
    measures.push_back(measure);
  }
  return measures;
}

}  // namespace vconform::adapters
