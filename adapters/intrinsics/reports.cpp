#include "adapters/intrinsics/reports.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "adapters/intrinsics/header/caller.h"
#include "adapters/intrinsics/records/call_status.h"
#include "adapters/intrinsics/records/recording.h"
#include "adapters/intrinsics/records/tracing.h"
#include "adapters/intrinsics/settings.h"

namespace vconform::adapters::intrinsics {

namespace {

std::string line_of(const vconform_call& call, const Result& result) {
  std::string line = "vconform: ";
  if (call.file != nullptr) {
    line = std::string(call.file) + ":" + std::to_string(call.line) + ": ";
  }
  line += std::string(call.function) + ": " + std::string(word_for(result.status));
  // Golden begins with the name of the row.
  const bool is_named = result.message.starts_with(call.function);
  const std::string message =
      is_named ? result.message.substr(result.message.find(": ") + 2) : result.message;
  return message.empty() ? line : line + ": " + message;
}

std::string problem_of(const vconform_argument& argument) {
  return std::string(argument.name) + " is " + std::to_string(argument.value) + ", outside " +
         std::to_string(argument.least) + ".." + std::to_string(argument.most);
}

bool has_effect(const vconform_call& call, const vconform_argument& argument, std::uint64_t ctrl) {
  if (is_strict()) {
    return true;
  }
  const bool is_repeat_stride =
      std::string_view(argument.name).find("RepeatStride") != std::string_view::npos;
  if (!is_repeat_stride || spec::ctrl_bit(ctrl, spec::kCtrlCounterMode)) {
    return true;
  }
  return std::none_of(
      call.arguments, call.arguments + call.argument_count, [](const vconform_argument& other) {
        return std::string_view(other.name) == "repeat" && other.value >= 0 && other.value <= 1;
      });
}

}  // namespace

bool Reports::begin(const vconform_call& call, std::uint64_t ctrl) {
  pending_ = {};
  bool is_made = true;
  for (std::uint64_t i = 0; i < call.argument_count; ++i) {
    const vconform_argument& argument = call.arguments[i];
    if (!vconform::intrinsics::fits(argument)) {
      is_made = is_made && !has_effect(call, argument, ctrl);
      pending_.status = VCONFORM_CALL_BAD_ARGUMENT;
      pending_.message += (pending_.message.empty() ? "" : "; ") + problem_of(argument);
    }
  }
  if (!is_made) {
    pending_.message += "; not executed";
    report(call, pending_);
    return false;
  }
  if (pending_.status != VCONFORM_OK) {
    pending_.message += ", without effect";
  }
  set_current(&call);
  return true;
}

// A recording says which call its cases are from.
void Reports::set_current(const vconform_call* call) {
  current_ = call;
  if (Recording* const recorder = recording()) {
    recorder->set_call(call);
  }
}

void Reports::end() {
  if (current_ != nullptr) {
    const vconform_call& call = *current_;
    set_current(nullptr);
    report(call, pending_);
  }
}

void Reports::result(const char* function, const Result& result) {
  if (current_ == nullptr) {
    vconform_call call{};
    call.struct_size = sizeof(vconform_call);
    call.function = function;
    call.types = "";
    report(call, result);
  } else if (result.status != VCONFORM_OK) {
    pending_ = result;
  } else {
    pending_.instruction = result.instruction;
  }
}

void Reports::not_modelled(const vconform_call& call) {
  report(call, {VCONFORM_UNSUPPORTED, std::string("not modelled: ") + call.function});
}

void Reports::observe(const vconform_observer* observer) {
  observer_ = observer == nullptr ? vconform_observer{} : *observer;
}

void Reports::witness(const vconform_observer* witness) {
  witness_ = witness == nullptr ? vconform_observer{} : *witness;
}

void Reports::report(const vconform_call& call, const Result& result) {
  failures_ += result.status == VCONFORM_OK ? 0 : 1;
  const bool is_traced = tracing().is_on();
  if (is_traced) {
    tracing().called(call, result.status, result.message, core().registers());
  }
  const auto told = [&](const vconform_observer& to) {
    if (to.called != nullptr) {
      to.called(to.context, &call, result.status, result.message.c_str());
    }
    return to.called != nullptr;
  };
  instruction_ = result.instruction ? &*result.instruction : nullptr;
  const bool has_witness = told(witness_);
  const bool is_told = told(observer_) || has_witness;
  instruction_ = nullptr;
  if (is_told || result.status == VCONFORM_OK || is_traced) {
    return;
  }
  const std::string line = line_of(call, result);
  // A file without the message: a loop prints the first of its lines only.
  const std::string place =
      call.file == nullptr ? line : line.substr(0, line.find(": ")) + call.function;
  if (printed_.insert(place + std::to_string(result.status)).second) {
    std::fprintf(stderr, "%s\n", line.c_str());
  }
}

Reports& reports() {
  static Reports& only = *std::make_unique<Reports>().release();
  return only;
}

}  // namespace vconform::adapters::intrinsics
