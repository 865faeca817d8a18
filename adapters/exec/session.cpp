#include "adapters/exec/session.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <utility>

#include "adapters/load/loadable.h"
#include "spec/case/memory_image.h"
#include "spec/number/number_format.h"

namespace vconform::adapters::exec {

namespace {

// A process whose output is closed ends at once, as a rule.
constexpr std::chrono::milliseconds kToEnd{1000};
// As long as the suite waits for a worker that it has asked to quit.
constexpr std::chrono::milliseconds kToStop{1000};

// The suite tells a worker how long it waits for one program.
double time_limit() {
  constexpr double kDefault = 20;
  const char* text = std::getenv(kTimeLimitVariable);
  const double seconds = text == nullptr ? 0 : std::strtod(text, nullptr);
  return seconds > 0 ? seconds : kDefault;
}

// A frame takes no further program then, far below kMostBytes.
constexpr std::size_t kFullFrame = std::size_t{16} << 20;

// Ends this process like another one, by the status of waitpid.
[[noreturn]] void end_like(int status) {
  if (WIFSIGNALED(status)) {
    std::signal(WTERMSIG(status), SIG_DFL);
    std::raise(WTERMSIG(status));
  }
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return "it is ended by signal " + std::to_string(WTERMSIG(status));
  }
  constexpr int kNotFound = 127;
  const int code = WEXITSTATUS(status);
  return "it ends with status " + std::to_string(code) +
         (code == kNotFound ? ", by which a shell says that there is no such program" : "");
}

iovec part_of(const void* data, std::size_t bytes) {
  return {const_cast<void*>(data), bytes};
}

std::string receive_line(Command& command) {
  std::string line;
  for (char c = 0;;) {
    command.receive(&c, 1);
    if (c == '\n') {
      return line;
    }
    line += c;
    if (line.size() > kMostLineBytes) {
      throw BadAnswer("its answer to the line start is longer than 1 MiB");
    }
  }
}

}  // namespace

Session::Session(std::string command) : text_(std::move(command)) {
  description_ = start();
}

StartAnswer Session::start() {
  command_ = std::make_unique<Command>(text_);
  try {
    const std::string line = start_line(time_limit());
    std::array<iovec, 1> parts = {part_of(line.data(), line.size())};
    try {
      command_->send(parts);
    } catch (const Closed&) {
      // It may have said why without reading.
      return start_answer_from(receive_line(*command_));
    }
    return start_answer_from(receive_line(*command_));
  } catch (const Closed&) {
    const auto status = command_->ended(kToEnd);
    throw BadAnswer(
        (status ? how_it_ended(*status) : std::string("it closes its stdin or stdout")) +
        " before it answers the line start");
  }
}

void Session::start_again() {
  try {
    if (are_alike(start(), description_)) {
      return;
    }
  } catch (const std::exception&) {
    // The suite opens it once more, and says what is wrong.
    _exit(EXIT_FAILURE);
  }
  _exit(EXIT_FAILURE);
}

void Session::request(std::uint32_t kind, std::uint32_t count, std::span<iovec> parts) {
  if (command_->has_more()) {
    throw BadAnswer("it has written on stdout before it was asked");
  }
  header_.kind = kind;
  header_.count = count;
  ++header_.number;
  header_.bytes = 0;
  for (const iovec& part : parts.subspan(1)) {
    header_.bytes += part.iov_len;
  }
  parts.front() = part_of(&header_, sizeof header_);
  command_->send(parts);
}

void Session::receive_answer() {
  FrameHeader header;
  header.magic = {};
  // A line that was printed in place of an answer may be shorter than a header.
  for (std::size_t i = 0; i < kMagic.size() && (i == 0 || header.magic[i - 1] == kMagic[i - 1]);
       ++i) {
    command_->receive(&header.magic[i], 1);
  }
  if (header.magic == kMagic) {
    command_->receive(&header.kind, sizeof header - sizeof header.magic);
  }
  check_header(header, header_);
  answer_.resize(header.bytes);
  command_->receive(answer_.data(), answer_.size());
  if (command_->has_more()) {
    throw BadAnswer("it has written more on stdout than its answer");
  }
}

std::uint32_t Session::exchange(std::uint32_t kind, std::uint32_t count, std::span<iovec> parts,
                                const std::function<std::uint32_t()>& take) {
  error_.clear();
  if (command_ == nullptr) {
    start_again();
  }
  try {
    request(kind, count, parts);
    receive_answer();
    return take();
  } catch (const Closed&) {
    if (const auto status = command_->ended(kToEnd)) {
      end_like(*status);
    }
    error_ = "it closes its stdin or stdout while it owes an answer";
  } catch (const std::exception& problem) {
    error_ = problem.what();
  }
  command_.reset();
  return VCONFORM_ERROR;
}

std::uint32_t Session::execute(std::span<const vconform_step> steps, vconform_memories& memories) {
  body_.clear();
  append_program(body_, steps, memories);
  std::array<iovec, 2> parts = {iovec{}, part_of(body_.data(), body_.size())};
  return exchange(kExecute, 1, parts, [&] {
    vconform_program program{steps.data(), steps.size(), &memories, VCONFORM_OK, 0};
    error_ = take_programs(answer_, {&program, 1});
    return program.status;
  });
}

std::uint32_t Session::execute(std::span<vconform_program> programs) {
  std::string first_error;
  for (std::size_t done = 0; done < programs.size();) {
    body_.clear();
    std::size_t count = 0;
    const std::size_t most = std::min<std::size_t>(programs.size() - done, description_.batch);
    while (count < most && (count == 0 || body_.size() < kFullFrame)) {
      const vconform_program& program = programs[done + count++];
      append_program(body_, {program.steps, program.step_count}, *program.memories);
    }
    std::array<iovec, 2> parts = {iovec{}, part_of(body_.data(), body_.size())};
    const auto items = programs.subspan(done, count);
    const auto take = [&]() -> std::uint32_t {
      error_ = take_programs(answer_, items);
      return VCONFORM_OK;
    };
    if (exchange(kExecute, static_cast<std::uint32_t>(count), parts, take) != VCONFORM_OK) {
      return VCONFORM_ERROR;
    }
    first_error = first_error.empty() ? error_ : first_error;
    done += count;
  }
  error_ = first_error;
  return VCONFORM_OK;
}

std::uint32_t Session::convert(const void* source, void* destination, const ArrayHeader& array) {
  static constexpr std::array<std::uint8_t, kUnit> kZeros = {};
  const auto bytes = [&](std::uint32_t type) {
    return spec::byte_count(spec::format_of(static_cast<spec::NumberType>(type)), array.count);
  };
  const std::uint64_t sent = bytes(array.source_type);
  std::array<iovec, 4> parts = {iovec{}, part_of(&array, sizeof array), part_of(source, sent),
                                part_of(kZeros.data(), padded(sent) - sent)};
  return exchange(kConvert, 1, parts, [&] {
    const Status status = take_array(
        answer_, {static_cast<std::uint8_t*>(destination), bytes(array.destination_type)});
    error_ = status.message;
    return status.status;
  });
}

void Session::stop() {
  if (command_ == nullptr) {
    return;
  }
  try {
    const std::string line = stop_line();
    std::array<iovec, 1> parts = {part_of(line.data(), line.size())};
    command_->send(parts);
    command_->close_input();
  } catch (const std::exception&) {
    return;
  } catch (const Closed&) {
    // It has ended: how, is seen below.
    command_->close_input();
  }
  if (const auto status = command_->ended(kToStop); status && *status != 0) {
    end_like(*status);
  }
  command_.reset();
}

}  // namespace vconform::adapters::exec
