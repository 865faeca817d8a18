// The cases of a plan as golden runs them, each with the sites that it runs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

// The readings under which golden runs the plan, as spec::choices_from_text takes them: none, which
// is golden itself; one under which it takes no fast path; then sets of others, so that what golden
// does under a reading that it does not follow by itself runs too.
std::vector<std::string> recorded_readings();

// The units of a plan that ask the oracle, in the order of a hunt. Each is run when it is first
// asked for: most mutants are killed by the first few.
class RecordedPlan {
 public:
  // As golden runs it under these readings. The library must outlive it.
  RecordedPlan(const MechanicalLibrary& library, std::string readings, const Level& level,
               std::uint64_t seed);
  ~RecordedPlan() = default;
  RecordedPlan(const RecordedPlan&) = delete;
  RecordedPlan& operator=(const RecordedPlan&) = delete;

  const std::string& readings() const { return readings_; }
  // The sites that run when golden is opened.
  const SiteSet& opening() const { return opening_; }

  std::size_t size() const { return plan_.size(); }
  // Throws std::logic_error if golden fails the unit.
  const RecordedUnit& unit(std::size_t index);

 private:
  void run(RecordedUnit& recorded);

  const MechanicalLibrary& library_;
  std::string readings_;
  std::uint64_t seed_;
  std::shared_ptr<adapters::Backend> golden_;
  SiteSet opening_;
  std::vector<Unit> plan_;
  std::vector<std::optional<RecordedUnit>> recorded_;
};

}  // namespace vconform::suites
