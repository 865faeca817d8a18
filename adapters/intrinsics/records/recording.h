// Recording: each instruction that was executed, as a .case file in the folder that VCONFORM_RECORD
// names. Equal instructions under equal registers on equal bytes are one file, and counted in
// recorded.txt, a line "count file function place" for each.
//
// Case files take at most kMostRecordedBytes of the disk, in whole blocks of 4 KiB, and what tells
// instructions apart at most kMostKnownBytes of memory; then, or if the disk fails, a line on
// stderr says that recording ends, and the program goes on. A child of the program (fork) is not
// recorded. Never destroyed: it works until the process ends.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "adapters/intrinsics/header/control.h"
#include "adapters/intrinsics/records/counted_list.h"
#include "adapters/intrinsics/records/recorded_case.h"

namespace vconform::adapters::intrinsics {

inline constexpr std::uint64_t kMostRecordedBytes = std::uint64_t{256} * 1024 * 1024;
inline constexpr std::uint64_t kMostKnownBytes = std::uint64_t{100} * 1024 * 1024;

class Recording {
 public:
  // `folder` is made if its parent exists. Throws spec::InputError if it cannot be written to or
  // holds a recording. `most_bytes` and `most_known_bytes` are for tests.
  explicit Recording(const std::string& folder, std::uint64_t most_bytes = kMostRecordedBytes,
                     std::uint64_t most_known_bytes = kMostKnownBytes);

  // Before the instruction is executed: takes the bytes that it reads.
  void take(const PlacedStep& placed, const vconform_memories& memories);
  // Afterwards: records what was taken.
  void keep(const PlacedStep& placed);
  // The call in progress; null if the exact prototype was called.
  void set_call(const vconform_call* call) { call_ = call; }

  bool has_ended() const { return has_ended_; }
  // Ends recording without a word.
  void end() { has_ended_ = true; }

 private:
  struct Known {
    std::vector<std::uint8_t> key;
    std::uint64_t place;
  };

  void record(const PlacedStep& placed, std::uint64_t hash);
  // Says once that such calls are left out.
  void skip(const PlacedStep& placed);
  bool write(const std::string& name, const std::string& text);
  void end(const std::string& reason);

  std::string folder_;
  std::uint64_t most_bytes_;
  std::uint64_t most_known_bytes_;
  CountedList list_;
  bool has_ended_ = false;
  bool has_named_skipped_ = false;
  const vconform_call* call_ = nullptr;
  std::uint64_t used_ = 0;
  // The instruction that was taken: registers, step and bytes, the bytes from `bytes_from_` on.
  std::vector<ReadBytes> reads_;
  std::vector<std::uint8_t> key_;
  std::size_t bytes_from_ = 0;
  // Whether those are all that it reads.
  bool has_taken_all_ = false;
  // By hash; keys are compared, so that equal hashes lose nothing.
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::vector<Known> known_;
  std::uint64_t known_bytes_ = 0;
};

// Reads VCONFORM_RECORD. Null without it, and in a child of the process. Throws as the constructor
// does when it is called first.
Recording* recording();

}  // namespace vconform::adapters::intrinsics
