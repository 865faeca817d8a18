// A backend in this process: a table of the C ABI with a context. Every backend, the bundled ones
// included, is such a table.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "adapters/abi/arena.h"
#include "adapters/abi/backend.h"
#include "adapters/load/shared_library.h"
#include "adapters/vconform_adapter.h"

namespace vconform::adapters {

// The outcome for a return value of a library's functions; kError for unknown values.
spec::OutcomeStatus outcome_status(std::uint32_t returned);

// The status of programs of a batch whose statuses say nothing: none that a table returns.
inline constexpr std::uint32_t kNotRunInBatch = 0xffffffff;

// Owns a context of the library and keeps the library open.
class InProcessBackend final : public Backend {
 public:
  // Checks the table, creates a context and checks its capabilities; throws LoadError. The table is
  // only read here. `where` names the backend in messages; `library` is kept open.
  InProcessBackend(const vconform_adapter* table, const std::string& where,
                   std::shared_ptr<void> library = nullptr);
  // The same with a library's table, and what the library says besides.
  InProcessBackend(SharedLibrary library, const std::string& where);
  // The same with a context that exists, and that the table destroys.
  InProcessBackend(const vconform_adapter* table, void* context, const std::string& where);

  const Description& description() const override { return description_; }
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before) override;

  // Runs steps on this memory, in place. Returns what the table returned; `message` is then one
  // line or empty.
  std::uint32_t run(std::span<const vconform_step> steps, vconform_memories& memories,
                    std::string& message);
  // Runs programs in order, in place, by one call of a table that takes batches. Of each `status`
  // is then what run() would have returned, or kNotRunInBatch of all of them; `message` is one line
  // about the first that is not VCONFORM_OK, or empty.
  void run_batch(std::span<vconform_program> programs, std::string& message);
  // The calls that the last run issued; null if it does not say.
  const vconform_report* report();

 private:
  // Declared first, so that it is closed last.
  std::shared_ptr<void> library_;
  vconform_adapter table_;
  std::unique_ptr<void, void (*)(void*)> context_;
  Description description_;
  // Some rows are served by convert() or element().
  bool lays_out_;
  Arena arena_;
  std::vector<vconform_step> steps_;
};

}  // namespace vconform::adapters
