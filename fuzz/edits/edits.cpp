#include "fuzz/edits/edits.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "fuzz/edits/knobs.h"
#include "spec/case/registers.h"
#include "spec/number/units.h"
#include "spec/number/word_fields.h"

namespace vconform::fuzz {

namespace {

constexpr std::array<std::int64_t, 8> kSteps = {1, -1, 2, -2, 8, -8, 16, -16};

void nudge(Knob& knob, const Edit& edit) {
  const auto step = static_cast<std::uint64_t>(kSteps[edit.amount % kSteps.size()]);
  const bool in_blocks = knob.kind() == Knob::Kind::kAddress && edit.value % 4 != 0;
  knob.set(knob.value() + step * (in_blocks ? spec::kBlockBytes : 1));
}

void flip_bit(Knob& knob, const Edit& edit) {
  const auto any = static_cast<int>(edit.value % static_cast<std::uint32_t>(knob.bits()));
  const int bit = knob.kind() == Knob::Kind::kCtrl
                      ? spec::kCtrlBits[edit.value % spec::kCtrlBits.size()].bit
                      : any;
  knob.set(knob.value() ^ std::uint64_t{1} << bit);
}

void set_listed(Knob& knob, const Edit& edit) {
  constexpr std::array<std::uint64_t, 16> kListed = {
      0, 1, 2, 7, 8, 9, 15, 16, 63, 64, 127, 128, 254, 255, ~std::uint64_t{0}, 0x8000};
  knob.set(kListed[edit.amount % kListed.size()]);
}

// A tie between two shorter numbers: the edit tells how many low bits are dropped, and on which
// side of the tie the pattern lies.
void move_to_tie(Knob& knob, const Edit& edit) {
  if (knob.kind() != Knob::Kind::kElement || knob.bits() < 2) {
    return;
  }
  const auto dropped = 1 + static_cast<int>(edit.amount) % (knob.bits() - 1);
  const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
  const std::uint64_t tie = (knob.value() & ~(2 * half - 1)) | half;
  const std::uint64_t beside = edit.value % 4;
  knob.set(tie + (beside == 2 ? 1 : 0) - (beside == 3 ? 1 : 0));
}

void set_field(Knob& knob, const Edit& edit) {
  if (knob.kind() != Knob::Kind::kWord && knob.bits() < 64) {
    return;
  }
  const spec::WordField& field = spec::kWordFields[edit.amount % spec::kWordFields.size()];
  const std::uint64_t sign = std::uint64_t{1} << (field.bits - 1);
  const std::array<std::uint64_t, 8> values = {0,        1,     sign,       sign - 1,
                                               sign + 1, ~0ULL, edit.value, edit.value >> 8};
  knob.set(field.put(knob.value(), values[edit.value % values.size()]));
}

void turn(Knob& knob, const Edit& edit, Change change) {
  switch (change) {
    case Change::kNudge:
      return nudge(knob, edit);
    case Change::kFlipBit:
      return flip_bit(knob, edit);
    case Change::kList:
      return set_listed(knob, edit);
    case Change::kTie:
      return move_to_tie(knob, edit);
    default:
      return set_field(knob, edit);
  }
}

// The source operand of the last instruction, and its type.
struct Source {
  spec::Address at;
  spec::NumberType type;
};

std::optional<Source> last_source(const spec::Case& test_case) {
  for (auto step = test_case.steps.rbegin(); step != test_case.steps.rend(); ++step) {
    if (const std::optional<spec::Cell> cell = spec::cell_of(*step)) {
      const spec::Address at = std::visit(
          [](const auto& one) {
            if constexpr (requires { one.src; }) {
              return one.src;
            } else {
              return spec::Address{};
            }
          },
          *step);
      return Source{at, cell->conversion().source};
    }
  }
  return std::nullopt;
}

// The elements that fit between an address and the end of its memory.
std::uint64_t room_behind(const spec::Case& test_case, const Source& source) {
  const auto memory =
      std::ranges::find(test_case.memories, source.at.memory, &spec::CaseMemory::id);
  const std::uint64_t size = memory == test_case.memories.end() ? 0 : memory->size;
  const auto bits = static_cast<std::uint64_t>(spec::format_of(source.type).bits);
  return source.at.offset < size ? (size - source.at.offset) * spec::kBitsPerByte / bits : 0;
}

void plant(spec::Case& test_case, const Edit& edit) {
  const std::optional<Source> source = last_source(test_case);
  const std::uint64_t room = source ? room_behind(test_case, *source) : 0;
  if (room > 0) {
    const auto pattern = static_cast<std::uint64_t>(
        static_cast<std::int64_t>(static_cast<std::int32_t>(edit.value)));
    test_case.placements.emplace_back(
        spec::PlaceElement{source->at, source->type, edit.knob % room,
                           pattern & spec::format_of(source->type).pattern_mask()});
  }
}

// Drops any step except the last one.
void drop_step(spec::Case& test_case, const Edit& edit) {
  if (test_case.steps.size() > 1) {
    const std::size_t at = edit.knob % (test_case.steps.size() - 1);
    test_case.steps.erase(test_case.steps.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void copy_step(spec::Case& test_case, const Edit& edit) {
  constexpr std::size_t kMostSteps = 64;
  if (!test_case.steps.empty() && test_case.steps.size() < kMostSteps) {
    const spec::Step copied = test_case.steps[edit.knob % test_case.steps.size()];
    const std::size_t to = edit.amount % (test_case.steps.size() + 1);
    test_case.steps.insert(test_case.steps.begin() + static_cast<std::ptrdiff_t>(to), copied);
  }
}

void apply(spec::Case& test_case, const Edit& edit) {
  const auto change = static_cast<Change>(edit.change % kChanges);
  switch (change) {
    case Change::kPlant:
      return plant(test_case, edit);
    case Change::kDrop:
      return drop_step(test_case, edit);
    case Change::kCopy:
      return copy_step(test_case, edit);
    default:
      break;
  }
  std::vector<Knob> knobs = knobs_of(test_case);
  if (!knobs.empty()) {
    turn(knobs[edit.knob % knobs.size()], edit, change);
  }
}

}  // namespace

spec::Case edited(const spec::Case& test_case, std::span<const Edit> edits) {
  spec::Case changed = test_case;
  for (const Edit& edit : edits) {
    apply(changed, edit);
  }
  for (spec::Step& step : changed.steps) {
    if (auto* call = std::get_if<spec::CastDeq>(&step)) {
      *call = spec::normal_form(*call);
    }
  }
  return changed;
}

}  // namespace vconform::fuzz
