// A mutant as a row of a table. The tables are constants in headers: mutants.cpp uses everything
// except the witnesses, which only tests use, and unused code is not part of a program.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "adapters/golden/behaviour/behaviour.h"
#include "adapters/mutants/witness.h"

namespace vconform::adapters::mutants {

using golden::Behaviour;
using spec::NumberFormat;
using spec::NumberType;

// An unknown slug does not compile. Not explicit, so that a row names only the slug.
struct BrokenRule {
  constexpr BrokenRule() = default;
  consteval BrokenRule(const char* of) : slug(of) { spec::cite(of); }

  std::string_view slug;
};

// One element that a vconv converted: the patterns of the source and of golden's result.
struct VconvElement {
  const spec::Cell& cell;
  std::uint64_t ctrl;
  std::uint64_t source;
  std::uint64_t result;

  const NumberFormat& from() const { return cell.conversion().from(); }
  const NumberFormat& to() const { return cell.conversion().to(); }
};

// The hooks that a function can be, selected by its type.
struct HookOf {
  Behaviour& golden;

  void set(void (*change)(Behaviour&)) const { change(golden); }
  void set(decltype(Behaviour::factor_index) hook) const { golden.factor_index = hook; }
  void set(decltype(Behaviour::supports) hook) const { golden.supports = hook; }
  void set(decltype(Behaviour::cast_deq)::Function hook) const { golden.cast_deq.add(hook); }
  void set(decltype(Behaviour::left_by_cast_deq)::Function hook) const {
    golden.left_by_cast_deq.add(hook);
  }
  void set(decltype(Behaviour::walk)::Function hook) const { golden.walk.add(hook); }
  void set(decltype(Behaviour::deq)::Function hook) const { golden.deq.add(hook); }
  void set(decltype(Behaviour::copy_matrix)::Function hook) const { golden.copy_matrix.add(hook); }
  void set(decltype(Behaviour::data_copy)::Function hook) const { golden.data_copy.add(hook); }
  void set(decltype(Behaviour::fixpipe)::Function hook) const { golden.fixpipe.add(hook); }
  void set(decltype(Behaviour::copied)::Function hook) const { golden.copied.add(hook); }
  void set(decltype(Behaviour::finish)::Function hook) const { golden.finish.add(hook); }
  void set(decltype(Behaviour::finish_copy_matrix)::Function hook) const {
    golden.finish_copy_matrix.add(hook);
  }
  void set(decltype(Behaviour::finish_data_copy)::Function hook) const {
    golden.finish_data_copy.add(hook);
  }
  template <typename F>
    requires std::is_invocable_r_v<std::uint64_t, F, const VconvElement&>
  void set(F) const {
    golden.result.add(
        [](const spec::Cell& cell, std::uint64_t ctrl, std::uint64_t source,
           std::uint64_t& result) { result = F{}(VconvElement{cell, ctrl, source, result}); });
  }
};

// A lambda without captures that changes golden, or is one of its hooks. Not explicit, so that a
// row holds only the lambda.
struct Change {
  constexpr Change() = default;
  template <typename F>
  constexpr Change(F) : apply([](Behaviour& golden) { HookOf{golden}.set(F{}); }) {}

  void (*apply)(Behaviour& golden) = nullptr;
};

struct Row {
  // The place in the list of mutants, from 1; a new mutant has the next number.
  std::size_t number = 0;
  // The fields of Mutant.
  std::string_view name;
  std::string_view wrong;
  BrokenRule rule;
  Change change;
  Witnesses (*witnesses)() = nullptr;
};

}  // namespace vconform::adapters::mutants
