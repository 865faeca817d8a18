// The exception for a backend that cannot be loaded or started, or that describes itself wrongly.
// Its message is one line that names the backend, the problem and the fix.
#pragma once

#include <stdexcept>

namespace vconform::adapters {

class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace vconform::adapters
