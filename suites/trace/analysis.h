// The analysis of a trace, packet by packet: what was issued, and what is wrong with it.
//
// Each process that sends a hello is a core of its own. Its program may crash, flood or lie: no
// packet throws, and what is kept is limited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oracle/number/expectation.h"
#include "spec/profiles/choices.h"
#include "suites/trace/address_space.h"
#include "suites/trace/effect.h"
#include "suites/trace/findings.h"
#include "suites/trace/issued.h"
#include "suites/trace/left_over.h"
#include "suites/trace/message.h"
#include "suites/trace/pipe_order.h"

namespace vconform::suites {

class Analysis {
 public:
  // `on_call` is told of each call as a line; it may be empty.
  explicit Analysis(spec::Choices pinned, std::function<void(const std::string&)> on_call = {});

  void add(std::span<const std::uint8_t> packet);
  // No packet follows. `has_died`: the program ended by a signal, so that its kernel did not end. A
  // process that ended in an instruction is a finding otherwise.
  void end(bool has_died);

  // The processes that have not said that they end.
  std::vector<std::uint32_t> unended() const;
  // Whether any process said hello, and whether one refused to begin.
  bool has_begun() const { return !processes_.empty(); }
  bool was_refused() const { return was_refused_; }
  std::uint64_t calls() const { return calls_; }
  std::uint64_t children() const { return children_; }
  // Calls whose accesses were too many to be followed.
  std::uint64_t cut_calls() const { return cut_calls_; }
  // In the order of their first calls.
  const std::vector<Issued>& issued() const { return issued_; }
  TraceFindings& findings() { return findings_; }

 private:
  struct Process {
    AddressSpace space;
    spec::Registers entry;
    LeftOver left_over;
    PipeOrder order;
    // It was aborted in the middle of a kernel.
    bool is_trapped = false;
    bool executes = false;
    bool has_ended = false;
  };

  void add_hello(std::uint32_t number, const TracedHello& hello);
  void add_call(Process& process, const TracedCall& call);
  void add_mark(Process& process, TraceKind kind);
  void note_status(const TracedCall& call, const SourceLine& place);
  void note_effect(Process& process, const TracedCall& call, const SourceLine& place,
                   Issued& issued);
  void note_overlap(const Process& process, const TracedCall& call, const SourceLine& place,
                    const Effect& effect);
  void note_order(Process& process, const TracedCall& call, const SourceLine& place,
                  const Effect& effect);
  void note_flag(Process& process, const TracedCall& call, const SourceLine& place);
  void end_kernel(const Process& process);
  Issued& issued_of(const TracedCall& call);
  void damaged();

  spec::Choices pinned_;
  std::function<void(const std::string&)> on_call_;
  std::map<std::uint32_t, Process> processes_;
  TraceFindings findings_;
  std::vector<Issued> issued_;
  std::map<std::string, std::size_t> numbers_;
  std::uint64_t calls_ = 0;
  std::uint64_t children_ = 0;
  std::uint64_t cut_calls_ = 0;
  bool was_refused_ = false;
};

}  // namespace vconform::suites
