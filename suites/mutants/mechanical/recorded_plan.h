// The cases of a plan as golden runs them, each with the sites that it runs.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/judging/level.h"
#include "suites/judging/unit.h"
#include "suites/mutants/mechanical/mechanical_library.h"

namespace vconform::suites {

// A set of sites, by number.
class SiteSet {
 public:
  SiteSet() = default;
  // From a byte for each site.
  explicit SiteSet(std::span<const unsigned char> runs);
  bool has(std::size_t site) const;

 private:
  std::vector<std::uint64_t> words_;
};

struct RecordedCase {
  spec::Case test_case;
  SiteSet runs;
};

struct RecordedUnit {
  Unit unit;
  std::vector<RecordedCase> cases;
};

// Golden takes its fast paths wherever it can; under these readings it takes the others. The first
// one is golden itself.
inline constexpr std::array<std::string_view, 2> kRecordedReadings = {
    "", "mask.inactive-lanes=undefined"};

// The units of a plan that ask the oracle, in the order of a hunt. Each is run when it is first
// asked for: most mutants are killed by the first few.
class RecordedPlan {
 public:
  // As golden runs it under a reading, "rule=reading", or golden itself if that is empty. The
  // library must outlive it.
  RecordedPlan(const MechanicalLibrary& library, std::string reading, const Level& level,
               std::uint64_t seed);
  ~RecordedPlan() = default;
  RecordedPlan(const RecordedPlan&) = delete;
  RecordedPlan& operator=(const RecordedPlan&) = delete;

  const std::string& reading() const { return reading_; }
  // The sites that run when golden is opened.
  const SiteSet& opening() const { return opening_; }

  std::size_t size() const { return plan_.size(); }
  // Throws std::logic_error if golden fails the unit.
  const RecordedUnit& unit(std::size_t index);

 private:
  void run(RecordedUnit& recorded);

  const MechanicalLibrary& library_;
  std::string reading_;
  std::uint64_t seed_;
  std::shared_ptr<adapters::Backend> golden_;
  SiteSet opening_;
  std::vector<Unit> plan_;
  std::vector<std::optional<RecordedUnit>> recorded_;
};

}  // namespace vconform::suites
