// For tests of isolation: backends from functions, and limits that do not take long.
#pragma once

#include <cstdlib>
#include <string>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/one_conversion.h"
#include "adapters/test_table.h"

namespace vconform::adapters {

// For backends that sleep. On a busy machine a loop may reach this wall limit first.
inline constexpr Limits kShort = {.cpu = std::chrono::milliseconds(100),
                                  .wall = std::chrono::milliseconds(400),
                                  .opening = std::chrono::milliseconds(2000)};

inline OpenBackend opener(const vconform_adapter& table) {
  return [table] { return std::make_unique<InProcessBackend>(&table, "test"); };
}

inline vconform_adapter table_with(decltype(vconform_adapter::execute) execute) {
  vconform_adapter table = working_table();
  table.execute = execute;
  return table;
}

// Sets a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

}  // namespace vconform::adapters
