// The error of a run in which a process ended, stood still or sent something other than its
// results. No backend is loaded there, so none is to blame.
#pragma once

#include <stdexcept>

namespace vconform::suites {

class BrokenRun : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace vconform::suites
