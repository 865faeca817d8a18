// Witnesses of a vconv: one instruction, or two of them, each on one set of patterns.
#pragma once

#include "adapters/mutants/witness.h"

namespace vconform::adapters::mutants::vconv {

inline Witnesses by_value(std::string_view instruction, const Patterns& differs,
                          const Patterns& agrees, std::uint64_t ctrl = 0) {
  return by(one_conversion(instruction, differs, ctrl), one_conversion(instruction, agrees, ctrl));
}

inline Witnesses by_instruction(const Patterns& patterns, std::string_view differs,
                                std::string_view agrees, std::uint64_t ctrl = 0) {
  return by(one_conversion(differs, patterns, ctrl), one_conversion(agrees, patterns, ctrl));
}

inline Witnesses by_ctrl(std::string_view instruction, const Patterns& patterns,
                         std::uint64_t differs, std::uint64_t agrees) {
  return by(one_conversion(instruction, patterns, differs),
            one_conversion(instruction, patterns, agrees));
}

}  // namespace vconform::adapters::mutants::vconv
