// The mechanical mutants' library, in this process: golden itself, which says which sites run. A
// mutant runs in a worker process only.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "adapters/abi/backend.h"
#include "adapters/mutants/mechanical/library.h"

namespace vconform::suites {

// "mechanical:17", the name of a mutant for --backend; with readings such as "walk.order=block"
// "mechanical:17:walk.order=block", where it is golden under those readings that is wrong.
std::string mechanical_name(std::size_t site, const std::string& readings);

class MechanicalLibrary {
 public:
  // Throws adapters::LoadError if it is not built, with what builds it.
  MechanicalLibrary();

  std::span<const vconform_mechanical_site> sites() const { return sites_; }
  // A byte for each site, by number from 1 on: 1 once it has run.
  std::span<unsigned char> runs() const { return runs_; }
  // Golden under these readings, or golden itself. It keeps the library open.
  std::shared_ptr<adapters::Backend> golden(const std::string& readings) const;

 private:
  std::shared_ptr<void> handle_;
  std::span<const vconform_mechanical_site> sites_;
  std::span<unsigned char> runs_;
};

}  // namespace vconform::suites
