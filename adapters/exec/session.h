// A session with COMMAND, and with another one after it has failed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "adapters/exec/command.h"
#include "adapters/exec/frames.h"
#include "adapters/exec/start_answer.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::exec {

// If COMMAND ends while it owes an answer, this process ends as it did, so that the suite sees a
// crash, and starts anew. That is also what happens if COMMAND does not start a second time, or
// claims something else then.
class Session {
 public:
  // Starts COMMAND. Throws BadAnswer if it does not, std::system_error.
  explicit Session(std::string command);

  const StartAnswer& description() const { return description_; }
  // Statuses of the C ABI; error() says more about all but VCONFORM_OK.
  std::uint32_t execute(std::span<const vconform_step> steps, vconform_memories& memories);
  // Executes programs in frames of as many as COMMAND takes, and sets the status of each. Returns
  // VCONFORM_ERROR if it owes an answer: then their statuses and memories say nothing.
  std::uint32_t execute(std::span<vconform_program> programs);
  std::uint32_t convert(const void* source, void* destination, const ArrayHeader& array);
  const std::string& error() const { return error_; }
  // Asks COMMAND to end. If it fails then, this process ends likewise.
  void stop();

 private:
  // Starts COMMAND and reads its answer. Throws BadAnswer.
  StartAnswer start();
  void start_again();
  // One frame and its answer, which `take` reads from its body. Returns the status.
  std::uint32_t exchange(std::uint32_t kind, std::uint32_t count, std::span<iovec> parts,
                         const std::function<std::uint32_t()>& take);
  void request(std::uint32_t kind, std::uint32_t count, std::span<iovec> parts);
  void receive_answer();

  std::string text_;
  StartAnswer description_;
  std::unique_ptr<Command> command_;
  FrameHeader header_;
  std::vector<std::uint8_t> body_;
  std::vector<std::uint8_t> answer_;
  std::string error_;
};

}  // namespace vconform::adapters::exec
