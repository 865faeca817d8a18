// The findings of a trace: one for each kind, place and partner, counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace vconform::suites {

// A place in the program's source.
struct SourceLine {
  // Empty: unknown.
  std::string file;
  std::uint32_t line = 0;

  friend auto operator<=>(const SourceLine&, const SourceLine&) = default;
};
std::string text_of(const SourceLine& place);

// In the order in which they are printed.
enum class FindingKind : std::uint8_t {
  kProgram,
  kArgument,
  kRefused,
  kOverlap,
  kUndefined,
  kRegister,
  kOrder,
  kFlag,
  kTrace,
};

struct FindingName {
  FindingKind kind;
  std::string_view name;
  std::string_view meaning;
};
inline constexpr FindingName kFindingNames[] = {
    {FindingKind::kProgram, "program", "how the program ended"},
    {FindingKind::kArgument, "argument", "an argument out of range"},
    {FindingKind::kRefused, "refused", "a call that was not executed"},
    {FindingKind::kOverlap, "overlap", "operands that overlap"},
    {FindingKind::kUndefined, "undefined", "a result about which the pages promise nothing"},
    {FindingKind::kRegister, "register", "a register that was left over"},
    {FindingKind::kOrder, "order", "two pipes on the same bytes, with nothing between"},
    {FindingKind::kFlag, "flag", "a set_flag or wait_flag without the other"},
    {FindingKind::kTrace, "trace", "a trace that is damaged or too long"},
};
std::string_view name_of(FindingKind kind);

struct TraceFinding {
  FindingKind kind = FindingKind::kTrace;
  SourceLine place;
  // The other line that it is about; line 0 if there is none.
  SourceLine other;
  // Without the place.
  std::string text;
  std::uint64_t count = 0;
};

class TraceFindings {
 public:
  // Counts a finding; the first text of its kind, place, partner and `what` is kept. At most
  // kMostFindings are kept apart.
  void add(FindingKind kind, const SourceLine& place, const std::string& what,
           const std::string& text, const SourceLine& other = {});

  bool empty() const { return found_.empty(); }
  // By kind, then in the order in which they were found.
  std::vector<TraceFinding> sorted() const;

 private:
  static constexpr std::size_t kMostFindings = 1000;
  using Key = std::tuple<FindingKind, SourceLine, SourceLine, std::string>;

  std::map<Key, std::size_t> known_;
  std::vector<TraceFinding> found_;
  bool is_cut_ = false;
};

}  // namespace vconform::suites
