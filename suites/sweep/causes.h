// Wrong results of a sweep in groups: millions of them have few causes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "suites/files/json_fields.h"

namespace vconform::suites {

// One wrong result among those of a cause.
struct Wrong {
  // The key of "smallest": for vconv the value of the source, with NaN last; for the family deq the
  // number of the value.
  std::uint64_t order = 0;
  // The number of the value in its domain.
  std::uint64_t number = 0;
  std::uint64_t got = 0;
  // One line, such as "0x40200000 = 2.5 -> 0x00000003 = 3, not 0x00000002 = 2".
  std::string in_short;
};

bool is_before(const Wrong& a, const Wrong& b);

// Wrong results of one domain that break the same rule in the same way.
struct Cause {
  // As in oracle/judge/judge.h; kGoldenVerdict if golden is wrong.
  std::string verdict;
  // A slug, or empty.
  std::string rule;
  // The kind of wrong result, such as "next above"; empty if a whole program is concerned.
  std::string result_class;
  // The number of elements or programs.
  std::uint64_t count = 0;
  Wrong smallest;
  Wrong largest;
};

// Orders the causes of a domain by verdict, rule and class.
bool is_before(const Cause& a, const Cause& b);

// The verdict if golden, the reference of the sweep, gives a result that the oracle does not
// permit.
inline constexpr std::string_view kGoldenVerdict = "GOLDEN";

class Causes {
 public:
  // Adds a wrong result, to a known cause if there is one.
  void add(const std::string& verdict, const std::string& rule, const std::string& result_class,
           const Wrong& wrong);
  void add(const Cause& cause);
  void add(const Causes& others);

  // Ordered by verdict, rule and class.
  const std::vector<Cause>& all() const { return causes_; }
  std::vector<Cause>& all() { return causes_; }
  std::uint64_t count() const;

 private:
  std::vector<Cause> causes_;
};

nlohmann::ordered_json to_json(const Cause& cause);
nlohmann::ordered_json to_json(const Causes& causes);
// Both throw spec::InputError.
Cause cause_from(JsonFields& fields);
Causes causes_from_json(const nlohmann::ordered_json& list);

}  // namespace vconform::suites
