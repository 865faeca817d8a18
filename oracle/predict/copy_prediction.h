// The effect of FIXPIPE and DataCopy on a world (copy_matrix_cc; data_copy_enhanced).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "oracle/predict/element.h"
#include "oracle/predict/known_inputs.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/predict/world.h"
#include "oracle/predict/world_writer.h"
#include "oracle/reading/readings.h"
#include "spec/case/instruction.h"
#include "spec/case/registers.h"

namespace vconform::oracle {

// The prediction of one step of a case.
class CopyPrediction {
 public:
  // All arguments must outlive the object.
  CopyPrediction(Readings& readings, SimulatedMemory& memory, const spec::Registers& registers,
                 World& world, WorldWriter& writer, std::size_t step, Budget& budget)
      : readings_(readings),
        memory_(memory),
        registers_(registers),
        world_(world),
        writer_(writer),
        budget_(budget),
        step_(step) {}

  // Throw spec::InputError if an operand leaves its memory or the budget is used up.
  void run(const spec::CopyMatrix& step);
  void run(const spec::DataCopy& step);

 private:
  using Found = SimulatedMemory::Found;
  // The parameters that a copy reads besides its elements.
  struct Parameters {
    std::vector<Found> words;   // by column, or by element of a block modulo their count
    std::vector<Found> alphas;  // likewise
  };

  class Writers;

  void convert_matrix(const spec::CopyMatrix& step, const FractalWalk& walk);
  void add(const PredictedElement& element, Writers& writers);
  void leave_rest_of_blocks_open(const FractalWalk& walk, PredictedElement element);
  Parameters parameters_of(const spec::CopyMatrix& step, const FractalWalk& walk);
  void check_bounds(const spec::CopyMatrix& step) const;

  void convert_blocks(const spec::DataCopy& step, const BlockWalk& walk);
  bool mcb_differs(const spec::DataCopy& step, const BlockWalk& walk);
  std::vector<Found> factors_of(const spec::DataCopy& step, const BlockWalk& walk, std::uint64_t j);
  void check_bounds(const spec::DataCopy& step, const BlockWalk& walk) const;

  void check_end(const spec::Cell& cell, std::string_view name, spec::MemoryId memory,
                 std::uint64_t end) const;
  PredictedElement blank_element(const spec::Conversion& row, const spec::Address& dst,
                                 const spec::Address& src) const;
  void convert(PredictedElement& element, const spec::NumberFormat& from,
               const Parameters& parameters, const ElementArithmetic& arithmetic);
  Nibble destination_place(const spec::Conversion& row, std::uint64_t nibble);
  // Whether the code may be refused, by the readings of fixpipe.quantpre-codes.
  bool may_refuse_quant_pre(const spec::CopyMatrix& step);
  void note_quant_pre(const spec::CopyMatrix& step);
  bool leaves_memory(const spec::CopyMatrix& step) const;
  void leave_out_of_range(const spec::Address& dst, std::uint64_t end, spec::RuleId parameters);
  void leave_span(const spec::Address& dst, std::uint64_t end, spec::RuleId parameters);

  Readings& readings_;
  SimulatedMemory& memory_;
  const spec::Registers& registers_;
  World& world_;
  WorldWriter& writer_;
  Budget& budget_;
  std::size_t step_;
  // Each distinct element is converted once.
  KnownInputs known_inputs_;
};

}  // namespace vconform::oracle
