// Thrown when a file, an option or a name given from outside is invalid. The message is one
// line that names the thing and the fix. Mistakes of this code are assertions instead.
#pragma once

#include <stdexcept>

namespace vconform::spec {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace vconform::spec
