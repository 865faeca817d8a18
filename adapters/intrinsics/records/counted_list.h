// A text file of lines that begin with a count. Counts grow in place, in memory that the file is
// mapped to: whatever ends the program, the file says what was counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace vconform::adapters::intrinsics {

class CountedList {
 public:
  // A new file. Throws spec::InputError if it exists or cannot be made.
  explicit CountedList(const std::string& path);
  ~CountedList();
  CountedList(const CountedList&) = delete;
  CountedList& operator=(const CountedList&) = delete;

  // Adds a line without a line break, counted once, and tells where it is; false if the disk fails
  // or the file has no room.
  bool add(std::string_view text, std::uint64_t& place);
  void count(std::uint64_t place);

 private:
  int file_;
  std::uint64_t size_ = 0;
  char* lines_ = nullptr;
};

}  // namespace vconform::adapters::intrinsics
