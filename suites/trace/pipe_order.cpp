#include "suites/trace/pipe_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace vconform::suites {

namespace {

constexpr std::size_t kMostCallers = 1 << 16;

std::size_t index_of(Pipe pipe) {
  return static_cast<std::size_t>(pipe);
}

void join(std::array<std::uint64_t, kPipes>& clock,
          const std::array<std::uint64_t, kPipes>& other) {
  for (std::size_t i = 0; i < kPipes; ++i) {
    clock[i] = std::max(clock[i], other[i]);
  }
}

}  // namespace

std::string PipeOrder::text_of(const FlagKey& flag) {
  return fmt::format("({}, {}, EVENT_ID{})", name_of(flag.from), name_of(flag.to), flag.event);
}

// The clock of a pipe on which something begins, which the scalar pipe has issued.
PipeOrder::Clock& PipeOrder::begin(Pipe pipe) {
  Clock& clock = clocks_[index_of(pipe)];
  join(clock, clocks_[index_of(Pipe::kScalar)]);
  ++clock[index_of(pipe)];
  return clock;
}

std::uint32_t PipeOrder::number_of(const Caller& caller) {
  const auto key = std::pair(caller.place, caller.function);
  const auto known = numbers_.find(key);
  if (known != numbers_.end()) {
    return known->second;
  }
  if (callers_.size() >= kMostCallers) {
    return 0;
  }
  const auto number = static_cast<std::uint32_t>(callers_.size());
  numbers_.emplace(key, number);
  callers_.push_back(caller);
  return number;
}

void PipeOrder::split(std::uint64_t at) {
  auto next = shadow_.upper_bound(at);
  if (next == shadow_.begin()) {
    return;
  }
  const auto found = std::prev(next);
  if (found->first < at && at < found->second.end) {
    Bytes later = found->second;
    found->second.end = at;
    shadow_.emplace_hint(next, at, later);
  }
}

void PipeOrder::check(const Bytes& bytes, Pipe pipe, const Access& access,
                      std::vector<Conflict>& conflicts) const {
  const Clock& now = clocks_[index_of(pipe)];
  const auto add = [&](Pipe other, const Mark& mark, bool writes) {
    if (other == pipe || mark.time <= now[index_of(other)]) {
      return;
    }
    const Caller& earlier = callers_[mark.caller];
    const auto known = std::ranges::find_if(conflicts, [&](const Conflict& conflict) {
      return conflict.earlier.place == earlier.place &&
             conflict.earlier.function == earlier.function && conflict.earlier_writes == writes &&
             conflict.access.is_write == access.is_write;
    });
    if (known == conflicts.end()) {
      conflicts.push_back({earlier, other, writes, access});
    }
  };
  add(bytes.writer, bytes.write, true);
  for (std::size_t i = 0; access.is_write && i < kPipes; ++i) {
    add(static_cast<Pipe>(i), bytes.reads[i], false);
  }
}

void PipeOrder::read(Pipe pipe, const Access& access, Mark mark, std::vector<Conflict>& conflicts) {
  std::uint64_t at = access.first;
  auto range = shadow_.lower_bound(at);
  while (at < access.end) {
    if (range == shadow_.end() || range->first > at) {
      const std::uint64_t next = range == shadow_.end() ? access.end : range->first;
      range = shadow_.emplace_hint(range, at, Bytes{std::min(next, access.end), {}, {}, {}});
    }
    check(range->second, pipe, access, conflicts);
    range->second.reads[index_of(pipe)] = mark;
    at = range->second.end;
    ++range;
  }
}

// A write ends the history of the bytes before it: an access that has no order with it has none
// with what it overwrites either, or that was reported.
void PipeOrder::write(Pipe pipe, const Access& access, Mark mark,
                      std::vector<Conflict>& conflicts) {
  const auto first = shadow_.lower_bound(access.first);
  auto last = first;
  for (; last != shadow_.end() && last->first < access.end; ++last) {
    check(last->second, pipe, access, conflicts);
  }
  const auto next = shadow_.erase(first, last);
  shadow_.emplace_hint(next, access.first, Bytes{access.end, pipe, mark, {}});
}

std::vector<PipeOrder::Conflict> PipeOrder::add(Pipe pipe, const std::vector<Access>& accesses,
                                                const Caller& caller) {
  std::vector<Conflict> conflicts;
  if (shadow_.size() > most_ranges_) {
    shadow_.clear();
    has_forgotten_ = true;
  }
  const Clock& clock = begin(pipe);
  const Mark mark{clock[index_of(pipe)], number_of(caller)};
  for (const bool writes : {false, true}) {
    for (const Access& access : accesses) {
      if (access.is_write != writes || access.first >= access.end) {
        continue;
      }
      split(access.first);
      split(access.end);
      if (writes) {
        write(pipe, access, mark, conflicts);
      } else {
        read(pipe, access, mark, conflicts);
      }
    }
  }
  return conflicts;
}

void PipeOrder::barrier_of_all() {
  Clock all{};
  for (const Clock& clock : clocks_) {
    join(all, clock);
  }
  clocks_.fill(all);
  // All that follows is behind all that was.
  shadow_.clear();
}

// A flag that someone may have meant instead: the same pipes with another event, or the same event
// between others.
std::string PipeOrder::near(const FlagKey& flag, SourceLine& other) const {
  for (const auto& [key, set] : flags_) {
    if ((key.from == flag.from && key.to == flag.to) || key.event == flag.event) {
      other = set.caller.place;
      return fmt::format("; set and not waited for: {} at {}", text_of(key),
                         suites::text_of(set.caller.place));
    }
  }
  return "";
}

void PipeOrder::set_flag(Pipe from, Pipe to, std::int64_t event, const Caller& caller,
                         TraceFindings& findings) {
  const FlagKey key{from, to, event};
  const Clock& clock = begin(from);
  const auto known = flags_.find(key);
  if (known != flags_.end()) {
    const SourceLine other = known->second.caller.place;
    findings.add(FindingKind::kFlag, caller.place, "set twice",
                 fmt::format("set_flag{} again, and no wait_flag since the one at {}", text_of(key),
                             suites::text_of(other)),
                 other);
  }
  constexpr std::size_t kMostFlags = 4096;
  if (known != flags_.end() || flags_.size() < kMostFlags) {
    flags_[key] = {clock, caller};
  }
}

void PipeOrder::wait_flag(Pipe from, Pipe to, std::int64_t event, const Caller& caller,
                          TraceFindings& findings) {
  const FlagKey key{from, to, event};
  Clock& clock = begin(to);
  const auto known = flags_.find(key);
  if (known == flags_.end()) {
    SourceLine other;
    const std::string meant = near(key, other);
    findings.add(FindingKind::kFlag, caller.place, "wait",
                 fmt::format("wait_flag{} has no set_flag before it{}", text_of(key), meant),
                 other);
    return;
  }
  join(clock, known->second.clock);
  flags_.erase(known);
}

void PipeOrder::end_kernel(TraceFindings& findings) const {
  for (const auto& [key, set] : flags_) {
    findings.add(FindingKind::kFlag, set.caller.place, "set",
                 fmt::format("set_flag{} has no wait_flag", text_of(key)));
  }
}

}  // namespace vconform::suites
