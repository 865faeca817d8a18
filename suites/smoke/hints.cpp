#include "suites/smoke/hints.h"

#include <array>

namespace vconform::suites {

namespace {

using adapters::Form;
using spec::OutcomeStatus;

struct Hint {
  bool (*fits)(const Tried& tried, Form form);
  std::string_view of_library;
  std::string_view of_program;

  std::string_view text(Door door) const {
    return door == Door::kLibrary ? of_library : of_program;
  }
};

bool is_wrong(const Tried& tried) {
  return tried.status == OutcomeStatus::kCompleted && tried.finding.has_value();
}

constexpr std::string_view kRejects =
    "REJECTED is for arguments outside the documented range, and these are inside";
constexpr std::string_view kUnits =
    "offsets of addresses are in bytes, strides of vector instructions in blocks of 32 bytes";

// The first that fits is given.
constexpr std::array kHints = {
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kUnsupported; },
         "the claims have this instruction: take it out of them, or implement it; are types and "
         "rounding compared with VCONFORM_S16, VCONFORM_ROUND_R and so on?",
         "the claims have this instruction: take it out of them, or implement it; are types and "
         "rounding compared with their numbers in protocol.md?"},
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kRejected; },
         kRejects, kRejects},
    Hint{[](const Tried& tried, Form) {
           return tried.status == OutcomeStatus::kError && tried.message.empty();
         },
         "let last_error() return a line that says what failed",
         "send a message with the status 3 that says what failed"},
    Hint{[](const Tried& tried, Form form) {
           return tried.status == OutcomeStatus::kCrashed && form == Form::kConvert;
         },
         "n counts elements, not bytes, of source_type in src and of destination_type in dst",
         "n counts elements, not bytes, of the source type in the item and of the destination type "
         "in its answer"},
    Hint{[](const Tried& tried, Form) { return tried.status == OutcomeStatus::kCrashed; },
         "is the next step found by vconform_next_step(), and does each address stay in "
         "memories->memory[address.memory]? Memories that a program does not have are null",
         "is the next step found by the bytes at 0 of a step, and does each address stay in its "
         "memory, which has the size that the item says?"},
    Hint{
        [](const Tried& tried, Form) { return tried.status == OutcomeStatus::kTimedOut; },
        "a case of this size should take microseconds; --time-limit S waits longer",
        "is stdout flushed after each answer, and is no more waited for on stdin than the bytes of "
        "the frame? --time-limit S waits longer"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kConvert && tried.effect != Written::kSome;
         },
         "every result is 0 or what stood there before: does it write to dst?",
         "every result is 0: do n elements of the destination type stand behind the status?"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kElement && tried.effect != Written::kSome;
         },
         "every result is 0 or what stood there before: does it write to *result?", ""},
    Hint{[](const Tried& tried, Form form) { return is_wrong(tried) && form == Form::kElement; },
         "source, word and *result are patterns in the low bits of 64: is an s8 taken as one, and "
         "an f32 by its bits?",
         ""},
    Hint{[](const Tried& tried, Form) { return is_wrong(tried) && tried.effect == Written::kNone; },
         "no byte of any memory has changed: does execute() write to "
         "memories->memory[dst.memory].data + dst.offset?",
         "no byte of any memory has changed: does the answer have a span for what was written?"},
    Hint{[](const Tried& tried, Form form) {
           return is_wrong(tried) && form == Form::kExecute &&
                  tried.finding->verdict == "WROTE OUTSIDE";
         },
         kUnits, kUnits},
};

}  // namespace

std::string_view hint_about_claims(Door door) {
  return door == Door::kLibrary
             ? "set rows, row_count and row_size = sizeof(vconform_capability) in what "
               "capabilities() returns; with vconform.hpp, rows in what claims() returns"
             : "name instructions in \"claims\" of the answer to the line start";
}

std::string_view hint_of(const Tried& tried, adapters::Form form, Door door) {
  for (const Hint& hint : kHints) {
    if (hint.fits(tried, form)) {
      return hint.text(door);
    }
  }
  return "";
}

}  // namespace vconform::suites
