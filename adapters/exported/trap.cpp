#include "adapters/exported/trap.h"

#include <dlfcn.h>

#include <csetjmp>
#include <cstdlib>

namespace {

// The work of this thread that trap() ends; null: none.
thread_local std::jmp_buf* ending = nullptr;

// Work is over, however it ends: the library may throw.
class EndOfWork {
 public:
  EndOfWork() = default;
  EndOfWork(const EndOfWork&) = delete;
  EndOfWork& operator=(const EndOfWork&) = delete;
  ~EndOfWork() { ending = nullptr; }
};

}  // namespace

// Outside of any work, and in threads of the library, it ends the process.
[[noreturn]] __attribute__((visibility("default"))) void trap() {
  if (ending == nullptr) {
    std::abort();
  }
  std::longjmp(*ending, 1);
}

namespace vconform::adapters::exported {

void provide_trap() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&::trap), &here) != 0) {
    // Stays open: symbols cannot be taken back.
    dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
  }
}

bool ran_to_its_end(void (*work)(void*), void* argument) {
  std::jmp_buf place;
  EndOfWork end;
  if (setjmp(place) != 0) {
    return false;
  }
  ending = &place;
  work(argument);
  return true;
}

}  // namespace vconform::adapters::exported
