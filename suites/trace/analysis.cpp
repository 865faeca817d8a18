#include "suites/trace/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "adapters/intrinsics/header/control.h"
#include "suites/trace/call_text.h"

namespace vconform::suites {

namespace {

constexpr std::size_t kMostProcesses = 64;
constexpr std::size_t kMostNames = 2048;

bool is_executed(const TracedCall& call) {
  constexpr std::string_view kNotExecuted = "not executed";
  return call.status == VCONFORM_OK || call.status == VCONFORM_CALL_UNDEFINED ||
         (call.status == VCONFORM_CALL_BAD_ARGUMENT && !call.message.ends_with(kNotExecuted));
}

// An argument as it was given; -1 if there is none with the name.
std::int64_t number_of(const TracedCall& call, std::string_view name) {
  const auto found = std::ranges::find(call.arguments, name, &TracedArgument::name);
  return found == call.arguments.end() ? -1 : found->value;
}

}  // namespace

Analysis::Analysis(spec::Choices pinned, std::function<void(const std::string&)> on_call)
    : pinned_(pinned), on_call_(std::move(on_call)) {}

void Analysis::damaged() {
  findings_.add(FindingKind::kTrace, {}, "damaged",
                "the program sent a message that the library does not send: it writes to "
                "descriptors or memory that are not its own");
}

void Analysis::add(std::span<const std::uint8_t> packet) {
  const auto message = traced_message(packet);
  if (!message) {
    damaged();
    return;
  }
  if (message->kind == TraceKind::kRefused) {
    was_refused_ = true;
    return;
  }
  if (const auto* hello = std::get_if<TracedHello>(&message->content)) {
    add_hello(message->process, *hello);
    return;
  }
  const auto process = processes_.find(message->process);
  if (process == processes_.end()) {
    damaged();
  } else if (const auto* call = std::get_if<TracedCall>(&message->content)) {
    add_call(process->second, *call);
  } else {
    add_mark(process->second, message->kind);
  }
}

// A program that replaces itself (exec) says hello again, under its old number.
void Analysis::add_hello(std::uint32_t number, const TracedHello& hello) {
  if (processes_.size() >= kMostProcesses && !processes_.contains(number)) {
    findings_.add(FindingKind::kTrace, {}, "processes",
                  fmt::format("more than {} processes: the rest is not traced", kMostProcesses));
    return;
  }
  processes_.insert_or_assign(
      number,
      Process{AddressSpace(hello.memories), hello.registers, LeftOver(hello.registers), {}});
}

void Analysis::add_mark(Process& process, TraceKind kind) {
  if (kind == TraceKind::kForked) {
    ++children_;
  } else if (kind == TraceKind::kReset) {
    end_kernel(process);
    process.left_over = LeftOver(process.entry);
    process.order = {};
  } else if (kind == TraceKind::kEnd) {
    process.has_ended = true;
  } else if (kind == TraceKind::kExecutes) {
    process.executes = true;
  }
}

void Analysis::end(bool has_died) {
  if (has_died) {
    return;
  }
  for (const auto& [number, process] : processes_) {
    if (process.executes) {
      findings_.add(FindingKind::kProgram, {}, "in an instruction",
                    "it ended while the backend executed an instruction, which is not among those "
                    "issued");
    }
    if (!process.is_trapped) {
      end_kernel(process);
    }
  }
}

std::vector<std::uint32_t> Analysis::unended() const {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, process] : processes_) {
    if (!process.has_ended) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

void Analysis::end_kernel(const Process& process) {
  process.left_over.end_kernel(findings_);
  process.order.end_kernel(findings_);
}

Issued& Analysis::issued_of(const TracedCall& call) {
  const auto cell = call.instruction ? spec::cell_of(*call.instruction) : std::nullopt;
  std::string name = cell ? spec::instruction_name(*cell) : call.function;
  if (issued_.size() >= kMostNames && !numbers_.contains(name)) {
    name = "further names";
  }
  const auto [known, is_new] = numbers_.try_emplace(name, issued_.size());
  if (is_new) {
    issued_.push_back({name, 0, 0, cell, {}});
  }
  return issued_[known->second];
}

void Analysis::add_call(Process& process, const TracedCall& call) {
  process.executes = false;
  const SourceLine place{call.file, call.line};
  Issued& issued = issued_of(call);
  ++calls_;
  ++issued.calls;
  if (on_call_) {
    on_call_(call_text(call, process.space));
  }
  note_status(call, place);
  process.is_trapped = call.function == "trap";
  if (!is_executed(call)) {
    return;
  }
  ++issued.executed;
  note_effect(process, call, place, issued);
  note_flag(process, call, place);
}

void Analysis::note_status(const TracedCall& call, const SourceLine& place) {
  const std::string text = call.message.starts_with(call.function)
                               ? call.message
                               : fmt::format("{}: {}", call.function, call.message);
  switch (call.status) {
    case VCONFORM_OK:
      return;
    case VCONFORM_CALL_UNDEFINED:
      findings_.add(FindingKind::kUndefined, place, call.function, text);
      return;
    case VCONFORM_CALL_BAD_ARGUMENT:
      findings_.add(FindingKind::kArgument, place, call.function, text);
      return;
    case VCONFORM_REJECTED:
      if (call.function != "trap") {
        findings_.add(FindingKind::kArgument, place, call.function,
                      text + ": outside the documented range, not executed");
        return;
      }
      [[fallthrough]];
    default:
      findings_.add(FindingKind::kRefused, place, call.function, text);
  }
}

void Analysis::note_effect(Process& process, const TracedCall& call, const SourceLine& place,
                           Issued& issued) {
  const auto effect = effect_of(call, process.space, pinned_);
  if (!effect) {
    process.left_over.note_call(call.function, place, call.registers);
    return;
  }
  issued.rules |= effect->rules;
  cut_calls_ += effect->is_cut ? 1 : 0;
  process.left_over.note_reads(effect->reads, call.function, place, call.registers, findings_);
  if (const auto* cast =
          call.instruction ? std::get_if<spec::CastDeq>(&*call.instruction) : nullptr;
      cast != nullptr && (cast->form == spec::CastDeqForm::kCount || cast->is_set_mask)) {
    process.left_over.note_mask_set(place);
  }
  note_overlap(process, call, place, *effect);
  note_order(process, call, place, *effect);
}

void Analysis::note_overlap(const Process& process, const TracedCall& call, const SourceLine& place,
                            const Effect& effect) {
  if (effect.overlap) {
    findings_.add(FindingKind::kOverlap, place, call.function,
                  fmt::format("{}: operands overlap ({}), so that the pages promise nothing about "
                              "the result ({})",
                              call.function, operands_text(call, process.space),
                              spec::rule_of(*effect.overlap).slug));
  }
  // An argument that has no effect was named already.
  if (effect.undefined && call.status != VCONFORM_CALL_BAD_ARGUMENT) {
    findings_.add(FindingKind::kUndefined, place, call.function,
                  fmt::format("{}: the pages promise nothing about the result of these arguments "
                              "and registers ({})",
                              call.function, spec::rule_of(*effect.undefined).slug));
  }
}

void Analysis::note_order(Process& process, const TracedCall& call, const SourceLine& place,
                          const Effect& effect) {
  const auto conflicts = process.order.add(effect.pipe, effect.accesses, {place, call.function});
  if (process.order.has_forgotten()) {
    findings_.add(FindingKind::kTrace, place, "order",
                  "from here on it is not known any more which pipe touched which bytes before: "
                  "there are too many ranges without a barrier between");
  }
  for (const PipeOrder::Conflict& conflict : conflicts) {
    const std::string what =
        fmt::format("{}{}{}", call.function, conflict.earlier_writes, conflict.access.is_write);
    findings_.add(
        FindingKind::kOrder, place, what,
        fmt::format("{} ({}) {} {}..+{:#x}, which {} ({}) at {} {}: no set_flag and wait_flag from "
                    "{} to {}, no pipe_barrier(PIPE_ALL) between",
                    call.function, name_of(effect.pipe),
                    conflict.access.is_write ? "writes" : "reads",
                    process.space.text_of(conflict.access.first),
                    conflict.access.end - conflict.access.first, conflict.earlier.function,
                    name_of(conflict.earlier_pipe), text_of(conflict.earlier.place),
                    conflict.earlier_writes ? "wrote" : "reads", name_of(conflict.earlier_pipe),
                    name_of(effect.pipe)),
        conflict.earlier.place);
  }
}

void Analysis::note_flag(Process& process, const TracedCall& call, const SourceLine& place) {
  if (call.function == "pipe_barrier" && number_of(call, "pipe") == kAllPipes) {
    process.order.barrier_of_all();
    return;
  }
  const bool sets = call.function == "set_flag";
  if (!sets && call.function != "wait_flag") {
    return;
  }
  const auto from = pipe_numbered(number_of(call, "from"));
  const auto to = pipe_numbered(number_of(call, "to"));
  const std::int64_t event = number_of(call, "event");
  const Caller caller{place, call.function};
  if (!from || !to) {
    findings_.add(FindingKind::kFlag, place, call.function, call.function + " names no two pipes");
  } else if (sets) {
    process.order.set_flag(*from, *to, event, caller, findings_);
  } else {
    process.order.wait_flag(*from, *to, event, caller, findings_);
  }
}

}  // namespace vconform::suites
