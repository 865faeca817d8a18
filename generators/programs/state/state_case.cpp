#include "generators/programs/state/state_case.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "generators/programs/illegal/out_of_range.h"
#include "generators/programs/state/changed_argument.h"
#include "generators/programs/state/data_flow.h"
#include "generators/programs/state/in_succession.h"
#include "generators/programs/state/part.h"
#include "generators/programs/state/program.h"
#include "spec/case/registers.h"

namespace vconform::generators {

namespace {

using spec::Step;

// An f32; as an alpha it lets no result of a leaky ReLU be cut off at 0.
constexpr std::uint64_t kMinusTwo = 0xc0000000;

// At first no register is written. Sometimes the first run is repeated, unchanged, at the end.
void run_while_writing(const Part& part, StateProgram& program) {
  Steps order = program.shuffled(part.writes);
  const auto zero = std::partition(order.begin(), order.end(), [&](const Step& write) {
    return !reads(part, write) || !may_be_zero(write, part);
  });
  program.add(Steps(order.begin(), zero));
  program.run(part);
  const Step first = program.steps().back();
  for (auto one = zero; one != order.end(); ++one) {
    program.add(*one);
    program.run(part);
  }
  if (program.choices().one_in(3)) {
    program.add(first);
  }
}

// More instructions than a queue of a backend may have room for, each as small as can be.
void run_often(const ClaimedCell& instruction, StateProgram& program) {
  constexpr int kOften = 514;
  const Part part = program.simplest_part(instruction);
  program.add(part.writes);
  program.run(part);
  const Step step = program.steps().back();
  for (int i = 1; i < kOften; ++i) {
    program.add(step);
  }
}

void run_after(const Part& other, const Part& part, StateProgram& program) {
  const bool keeps = runs_under_registers_of(part, other);
  Steps changed;
  for (const Step& step : other.writes) {
    if (!keeps || !is_mask_or_ctrl(step)) {
      changed.push_back(step);
    }
  }
  program.add(changed);
  program.run(other);
  for (const Step& step : part.writes) {
    if (std::ranges::any_of(changed,
                            [&](const Step& one) { return write_one_register(one, step); })) {
      program.add(step);
    }
  }
  const bool leaves_mask = keeps && sets_mask(other.instruction);
  if (!leaves_mask || suits_any_mask(part)) {
    program.run(part);
  }
  if (leaves_mask) {
    program.add(part.writes);
    program.run(part);
  }
}

void run_in_turn(const Part& a, const Part& b, StateProgram& program) {
  bool is_b = false;
  for (const Step& read : a.writes) {
    if (!reads(a, read)) {
      continue;
    }
    is_b = !is_b;
    const Part& now = is_b ? b : a;
    const Part& other = is_b ? a : b;
    if (program.choices().below(2) != 0) {
      program.add(other.writes);
    }
    Steps order = program.shuffled(now.writes);
    const auto last =
        std::ranges::find_if(order, [&](const Step& one) { return write_one_register(one, read); });
    assert(last != order.end());
    std::iter_swap(last, order.end() - 1);
    program.add(order);
    program.run(now);
  }
}

// More writes than a queue of a backend may have room for; the last ones count.
void run_after_many_writes(const Part& a, const Part& b, StateProgram& program) {
  constexpr int kTimes = 33;
  for (int i = 0; i < kTimes; ++i) {
    program.add(b.writes);
    program.add(a.writes);
  }
  program.run(a);
}

void leave_garbage(StateProgram& program) {
  const std::uint64_t garbage =
      program.choices().below(std::uint64_t{1} << 32) * 0x9e3779b97f4a7c15;
  Steps writes = {spec::SetCtrl{~std::uint64_t{0}}, spec::SetMask{{garbage, ~garbage}},
                  spec::SetDeqScale{garbage, false}};
  for (const spec::FixpipeRegisterName& name : spec::kFixpipeRegisters) {
    const bool is_alpha = name.id == spec::FixpipeRegister::kLreluAlpha;
    writes.emplace_back(spec::SetFixpipe{name.id, is_alpha ? kMinusTwo : garbage});
  }
  program.add(program.shuffled(writes));
}

// An illegal program that may be refused, and then must leave nothing of the registers that the
// next program may find at zero.
spec::Case illegal_program(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  // 1 as a half and, nearly, as 1-8-10; a shift of 4.
  constexpr std::uint64_t kOne = 0x33f803c00;
  spec::Case program = out_of_range_case(choices, cell, part_bounds(bounds.allowed));
  for (Step& step : program.steps) {
    auto* set = std::get_if<spec::SetFixpipe>(&step);
    if (set != nullptr && set->which == spec::FixpipeRegister::kLreluAlpha) {
      set->value = kMinusTwo;
    } else if (set != nullptr && set->which == spec::FixpipeRegister::kQuantPre) {
      set->value = kOne;
    }
  }
  return program;
}

}  // namespace

spec::Case state_case(ChoiceSource& choices, const spec::Cell& cell, const Bounds& bounds) {
  constexpr std::uint64_t kRejectedOnceIn = 2;
  constexpr std::uint64_t kLongOnceIn = 32;
  constexpr std::uint64_t kManyWritesOnceIn = 8;
  const ClaimedCell own{cell, bounds.allowed};
  StateProgram program(choices);
  const Focus focus = choices.pick(foci_of(cell.conversion()));
  if (choices.one_in(kRejectedOnceIn)) {
    program.set_earlier(illegal_program(choices, cell, bounds));
  }
  const Part a = program.part(own, focus, true);
  run_while_writing(a, program);
  program.run(a);
  run_on_own_results(a, program);
  if (choices.one_in(kLongOnceIn)) {
    run_often(own, program);
    program.add(a.writes);
  }
  if (const auto other = drawn_of_families(choices, bounds.others)) {
    run_after(program.part(*other), a, program);
  }
  const Part b = program.part(own, focus, false);
  run_in_turn(a, b, program);
  run_with_half_a_word(a, b, program);
  run_over_results(a, b, program);
  run_with_one_nd_field_less(a, program);
  run_beside_garbage(a, program);
  add_data_flow(a, bounds.others, program);
  run_with_each_change(a, b, bounds.others, program);
  if (choices.one_in(kManyWritesOnceIn)) {
    run_after_many_writes(a, b, program);
  }
  leave_garbage(program);
  return std::move(program).finished();
}

}  // namespace vconform::generators
