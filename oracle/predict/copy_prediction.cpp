#include "oracle/predict/copy_prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "oracle/copy_matrix/copy_matrix.h"
#include "oracle/data_copy/data_copy.h"
#include "oracle/predict/leaves_memory.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"

namespace vconform::oracle {

namespace {

using spec::choice;
using spec::cite;
using spec::MemoryId;
using spec::NumberType;

// fixpipe.overlap: any of the writers' results may stand there.
Expectation either_writer(const Expectation& first, const Expectation& second) {
  Expectation both = either_of(first, second);
  const bool differ =
      both.kind != second.kind || both.kind != first.kind || first.patterns != second.patterns;
  if (differ) {
    both.rule = cite("fixpipe.overlap");
    both.cited.set(both.rule);
  }
  return both;
}

Nibble nibble_of(std::uint64_t byte) {
  return static_cast<Nibble>(byte * kNibblesPerByte);
}

}  // namespace

// The places that have a result and, if two results may share a place, the first element there.
class CopyPrediction::Writers {
 public:
  explicit Writers(bool may_meet) : may_meet_(may_meet) {}

  // The element that was written to the place first; nullopt if this one is the first.
  std::optional<std::size_t> earlier(Nibble place, std::size_t element) {
    if (!may_meet_) {
      return std::nullopt;
    }
    const auto [entry, is_new] = at_.try_emplace(place, element);
    return is_new ? std::nullopt : std::optional(entry->second);
  }

 private:
  bool may_meet_;
  std::unordered_map<Nibble, std::size_t> at_;
};

void CopyPrediction::check_end(const spec::Cell& cell, std::string_view name, MemoryId memory,
                               std::uint64_t end) const {
  const std::uint64_t size = memory_.size(memory);
  if (end > size) {
    const std::string_view memory_name = spec::memory_of(memory).name;
    throw LeavesMemory(
        fmt::format("step {}, {}: {} reaches {}+{:#x}, but {} ends at {:#x}", step_ + 1,
                    spec::instruction_name(cell), name, memory_name, end - 1, memory_name, size),
        memory, end);
  }
}

PredictedElement CopyPrediction::blank_element(const spec::Conversion& row,
                                               const spec::Address& dst,
                                               const spec::Address& src) const {
  PredictedElement element{};
  element.step = static_cast<std::uint16_t>(step_);
  element.memory = dst.memory;
  element.source_memory = src.memory;
  element.type = row.destination;
  element.has_source = true;
  return element;
}

void CopyPrediction::leave_out_of_range(const spec::Address& dst, std::uint64_t end,
                                        spec::RuleId parameters) {
  world_.out_of_range = true;
  leave_span(dst, end, parameters);
}

// args.out-of-range, applied to all bytes from dst to the last that may be written.
void CopyPrediction::leave_span(const spec::Address& dst, std::uint64_t end,
                                spec::RuleId parameters) {
  world_.cited.set(parameters);
  const std::uint32_t open = writer_.keep(anything(cite("args.out-of-range")));
  writer_.leave_open({dst.memory, dst.offset, end}, open, step_);
}

Nibble CopyPrediction::destination_place(const spec::Conversion& row, std::uint64_t nibble) {
  const bool is_nibble = row.destination == NumberType::kS4;
  const auto place = static_cast<Nibble>(nibble);
  return is_nibble ? place_of_s4(place, readings_) : place;
}

// Predicts the result of the element; each distinct input is converted once.
void CopyPrediction::convert(PredictedElement& element, const spec::NumberFormat& from,
                             const Parameters& parameters, const ElementArithmetic& arithmetic) {
  const Found source = writer_.read(memory_, element.source_memory, element.source, from);
  const Found& word = parameters.words[element.lane % parameters.words.size()];
  const Found& alpha = parameters.alphas[element.lane % parameters.alphas.size()];
  const ElementInput input{source.pattern.value_or(0), word.pattern.value_or(0),
                           static_cast<std::uint32_t>(alpha.pattern.value_or(0))};
  element.source_pattern = source.pattern;
  element.scale = input.scale;
  element.alpha = input.alpha;
  for (const Found* parameter : {&word, &alpha}) {
    if (!parameter->pattern) {
      element.source_pattern = std::nullopt;
      element.expectation =
          writer_.keep(anything(world_.expectations[parameter->expectation].rule));
      return;
    }
  }
  if (!source.pattern) {
    // An earlier result with more than one possibility. No instruction writes to L0C, so that this
    // element is moved unchanged.
    const Expectation before = world_.expectations[source.expectation];
    element.expectation = source.whole ? source.expectation : writer_.keep(anything(before.rule));
    return;
  }
  element.expectation = known_inputs_.number_of(input, [&] {
    return writer_.keep(
        convert_element(arithmetic, input, readings_.decided(), readings_.cited_before(input)));
  });
}

void CopyPrediction::run(const spec::CopyMatrix& step) {
  const bool has_no_count = spec::kNdCount.of(registers_.of(spec::FixpipeRegister::kNdPara)) == 0;
  if (does_nothing(step, registers_, readings_)) {
    world_.cited.set(cite("fixpipe.zero-size-is-nop"));
    world_.idle_out_of_range |=
        out_of_range(step, registers_) || is_contested_split(step) || is_between_nd_limits(step);
    world_.contested |= may_refuse_quant_pre(step);
    return;
  }
  world_.cited.set(cite("fixpipe.nd-count-without-nd"), has_no_count);
  if (out_of_range(step, registers_)) {
    leave_out_of_range(step.dst, destination_end(step, registers_, true),
                       cite("fixpipe.parameters"));
    return;
  }
  if (is_contested_split(step)) {
    world_.contested = true;
    leave_span(step.dst, destination_end(step, registers_, true), cite("fixpipe.channel-split"));
    return;
  }
  if (is_between_nd_limits(step)) {
    world_.contested = true;
    world_.outside_reading = readings_.follows(choice("fixpipe.nd-limit", "msize"));
    if (world_.outside_reading || leaves_memory(step)) {
      leave_span(step.dst, destination_end(step, registers_, false), cite("fixpipe.nd-limit"));
      return;
    }
    world_.cited.set(cite("fixpipe.nd-limit"));
  }
  check_bounds(step);
  const FractalWalk walk = walk_of(step, registers_, readings_);
  budget_.spend(walk.blocks * walk.rows * walk.written_columns());
  world_.cited |= rules_of(step, walk);
  world_.cited.set(cite("fixpipe.nd-para-reserved"),
                   (registers_.of(spec::FixpipeRegister::kNdPara) &
                    spec::reserved_bits(spec::Word::kNdPara)) != 0);
  world_.walks.push_back({static_cast<std::uint16_t>(step_), walk});
  convert_matrix(step, walk);
}

// The readings of fixpipe.quantpre-codes differ in what may be refused. Whether the results differ
// depends on fixpipe.quantpre-zero, so that an open rule needs no world for each.
bool CopyPrediction::may_refuse_quant_pre(const spec::CopyMatrix& step) {
  if (spec::quant_code_of(step.cell.conversion()).scalar == 0) {
    return false;
  }
  world_.cited.set(cite("fixpipe.quantpre-codes"));
  const auto reading = readings_.decided().reading(cite("fixpipe.quantpre-codes"));
  return step.quant_pre == 0 ? reading != choice("fixpipe.quantpre-codes", "zero-only")
                             : reading != choice("fixpipe.quantpre-codes", "header");
}

void CopyPrediction::note_quant_pre(const spec::CopyMatrix& step) {
  const bool may_refuse = may_refuse_quant_pre(step);
  world_.contested |= may_refuse;
  world_.outside_reading |=
      may_refuse && step.quant_pre != 0 &&
      readings_.decided().follows(choice("fixpipe.quantpre-codes", "zero-only"));
}

bool CopyPrediction::leaves_memory(const spec::CopyMatrix& step) const {
  return source_end(step, registers_) > memory_.size(step.src.memory) ||
         destination_end(step, registers_, false) > memory_.size(step.dst.memory);
}

void CopyPrediction::check_bounds(const spec::CopyMatrix& step) const {
  check_end(step.cell, "src", step.src.memory, source_end(step, registers_));
  check_end(step.cell, "dst", step.dst.memory, destination_end(step, registers_, false));
}

// The quant word and the alpha of each column; a single one if a register holds it.
CopyPrediction::Parameters CopyPrediction::parameters_of(const spec::CopyMatrix& step,
                                                         const FractalWalk& walk) {
  const spec::QuantCode& code = spec::quant_code_of(step.cell.conversion());
  const std::uint64_t fpc = registers_.of(spec::FixpipeRegister::kFpc);
  const std::uint64_t columns = walk.converted_columns();
  const auto vector_at = [&](std::uint64_t at, NumberType type, std::uint64_t bytes,
                             std::string_view name) {
    check_end(step.cell, name, MemoryId::kFixpipe, at + columns * bytes);
    std::vector<Found> found;
    for (std::uint64_t n = 0; n < columns; ++n) {
      found.push_back(writer_.read(memory_, MemoryId::kFixpipe, nibble_of(at + n * bytes),
                                   spec::format_of(type)));
    }
    return found;
  };
  Parameters parameters{{{0}}, {{0}}};
  if (code.reads_quant_word()) {
    parameters.words =
        step.quant_pre == code.vector
            ? vector_at(spec::kFpcQuant.of(fpc) * spec::kFpcQuantUnit, NumberType::kU64,
                        spec::kQuantWordBytes, "the vector of quant words")
            : std::vector<Found>{{registers_.of(spec::FixpipeRegister::kQuantPre)}};
  }
  const auto relu = static_cast<spec::ReluPre>(step.relu_pre);
  if (relu == spec::ReluPre::kLeaky) {
    parameters.alphas = {{registers_.of(spec::FixpipeRegister::kLreluAlpha) & 0xffffffff}};
  } else if (relu == spec::ReluPre::kPrelu) {
    parameters.alphas = vector_at(spec::kFpcRelu.of(fpc) * spec::kFpcReluUnit, NumberType::kU32,
                                  spec::kAlphaBytes, "the vector of alphas");
  }
  return parameters;
}

void CopyPrediction::convert_matrix(const spec::CopyMatrix& step, const FractalWalk& walk) {
  const spec::Conversion& row = step.cell.conversion();
  const FixpipeMode mode = fixpipe_mode(step, registers_.ctrl, readings_.decided());
  note_quant_pre(step);
  const Parameters parameters = parameters_of(step, walk);
  const bool reads_vector = parameters.words.size() > 1 || parameters.alphas.size() > 1;
  world_.cited.set(cite("fixpipe.quant-word"), mode.code->reads_quant_word() || reads_vector);
  const ElementArithmetic arithmetic(mode);
  const std::size_t first = world_.elements.size();
  Writers writers(walk.overlaps_itself());
  writer_.expect_elements(walk.blocks * walk.rows * walk.converted_columns());
  PredictedElement element = blank_element(row, step.dst, step.src);
  for (std::uint64_t i = 0; i < walk.blocks; ++i) {
    for (std::uint64_t m = 0; m < walk.rows; ++m) {
      for (std::uint64_t n = 0; n < walk.converted_columns(); ++n) {
        element.source = nibble_of(walk.source_of(i, m, n));
        element.destination = destination_place(row, walk.destination_of(i, m, n));
        element.repeat = static_cast<std::uint32_t>(i);
        element.row = static_cast<std::uint16_t>(m);
        element.lane = static_cast<std::uint32_t>(n);
        convert(element, row.from(), parameters, arithmetic);
        add(element, writers);
      }
    }
  }
  leave_rest_of_blocks_open(walk, element);
  writer_.write_from(first);
}

// The first element at a place stands for all elements that are written there.
void CopyPrediction::add(const PredictedElement& element, Writers& writers) {
  const auto earlier = writers.earlier(element.destination, world_.elements.size());
  if (!earlier) {
    world_.elements.push_back(element);
    return;
  }
  PredictedElement& first = world_.elements[*earlier];
  if (first.expectation != element.expectation) {
    first.expectation =
        writer_.keep(combined(writer_.alternatives_of(first.expectation),
                              writer_.alternatives_of(element.expectation), either_writer));
  }
}

// fixpipe.last-block=whole-block: channels that have no column in the fractals.
void CopyPrediction::leave_rest_of_blocks_open(const FractalWalk& walk, PredictedElement element) {
  if (walk.written_columns() == walk.converted_columns()) {
    return;
  }
  element.has_source = false;
  element.source_pattern = std::nullopt;
  element.expectation = writer_.keep(anything(cite("fixpipe.last-block")));
  for (std::uint64_t m = 0; m < walk.rows; ++m) {
    for (std::uint64_t n = walk.converted_columns(); n < walk.written_columns(); ++n) {
      element.destination = static_cast<Nibble>(walk.destination_of(0, m, n));
      world_.elements.push_back(element);
    }
  }
}

void CopyPrediction::run(const spec::DataCopy& step) {
  if (out_of_range(step)) {
    leave_out_of_range(step.dst, destination_end(step), cite("copy.parameters"));
    return;
  }
  const BlockWalk walk = walk_of(step, readings_);
  check_bounds(step, walk);
  if (mcb_differs(step, walk)) {
    leave_out_of_range(step.dst, destination_end(step), cite("copy.parameters"));
    return;
  }
  world_.cited |= rules_of(step, walk);
  world_.walks.push_back({static_cast<std::uint16_t>(step_), walk});
  budget_.spend(walk.blocks * walk.elements);
  if (!is_hazard(walk)) {
    convert_blocks(step, walk);
    return;
  }
  world_.hazard = true;
  const std::uint32_t open = writer_.keep(anything(cite("overlap.hazard")));
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    const std::uint64_t block = walk.destination.block(j);
    writer_.leave_open({step.dst.memory, block, block + walk.destination.length}, open, step_);
  }
}

void CopyPrediction::check_bounds(const spec::DataCopy& step, const BlockWalk& walk) const {
  check_end(step.cell, "src", step.src.memory, walk.source.end(walk.blocks));
  check_end(step.cell, "dst", step.dst.memory, walk.destination.end(walk.blocks));
  if (walk.vector) {
    // Checked by itself: the end of a 64-bit address could wrap.
    check_end(step.cell, "deqTensorAddr", MemoryId::kUb, *walk.vector);
    check_end(step.cell, "the vector of factors", MemoryId::kUb,
              walk.vector_of(walk.blocks - 1) + walk.vector_bytes);
  }
}

// The factors of block j, or deqValue.
std::vector<SimulatedMemory::Found> CopyPrediction::factors_of(const spec::DataCopy& step,
                                                               const BlockWalk& walk,
                                                               std::uint64_t j) {
  const spec::DeqScale deq = step.cell.conversion().deq_scale;
  if (!walk.vector) {
    return {{deq == spec::DeqScale::kNone ? 0 : step.deq_value}};
  }
  const std::uint64_t bytes = spec::deq_element_bytes(deq);
  const NumberType type = bytes == 2 ? NumberType::kU16 : NumberType::kU64;
  std::vector<Found> factors;
  for (std::uint64_t i = 0; i < spec::kDeqVectorElements; ++i) {
    factors.push_back(writer_.read(memory_, MemoryId::kUb, nibble_of(walk.vector_of(j) + i * bytes),
                                   spec::format_of(type)));
  }
  return factors;
}

bool CopyPrediction::mcb_differs(const spec::DataCopy& step, const BlockWalk& walk) {
  const spec::DeqScale deq = step.cell.conversion().deq_scale;
  if (deq != spec::DeqScale::kVdeq8 && deq != spec::DeqScale::kVdeq16) {
    return false;
  }
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    std::optional<std::uint64_t> mcb;
    for (const Found& factor : factors_of(step, walk, j)) {
      if (!factor.pattern) {
        continue;
      }
      const std::uint64_t bit = spec::kDeqValueMcb.of(*factor.pattern);
      if (mcb.value_or(bit) != bit) {
        return true;
      }
      mcb = bit;
    }
  }
  return false;
}

void CopyPrediction::convert_blocks(const spec::DataCopy& step, const BlockWalk& walk) {
  const spec::Conversion& row = step.cell.conversion();
  const ElementArithmetic arithmetic(step);
  const std::size_t first = world_.elements.size();
  writer_.expect_elements(walk.blocks * walk.elements);
  PredictedElement element = blank_element(row, step.dst, step.src);
  for (std::uint64_t j = 0; j < walk.blocks; ++j) {
    const Parameters parameters{factors_of(step, walk, j), {{0}}};
    for (std::uint64_t i = 0; i < walk.elements; ++i) {
      element.source = nibble_of(walk.source_of(j, i));
      element.destination = nibble_of(walk.destination_of(j, i));
      element.repeat = static_cast<std::uint32_t>(j);
      element.lane = static_cast<std::uint32_t>(i);
      convert(element, row.from(), parameters, arithmetic);
      world_.elements.push_back(element);
    }
  }
  writer_.write_from(first);
}

}  // namespace vconform::oracle
