// A library that exports the documented prototypes, as a backend: each step of a program is a call
// of the function with that prototype.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "adapters/exported/claims.h"
#include "adapters/exported/images.h"
#include "adapters/exported/prototypes.h"
#include "adapters/intrinsics/header/control.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters::exported {

// It has one set of registers, so that its contexts must not be used concurrently.
class ExportedLibrary {
 public:
  // Loads the library into this process. Throws LoadError if it cannot be loaded, or claims
  // nothing.
  explicit ExportedLibrary(const std::string& path);
  ~ExportedLibrary() = default;
  ExportedLibrary(const ExportedLibrary&) = delete;
  ExportedLibrary& operator=(const ExportedLibrary&) = delete;

  // The name of its file, and the number of instructions that are called.
  const std::string& name() const { return name_; }
  const std::string& version() const { return version_; }
  const vconform_capabilities& capabilities() const { return declared_; }
  // Prototypes that it almost has, and setters that it lacks; one line each.
  const std::vector<std::string>& notes() const { return notes_; }

  // As vconform_adapter::execute. Writes zero to every register that has a setter first.
  std::uint32_t execute(const vconform_step* steps, std::uint64_t count,
                        vconform_memories& memories, std::string& message);

 private:
  struct Program;
  // The function with this symbol that the library itself defines, or null.
  void* own(const std::string& symbol) const;
  Available available() const;
  void declare();
  void run(Program& program);
  void write_register(std::uint32_t register_id, const std::uint64_t* value) const;
  void run_instruction(Program& program, const vconform_step& step);
  static void called(void* library, const vconform_call* call, std::uint32_t status,
                     const char* message);

  std::shared_ptr<void> handle_;
  // The symbols of its functions.
  std::set<std::string> defined_;
  LibraryMemory memory_ = nullptr;
  ServedRows served_;
  // The functions of the rows that are claimed.
  std::array<std::array<void*, spec::kRoundingModes.size()>, spec::kRows.size()> functions_{};
  std::vector<vconform_capability> rows_;
  vconform_capabilities declared_{};
  // By register.
  std::map<std::uint32_t, std::pair<const Setter*, void*>> setters_;
  std::string name_;
  std::string version_;
  std::vector<std::string> notes_;
  // The status of the last call, if the library tells an observer.
  std::uint32_t told_ = VCONFORM_OK;
  std::string told_message_;
};

}  // namespace vconform::adapters::exported
