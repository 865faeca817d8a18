// An open file, closed at the end of its scope.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace vconform::suites {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) {
      close(number_);
    }
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }
  // False where the file system says only now that something was lost.
  bool closed() { return close(release()) == 0 || errno == EINTR; }

 private:
  int number_;
};

}  // namespace vconform::suites
