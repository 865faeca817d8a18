#include "suites/fuzzing/confirmation.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>
#include <system_error>

#include "spec/text/error.h"
#include "suites/files/case_file.h"
#include "suites/plan/replayed_case.h"
#include "suites/plan/unit_json.h"

namespace vconform::suites {

namespace {

using Clock = std::chrono::steady_clock;

// The child's answer: the number of bytes that follow, in this many digits; one of these letters;
// and a message of unit_json or a line. Anything shorter is no answer.
constexpr std::size_t kSizeDigits = 16;
constexpr char kJudged = 'J';
constexpr char kBadCase = 'B';
constexpr char kFailed = 'F';

std::string answer(const std::filesystem::path& case_file, const OpenSubject& open) {
  try {
    const spec::Case test_case = read_case_file(case_file.string());
    UnitResult result;
    result.deviations = replayed(case_file.string(), test_case, open()).deviations;
    return kJudged + to_message(result);
  } catch (const spec::InputError& bad) {
    return kBadCase + std::string(bad.what());
  } catch (const std::exception& error) {
    return kFailed + std::string(error.what());
  }
}

[[noreturn]] void be_child(const std::filesystem::path& case_file, const OpenSubject& open, int end,
                           pid_t parent) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);
  if (getppid() != parent) {
    _exit(1);
  }
  std::string text = answer(case_file, open);
  text = fmt::format("{:0{}}", text.size(), kSizeDigits) + text;
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t size = write(end, text.data() + at, text.size() - at);
    if (size < 0 && errno != EINTR) {
      _exit(1);
    }
    at += size < 0 ? 0 : static_cast<std::size_t>(size);
  }
  _exit(0);
}

bool is_whole(const std::string& text) {
  std::size_t size = 0;
  return text.size() > kSizeDigits &&
         std::from_chars(text.data(), text.data() + kSizeDigits, size).ec == std::errc() &&
         text.size() == kSizeDigits + size;
}

// Reads until the answer is whole, every writer has ended, or the deadline has passed.
std::string read_until(int end, Clock::time_point deadline) {
  std::string text;
  while (!is_whole(text)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd ready{end, POLLIN, 0};
    const int count = left <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    std::array<char, 65536> buffer;
    const ssize_t size = count <= 0 ? 0 : read(end, buffer.data(), buffer.size());
    if (size <= 0) {
      break;
    }
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return text;
}

Confirmation confirmation_of(std::string text, const std::string& how) {
  Confirmation confirmation;
  if (!is_whole(text)) {
    confirmation.why = how;
    return confirmation;
  }
  const char kind = text[kSizeDigits];
  text.erase(0, kSizeDigits + 1);
  if (kind == kJudged) {
    confirmation.deviations = from_message(text).deviations;
    confirmation.kind =
        confirmation.deviations.empty() ? Confirmation::Kind::kPasses : Confirmation::Kind::kFails;
    return confirmation;
  }
  confirmation.kind = kind == kBadCase ? Confirmation::Kind::kNoCase : Confirmation::Kind::kNone;
  confirmation.why = text;
  return confirmation;
}

std::string how_it_ended(int status) {
  return WIFSIGNALED(status) ? fmt::format(
                                   "the process that ran it again was ended by signal {} "
                                   "({})",
                                   WTERMSIG(status), strsignal(WTERMSIG(status)))
                             : "the process that ran it again ended without a result";
}

// The end of a child, in words, after it has closed its end of the pipe, which it does only by
// ending.
std::string ending_of(pid_t child) {
  constexpr int kMostLooks = 200;
  for (int look = 0; look < kMostLooks; ++look) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      return how_it_ended(status);
    }
    const timespec nap{0, 1'000'000};
    nanosleep(&nap, nullptr);
  }
  return "";
}

}  // namespace

Confirmation confirmed(const std::filesystem::path& case_file, const OpenSubject& open,
                       Clock::time_point deadline) {
  const std::string late = "there was no time to run it again";
  if (Clock::now() >= deadline) {
    return confirmation_of("", late);
  }
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "pipe");
  }
  // Buffered output would otherwise be written by the child too.
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    be_child(case_file, open, ends[1], parent);
  }
  const int why = errno;
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw std::system_error(why, std::generic_category(), "fork");
  }
  setpgid(child, child);
  std::string text = read_until(ends[0], deadline);
  close(ends[0]);
  const bool has_ended = !is_whole(text) && Clock::now() < deadline;
  const std::string how = has_ended ? ending_of(child) : late;
  if (how.empty() || !has_ended) {
    kill(-child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return confirmation_of(std::move(text), how);
}

}  // namespace vconform::suites
