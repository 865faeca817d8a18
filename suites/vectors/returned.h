// The results that were put into a folder of vectors.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "spec/case/outcome.h"
#include "suites/vectors/collection.h"

namespace vconform::suites {

struct ReturnedGroup {
  // One for each program.
  std::vector<spec::OutcomeStatus> statuses;
  // The bytes of all windows.
  std::string after;
};

class Returned {
 public:
  // Reads results/INSTRUCTION/status and after, each as .npy or .bin; an instruction of which there
  // is neither did not come back. Throws spec::InputError naming the file: one of two missing, both
  // forms of one, another length than the programs have, an unknown status, an instruction that the
  // folder does not have.
  Returned(const std::filesystem::path& folder, const Collection& collection);

  // Null if nothing of the instruction came back.
  const ReturnedGroup* group(const std::string& instruction) const;
  // The programs with a status other than "not run".
  std::uint64_t count() const { return count_; }
  // SHA-256 over all results; empty if there are none.
  const std::string& digest() const { return digest_; }

 private:
  std::map<std::string, ReturnedGroup> groups_;
  std::uint64_t count_ = 0;
  std::string digest_;
};

}  // namespace vconform::suites
