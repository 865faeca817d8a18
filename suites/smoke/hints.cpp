#include "suites/smoke/hints.h"

#include <array>

namespace vconform::suites {

namespace {

using adapters::Form;
using spec::OutcomeStatus;

struct Hint {
  bool (*fits)(const Tried& tried, Form form);
  std::string_view text;
};

bool is_wrong(const Tried& tried) {
  return tried.status == OutcomeStatus::kCompleted && tried.finding.has_value();
}

// The first that fits is given.
constexpr std::array kHints = {
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kUnsupported; },
         "the claims have this instruction: take it out of them, or implement it; are types and "
         "rounding compared with VCONFORM_S16, VCONFORM_ROUND_R and so on?"},
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kRejected; },
         "REJECTED is for arguments outside the documented range, and these are inside"},
    Hint{[](const Tried& tried, Form) {
           return tried.status == OutcomeStatus::kError && tried.message.empty();
         },
         "let last_error() return a line that says what failed"},
    Hint{[](const Tried& tried, Form form) {
           return tried.status == OutcomeStatus::kCrashed && form == Form::kConvert;
         },
         "n counts elements, not bytes, of source_type in src and of destination_type in dst"},
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kCrashed; },
         "is the next step found by vconform_next_step(), and does each address stay in "
         "memories->memory[address.memory]? Memories that a program does not have are null"},
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kTimedOut; },
         "a case of this size should take microseconds; --time-limit S waits longer"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kConvert && tried.effect != Effect::kSome;
         },
         "there is no result, dst is as convert() found it: does it write to dst?"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kElement && tried.effect != Effect::kSome;
         },
         "every result is 0, as element() finds it: does it write to *result?"},
    Hint{[](const Tried& tried, Form form) { return is_wrong(tried) && form == Form::kElement; },
         "source, word and *result are patterns in the low bits of 64: is an s8 taken as one, and "
         "an f32 by its bits?"},
    Hint{[](const Tried& tried, Form) { return is_wrong(tried) && tried.effect == Effect::kNone; },
         "no byte of any memory has changed: does execute() write to "
         "memories->memory[dst.memory].data + dst.offset?"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kExecute &&
                  tried.finding->verdict == "WROTE OUTSIDE";
         },
         "offsets of addresses are in bytes, strides of vector instructions in blocks of 32 bytes"},
};

}  // namespace

std::string_view hint_of(const Tried& tried, adapters::Form form) {
  for (const Hint& hint : kHints) {
    if (hint.fits(tried, form)) {
      return hint.text;
    }
  }
  return "";
}

}  // namespace vconform::suites
