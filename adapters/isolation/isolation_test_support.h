// Backends from functions, and short limits; for tests of isolation.
#pragma once

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "adapters/isolation/isolated_backend.h"
#include "adapters/load/loadable.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"

namespace vconform::adapters {

// For backends that sleep. On a busy machine a loop may reach the wall limit first.
inline constexpr Limits kShort = {.cpu = std::chrono::milliseconds(100),
                                  .wall = std::chrono::milliseconds(400)};

// The table as the backend "test" of a worker, which is this program again and may write in
// ::testing::TempDir(). Functions and texts of the table must belong to this program and can get
// data of the test only from the environment.
Loadable backend_of(const vconform_adapter& table);

// A backend "test" whose opening fails without a message.
Loadable refusing_backend();

inline vconform_adapter table_with(decltype(vconform_adapter::execute) execute) {
  vconform_adapter table = working_table();
  table.execute = execute;
  return table;
}

// Fills every writable page that this process shares with others, the control block included.
inline void fill_shared_pages(int byte) {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  std::array<char, 512> line{};
  while (std::fgets(line.data(), line.size(), maps) != nullptr) {
    void* first = nullptr;
    void* last = nullptr;
    std::array<char, 5> access{};
    if (std::sscanf(line.data(), "%p-%p %4s", &first, &last, access.data()) == 3 &&
        std::strcmp(access.data(), "rw-s") == 0) {
      std::memset(first, byte,
                  static_cast<std::size_t>(static_cast<char*>(last) - static_cast<char*>(first)));
    }
  }
  std::fclose(maps);
}

inline std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

inline bool has_children() {
  return waitpid(-1, nullptr, WNOHANG) >= 0;
}

// The variable that names a file to the functions of a test's backend.
inline constexpr const char* kFileVariable = "VCONFORM_TEST_FILE";

// Sets an environment variable for the lifetime of the object.
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
