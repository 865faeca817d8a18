// Reports of calls and their results, to the observer or as lines on stderr.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/header/control.h"

namespace vconform::adapters::intrinsics {

class Reports {
 public:
  // Checks the arguments of a call that is about to be made; false if it must not be. A repeat
  // stride that does not fit has no effect if at most one repeat is made, which CTRL decides too:
  // the call is then made, with whatever the stride became.
  bool begin(const vconform_call& call, std::uint64_t ctrl);
  void end();
  // The result of the call in progress; if the exact prototype was called, of one without a line.
  void result(const char* function, const Result& result);
  void not_modelled(const vconform_call& call);

  // Null removes it. The witness sees each call before the observer does.
  void observe(const vconform_observer* observer);
  void witness(const vconform_observer* witness);
  std::uint64_t failures() const { return failures_; }
  // That of the call which an observer is being told of; null: it has none.
  const vconform_step* instruction() const { return instruction_; }

 private:
  void set_current(const vconform_call* call);
  void report(const vconform_call& call, const Result& result);

  vconform_observer observer_{};
  vconform_observer witness_{};
  // The call between begin and end; null outside.
  const vconform_call* current_ = nullptr;
  Result pending_;
  const vconform_step* instruction_ = nullptr;
  std::uint64_t failures_ = 0;
  // Lines that were printed.
  std::set<std::string> printed_;
};

// Those of this process; never destroyed.
Reports& reports();

}  // namespace vconform::adapters::intrinsics
