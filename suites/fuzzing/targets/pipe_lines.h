// Lines from a pipe whose other end may be in anybody's hands.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vconform::suites {

// Owns the descriptor; nothing waits for it.
class PipeLines {
 public:
  explicit PipeLines(int descriptor);
  ~PipeLines();
  PipeLines(const PipeLines&) = delete;
  PipeLines& operator=(const PipeLines&) = delete;

  // -1 when all that write have closed it.
  int descriptor() const { return descriptor_; }

  // What has come since: whole lines, without their ends; long ones in parts. `is_last`: what
  // stands at the end without an end of a line too.
  void read(bool is_last, const std::function<void(std::string_view line)>& take);

 private:
  int descriptor_;
  std::string unread_;
};

}  // namespace vconform::suites
