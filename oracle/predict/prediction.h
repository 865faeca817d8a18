// The steps of a case, executed on expectations instead of values, under one combination of
// readings.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "oracle/predict/budget.h"
#include "oracle/predict/element.h"
#include "oracle/predict/known_inputs.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/predict/world.h"
#include "oracle/predict/world_writer.h"
#include "oracle/reading/readings.h"
#include "oracle/vector/vector_walk.h"
#include "spec/case/case.h"
#include "spec/case/registers.h"

namespace vconform::oracle {

class Prediction {
 public:
  // All arguments must outlive the object.
  Prediction(const spec::Case& test_case, const spec::MemoryImage& before, Readings& readings,
             Budget& budget);

  // nullopt if a step read a result that depends on an open rule: the rule has a reading now, and
  // the prediction must be made anew.
  // Throws spec::InputError if an operand's walk leaves its memory or the budget is used up.
  std::optional<World> run();

 private:
  // Some lanes of a repeat: [first, end).
  struct Lanes {
    std::uint64_t first;
    std::uint64_t end;
  };
  void execute(const spec::SetMask& step) { registers_.mask = step.mask; }
  void execute(const spec::SetCtrl& step) { registers_.ctrl = step.value; }
  void execute(const spec::SetDeqScale& step);
  void execute(const spec::SetFixpipe& step) {
    registers_.fixpipe[spec::index_of(step.which)] = step.value;
  }
  // One for each instruction, in prediction.cpp.
  template <typename Instruction>
  void execute(const Instruction& step);
  // operation_prediction.cpp, and what follows from it
  void execute(const spec::Operation& step);

  // `call` is the CastDeq that the instruction is a part of, or null.
  void run_instruction(const spec::Vconv& step, const spec::CastDeq* call);
  std::optional<spec::RuleId> out_of_range_rule(const spec::Vconv& step, const spec::CastDeq* call,
                                                const VectorWalk& walk);
  void convert_in_order(const spec::Vconv& step, const VectorWalk& walk);
  bool is_in_memory(const PredictedElement& element) const;
  void check_bounds(const spec::Vconv& step, const VectorWalk& walk) const;
  void leave_open(const VectorWalk& walk, spec::RuleId rule);
  void convert_all(const spec::Vconv& step, const VectorWalk& walk, spec::Choice order);
  void convert_lanes(const spec::Vconv& step, const VectorWalk& walk, std::uint64_t repeat,
                     const Lanes& lanes, const SimulatedMemory& sources);
  void convert_lane(const spec::Vconv& step, const SimulatedMemory& sources,
                    const std::vector<SimulatedMemory::Found>& factors, PredictedElement& element);
  void zero_other_half(const VectorWalk& walk, const PredictedElement& element);
  std::vector<SimulatedMemory::Found> factors_of(const VectorWalk& walk,
                                                 const SimulatedMemory& sources);
  std::uint32_t converted(const spec::Vconv& step, const SimulatedMemory::Found& source,
                          const SimulatedMemory::Found& scale);
  Alternatives convert_uncertain(const spec::Cell& cell, const SimulatedMemory::Found& source,
                                 const SimulatedMemory::Found& scale);
  Nibble place_of(const OperandWalk& operand, std::uint64_t lane);
  // The words and alphas of an operation's columns; a single one that all columns share.
  struct ColumnParameters {
    std::vector<SimulatedMemory::Found> words;
    std::vector<SimulatedMemory::Found> alphas;
  };
  ColumnParameters parameters_of(const spec::Operation& step);
  void convert_row(const spec::Operation& step, std::uint32_t row,
                   const ColumnParameters& parameters);
  void convert_column(const spec::Operation& step, const ColumnParameters& parameters,
                      PredictedElement& element);

  const spec::Case& test_case_;
  Readings& readings_;
  Budget& budget_;
  SimulatedMemory memory_;
  spec::Registers registers_;
  std::size_t step_ = 0;
  World world_;
  WorldWriter writer_{world_, memory_, readings_, budget_};
  // The expectation of every byte that deq.other-half=zeroed makes 0, once there is one.
  std::optional<std::uint32_t> zero_;
  // In the current step, each distinct pair of source and factor is converted once.
  KnownInputs known_inputs_;
  // The places of the first repeat's elements in the current step, by lane.
  struct Place {
    Nibble destination;
    Nibble source;
  };
  std::vector<Place> places_;
};

}  // namespace vconform::oracle
