// The order of instructions on different pipes: which of them must have ended before which begins,
// from set_flag, wait_flag and pipe_barrier, and whether two that touch the same bytes have an
// order.
//
// Each pipe has a vector clock. Instructions of one pipe count as ordered with each other: the
// vendor's page asks for pipe_barrier(PIPE) between dependent ones, which its compiler inserts
// (asc-devkit:PipeBarrier). set_flag(p, q, e) takes what p has done (SetFlag: after all earlier
// reads and writes), wait_flag(p, q, e) makes what q does later wait for that;
// pipe_barrier(PIPE_ALL) joins all pipes. The scalar pipe issues everything, so that what it has
// waited for is before all that follows. Accesses of the program itself (scalar ones) are not seen.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "suites/trace/findings.h"
#include "suites/trace/pipes.h"

namespace vconform::suites {

// The bytes [first, end) by their addresses in the process.
struct Access {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  bool is_write = false;
};

// A call as findings name it.
struct Caller {
  SourceLine place;
  std::string function;
};

class PipeOrder {
 public:
  // The bytes about which two accesses have no order, the earlier one first.
  struct Conflict {
    Caller earlier;
    Pipe earlier_pipe;
    bool earlier_writes;
    Access access;
  };

  // Beyond so many ranges the history of all bytes is given up: a program cannot take all memory.
  static constexpr std::size_t kMostRanges = 1 << 20;
  PipeOrder() = default;
  explicit PipeOrder(std::size_t most_ranges) : most_ranges_(most_ranges) {}

  // Adds an instruction; returns the conflicts with earlier ones, one for each earlier call and
  // kind of access.
  std::vector<Conflict> add(Pipe pipe, const std::vector<Access>& accesses, const Caller& caller);
  // Whether, since this was asked last, there were so many ranges with a history of their own that
  // all history was given up.
  bool has_forgotten() { return std::exchange(has_forgotten_, false); }

  void barrier_of_all();
  // Add findings of kind kFlag if they have no partner. `event` is any number.
  void set_flag(Pipe from, Pipe to, std::int64_t event, const Caller& caller,
                TraceFindings& findings);
  void wait_flag(Pipe from, Pipe to, std::int64_t event, const Caller& caller,
                 TraceFindings& findings);
  // Reports flags that nobody waited for.
  void end_kernel(TraceFindings& findings) const;

 private:
  using Clock = std::array<std::uint64_t, kPipes>;
  // When and by whom; time 0: never.
  struct Mark {
    std::uint64_t time = 0;
    std::uint32_t caller = 0;
  };
  // Bytes with the same history.
  struct Bytes {
    std::uint64_t end = 0;
    Pipe writer = Pipe::kScalar;
    Mark write;
    std::array<Mark, kPipes> reads{};
  };
  using Shadow = std::map<std::uint64_t, Bytes>;
  struct FlagKey {
    Pipe from;
    Pipe to;
    std::int64_t event;
    friend auto operator<=>(const FlagKey&, const FlagKey&) = default;
  };
  struct Flag {
    Clock clock{};
    Caller caller;
  };

  static std::string text_of(const FlagKey& flag);
  Clock& begin(Pipe pipe);
  std::uint32_t number_of(const Caller& caller);
  // Makes a range begin at `at`, if one contains it.
  void split(std::uint64_t at);
  void check(const Bytes& bytes, Pipe pipe, const Access& access,
             std::vector<Conflict>& conflicts) const;
  void read(Pipe pipe, const Access& access, Mark mark, std::vector<Conflict>& conflicts);
  void write(Pipe pipe, const Access& access, Mark mark, std::vector<Conflict>& conflicts);
  std::string near(const FlagKey& flag, SourceLine& other) const;

  std::array<Clock, kPipes> clocks_{};
  Shadow shadow_;
  std::size_t most_ranges_ = kMostRanges;
  bool has_forgotten_ = false;
  std::map<FlagKey, Flag> flags_;
  std::vector<Caller> callers_;
  std::map<std::pair<SourceLine, std::string>, std::uint32_t> numbers_;
};

}  // namespace vconform::suites
