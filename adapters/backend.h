// A backend: the one seam through which cases are executed. Every backend, the bundled ones
// included, is a table of the C ABI.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapters/arena.h"
#include "adapters/capabilities.h"
#include "adapters/vconform_adapter.h"
#include "spec/case.h"
#include "spec/features.h"
#include "spec/memory_image.h"
#include "spec/outcome.h"

namespace vconform::adapters {

// Owns a context of the library and keeps the library open. Used by one thread at a time.
class Backend {
 public:
  // Checks the table, creates a context and checks its capabilities; throws LoadError. The table
  // is only read here. `where` names the backend in messages; `library` is what must stay open.
  Backend(const vconform_adapter* table, std::string where,
          std::shared_ptr<void> library = nullptr);

  // One line each, as the table gives them.
  const std::string& name() const { return name_; }
  const std::string& version() const { return version_; }

  // False for tables that only convert arrays: masks, repeats and strides are then done here.
  bool judges_addressing() const { return table_.execute != nullptr; }

  // The features claimed for an instruction, or nothing when it is not claimed. Where addressing
  // is done here, its features are included.
  std::optional<spec::FeatureSet> claims(const spec::Cell& cell) const;

  // Whether arguments outside the documented range are rejected.
  bool declares_argument_checking() const;
  // The declared reading of rule walk.order, or nothing.
  std::optional<int> overlap_order() const;
  // Strides up to 2^stride_bits - 1 are honoured.
  int stride_bits() const;
  bool thread_safe() const { return capabilities_.thread_safe; }
  // "rule=reading": the permissive readings that it asks for.
  const std::vector<std::string>& permissive_choices() const {
    return capabilities_.permissive_choices;
  }

  // Runs the steps of `program` on a copy of `before` (spec::initial_image(program), as a rule).
  // `after` is what the memories hold then, whatever the status; `message` is one line or empty.
  spec::Outcome execute(const spec::Case& program, const spec::MemoryImage& before);

 private:
  std::uint32_t run(vconform_memories& memories, std::string& message);

  // First, so that it is closed last.
  std::shared_ptr<void> library_;
  vconform_adapter table_;
  std::string name_;
  std::string version_;
  std::unique_ptr<void, void (*)(void*)> context_;
  Capabilities capabilities_;
  Arena arena_;
  std::vector<vconform_step> steps_;
};

}  // namespace vconform::adapters
