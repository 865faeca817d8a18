#include "suites/attacks/attacked_run.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace vconform::suites::attacks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kStep{5};
// A process that was killed may need a moment to disappear.
constexpr std::chrono::milliseconds kGrace{1000};
// More than any run prints; the output of one that floods is cut here.
constexpr std::size_t kMostOutput = 64 * 1024 * 1024;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw std::runtime_error("no pipe");
    }
    read_end = ends[0];
    write_end = ends[1];
    fcntl(read_end, F_SETFL, O_NONBLOCK);
  }
  ~Pipe() {
    close(read_end);
    close_write_end();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close_write_end() {
    if (write_end >= 0) {
      close(write_end);
    }
    write_end = -1;
  }

  // Does not wait for end of file: a stray process may hold the other end open for ever.
  void drain_into(std::string& text) const {
    char buffer[65536];
    for (ssize_t size = 0; (size = read(read_end, buffer, sizeof buffer)) > 0;) {
      if (text.size() < kMostOutput) {
        text.append(buffer, static_cast<std::size_t>(size));
      }
    }
  }
};

std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> all;
  for (const char* name : {"PATH", "HOME", "TMPDIR"}) {
    if (const char* value = std::getenv(name)) {
      all[name] = value;
    }
  }
  for (const auto& [name, value] : command.environment) {
    all[name] = value;
  }
  std::vector<std::string> lines;
  for (const auto& [name, value] : all) {
    lines.push_back(fmt::format("{}={}", name, value));
  }
  return lines;
}

std::vector<char*> pointers(std::vector<std::string>& lines) {
  std::vector<char*> list;
  for (std::string& line : lines) {
    list.push_back(line.data());
  }
  list.push_back(nullptr);
  return list;
}

// The child gets a session of its own: what it does to its process group or terminal does not reach
// the tests.
pid_t start(const Command& command, const Pipe& out, const Pipe& error) {
  std::vector<std::string> words = command.words;
  std::vector<std::string> environment = environment_of(command);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> variables = pointers(environment);
  const pid_t child = fork();
  if (child != 0) {
    return child;
  }
  setsid();
  // A shell ignores some of these signals in its background jobs.
  for (const int number : {SIGINT, SIGQUIT, SIGHUP, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ}) {
    signal(number, SIG_DFL);
  }
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(out.write_end, 1);
  dup2(error.write_end, 2);
  if (!command.folder.empty() && chdir(command.folder.c_str()) != 0) {
    _exit(126);
  }
  if (command.prepare) {
    command.prepare();
  }
  execve(arguments[0], arguments.data(), variables.data());
  _exit(127);
}

int code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void reap_ended() {
  while (waitpid(-1, nullptr, WNOHANG | __WALL) > 0) {
  }
}

void kill_all_below() {
  const Clock::time_point end = Clock::now() + kGrace;
  for (auto left = descendants(getpid()); !left.empty() && Clock::now() < end;
       left = descendants(getpid())) {
    for (const pid_t process : left) {
      kill(process, SIGKILL);
    }
    std::this_thread::sleep_for(kStep);
    reap_ended();
  }
}

std::vector<std::string> left_behind() {
  const Clock::time_point end = Clock::now() + kGrace;
  reap_ended();
  std::vector<pid_t> left = descendants(getpid());
  while (!left.empty() && Clock::now() < end) {
    std::this_thread::sleep_for(kStep);
    reap_ended();
    left = descendants(getpid());
  }
  std::vector<std::string> names;
  for (const pid_t process : left) {
    names.push_back(std::to_string(process) + " " + command_line(process));
  }
  kill_all_below();
  return names;
}

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Stat {
  char state = '?';
  pid_t parent = 0;
};

// The name stands in parentheses and may itself hold any character.
Stat stat_of(pid_t process) {
  const std::string text = file_text("/proc/" + std::to_string(process) + "/stat");
  const std::size_t name_end = text.rfind(')');
  Stat stat;
  if (name_end != std::string::npos) {
    std::istringstream rest(text.substr(name_end + 1));
    rest >> stat.state >> stat.parent;
  }
  return stat;
}

std::map<pid_t, Stat> all_processes() {
  std::map<pid_t, Stat> processes;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; })) {
      const auto process = static_cast<pid_t>(std::stol(name));
      processes[process] = stat_of(process);
    }
  }
  return processes;
}

std::chrono::seconds longest(const Command& command) {
  const char* other = std::getenv("VCONFORM_ATTACKS_SECONDS");
  return other == nullptr ? command.at_most : std::chrono::seconds(std::atol(other));
}

}  // namespace

void adopt_orphans() {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<pid_t> descendants(pid_t process) {
  const std::map<pid_t, Stat> processes = all_processes();
  std::vector<pid_t> found;
  for (const auto& [candidate, stat] : processes) {
    pid_t ancestor = stat.state == 'Z' || stat.state == 'X' ? 0 : stat.parent;
    for (std::size_t i = 0; ancestor > 1 && ancestor != process && i < processes.size(); ++i) {
      const auto next = processes.find(ancestor);
      ancestor = next == processes.end() ? 0 : next->second.parent;
    }
    if (ancestor == process) {
      found.push_back(candidate);
    }
  }
  return found;
}

pid_t parent_of(pid_t process) {
  return stat_of(process).parent;
}

std::string command_line(pid_t process) {
  std::string text = file_text("/proc/" + std::to_string(process) + "/cmdline");
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

std::string command_name(pid_t process) {
  std::string text = file_text("/proc/" + std::to_string(process) + "/comm");
  text.erase(std::remove(text.begin(), text.end(), '\n'), text.end());
  return text;
}

Ended run(const Command& command) {
  const std::chrono::seconds at_most = longest(command);
  Pipe out;
  Pipe error;
  const Clock::time_point began = Clock::now();
  const pid_t program = start(command, out, error);
  out.close_write_end();
  error.close_write_end();
  Ended result;
  int status = 0;
  pid_t ended = 0;
  while (ended == 0) {
    pollfd ends[2] = {{out.read_end, POLLIN, 0}, {error.read_end, POLLIN, 0}};
    poll(ends, 2, static_cast<int>(kStep.count()));
    out.drain_into(result.out);
    error.drain_into(result.error);
    ended = waitpid(program, &status, WNOHANG);
    if (ended == 0 && command.meanwhile) {
      command.meanwhile(program);
    }
    if (ended == 0 && Clock::now() - began > at_most) {
      result.hung = true;
      kill_all_below();
      break;
    }
    // A pipe whose other end is closed is always ready.
    if ((ends[0].revents | ends[1].revents) & POLLHUP) {
      std::this_thread::sleep_for(kStep);
    }
  }
  result.code = ended == program ? code_of(status) : -1;
  result.took = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - began);
  if (!result.hung) {
    result.left_behind = left_behind();
  }
  out.drain_into(result.out);
  error.drain_into(result.error);
  return result;
}

}  // namespace vconform::suites::attacks
