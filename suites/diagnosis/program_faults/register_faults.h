// Faults in one register that the instructions of a row read.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "spec/case/case.h"
#include "spec/rows/conversions.h"

namespace vconform::suites {

// The contents of a register that a faulty backend keeps from program to program.
struct RegisterState;
std::shared_ptr<RegisterState> before_all_programs();

struct RegisterFault {
  // The mistake, in one line: "DEQSCALE is forgotten".
  std::string name;
  // The program that a right backend would run to do the same.
  std::function<std::vector<spec::Step>(const std::vector<spec::Step>&, RegisterState&)> change;
  // An argument that no legal program shows the fault; empty if one should.
  std::string why_invisible;
};

// Each register, CTRL by its bits, forgotten, sticky, late or left over.
std::vector<RegisterFault> register_faults(const spec::Cell& cell);

}  // namespace vconform::suites
