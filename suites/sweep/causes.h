// What is wrong in a sweep, grouped: millions of wrong results have few causes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "suites/files/json_fields.h"

namespace vconform::suites {

// One wrong result among those of a cause.
struct Wrong {
  // What "smallest" goes by: vconv by the value of the source, NaN behind all others; the family
  // deq by the number of the value.
  std::uint64_t order = 0;
  // The number of the value in its domain.
  std::uint64_t number = 0;
  std::uint64_t got = 0;
  // In one line: "0x40200000 = 2.5 -> 0x00000003 = 3, not 0x00000002 = 2".
  std::string in_short;
};

bool is_before(const Wrong& a, const Wrong& b);

// Wrong results of one domain that break the same rule in the same way.
struct Cause {
  // As in oracle/judge/judge.h; kGoldenVerdict where golden is wrong.
  std::string verdict;
  // A slug, or empty.
  std::string rule;
  // What came instead, such as "next above"; of what concerns a whole program, empty.
  std::string result_class;
  // Elements, or programs.
  std::uint64_t count = 0;
  Wrong smallest;
  Wrong largest;
};

// By verdict, rule and class: the order of the causes of a domain.
bool is_before(const Cause& a, const Cause& b);

// The reference of the sweep gives what the oracle does not permit.
inline constexpr std::string_view kGoldenVerdict = "GOLDEN";

class Causes {
 public:
  // One more, which may be of a cause that is known.
  void add(const std::string& verdict, const std::string& rule, const std::string& result_class,
           const Wrong& wrong);
  void add(const Cause& cause);
  void add(const Causes& others);

  // By verdict, rule and class.
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
