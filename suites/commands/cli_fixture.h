// Test support: calls the built program with a folder for its output.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>

namespace vconform::suites {

namespace fs = std::filesystem;

struct RunResult {
  int status = -1;
  std::string output;  // standard output and error
};

// Runs a line of shell without redirections.
inline RunResult run_shell(const std::string& line) {
  const std::string command = line + " 2>&1 </dev/null";
  RunResult result;
  FILE* pipe = popen(command.c_str(), "r");
  char buffer[4096];
  while (std::size_t size = fread(buffer, 1, sizeof buffer, pipe)) {
    result.output.append(buffer, size);
  }
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

inline RunResult run_command(const std::string& arguments) {
  return run_shell("'" VCONFORM_CLI "' " + arguments);
}

// Starts the program and sends it a signal once `is_time`; or, if `to_all`, to it and those that it
// started.
inline void end_command(const std::string& arguments, int signal, bool to_all,
                        const std::function<bool()>& is_time) {
  const std::string command = "exec '" VCONFORM_CLI "' " + arguments + " >/dev/null 2>&1";
  const pid_t pid = fork();
  if (pid == 0) {
    setpgid(0, 0);
    execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  while (!is_time() && waitpid(pid, nullptr, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(to_all ? -pid : pid, signal);
  waitpid(pid, nullptr, 0);
}

inline std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class CliTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("vconform-cli-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string out(const std::string& name) const {
    return " --out '" + (folder_ / name).string() + "'";
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return "'" + (folder_ / name).string() + "'";
  }

  // The lines of an output, less those that say on a slow machine how far probing is.
  static std::size_t lines_but_progress(const std::string& output) {
    std::istringstream lines(output);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line);) {
      count += line.starts_with("probing: ") ? 0 : 1;
    }
    return count;
  }

  // Expects one clear line, that exit code, and nothing left in `out`.
  void expect_refused(const std::string& arguments, int status, const std::string& part) {
    const RunResult refused = run_command(arguments);
    EXPECT_EQ(refused.status, status) << arguments << "\n" << refused.output;
    EXPECT_THAT(refused.output, testing::HasSubstr(part)) << arguments;
    EXPECT_EQ(lines_but_progress(refused.output), 1u) << arguments << "\n" << refused.output;
  }

  fs::path folder_;
};

}  // namespace vconform::suites
