// Lines from a pipe whose other end is untrusted.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace vconform::suites {

// Owns the descriptor and never blocks on it.
class PipeLines {
 public:
  explicit PipeLines(int descriptor);
  ~PipeLines();
  PipeLines(const PipeLines&) = delete;
  PipeLines& operator=(const PipeLines&) = delete;

  // -1 after all writers have closed it.
  int descriptor() const { return descriptor_; }

  // Takes what has arrived: whole lines without their ends, long ones in parts. `is_last`: also
  // takes an unfinished last line.
  void read(bool is_last, const std::function<void(std::string_view line)>& take);

 private:
  int descriptor_;
  std::string unread_;
};

}  // namespace vconform::suites
