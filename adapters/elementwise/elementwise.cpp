#include "adapters/elementwise/elementwise.h"

#include <algorithm>
#include <array>
#include <vector>

#include "adapters/abi/cell.h"
#include "adapters/elementwise/elementwise_walk.h"
#include "spec/case/memory_image.h"

namespace vconform::adapters {

namespace {

// A mask cannot activate more lanes.
constexpr std::size_t kMaxLanes = spec::kMaskBits;

constexpr bool rows_fit() {
  for (const spec::Conversion& row : spec::kConversions) {
    if (static_cast<std::size_t>(row.elements) > kMaxLanes) {
      return false;
    }
  }
  return true;
}
static_assert(rows_fit());

// The walks of a program, or the reason why it does not run: every step is checked before the first
// one runs, so that a rejected program writes nothing.
class Program {
 public:
  Program(std::span<const vconform_step> steps, std::uint64_t ub_size) : ub_size_(ub_size) {
    for (const vconform_step& step : steps) {
      add(step);
      if (status_ != VCONFORM_OK) {
        return;
      }
    }
  }

  std::uint32_t status() const { return status_; }
  const std::string& message() const { return message_; }
  const std::vector<ElementwiseWalk>& walks() const { return walks_; }

 private:
  void add(const vconform_step& step) {
    if (step.kind == VCONFORM_STEP_SET_REGISTER) {
      set(step.as.set_register);
    } else if (step.kind == VCONFORM_STEP_VCONV) {
      add(step.as.vconv);
    } else {
      refuse(VCONFORM_UNSUPPORTED,
             "no steps of kind " + std::to_string(step.kind) + ": convert() serves vconv only");
    }
  }

  void set(const vconform_set_register& write) {
    if (write.register_id == VCONFORM_REGISTER_MASK) {
      registers_.mask = {write.value[1], write.value[0]};
    } else if (write.register_id == VCONFORM_REGISTER_CTRL) {
      registers_.ctrl = write.value[0];
    }
  }

  void add(const vconform_vconv& vconv) {
    const auto cell =
        cell_of(spec::Family::kVconv, 0, vconv.source_type, vconv.destination_type, vconv.rounding);
    if (!cell) {
      return refuse(VCONFORM_UNSUPPORTED, "no vconv with types " +
                                              std::to_string(vconv.source_type) + " to " +
                                              std::to_string(vconv.destination_type) +
                                              " and rounding " + std::to_string(vconv.rounding));
    }
    const ElementwiseWalk walk(*cell, vconv, registers_);
    if (const auto problem = elementwise_problem(walk, ub_size_)) {
      return refuse(VCONFORM_REJECTED, spec::instruction_name(*cell) + ": " + *problem);
    }
    walks_.push_back(walk);
  }

  void refuse(std::uint32_t status, const std::string& message) {
    status_ = status;
    message_ = message;
  }

  std::uint64_t ub_size_;
  // All zero, as at the start of a program.
  spec::Registers registers_;
  std::vector<ElementwiseWalk> walks_;
  std::uint32_t status_ = VCONFORM_OK;
  std::string message_;
};

// Runs one repeat after another: packs its active lanes without gaps into words, so that they are
// aligned for every type, and converts them.
class Repeats {
 public:
  Repeats(const ElementwiseWalk& walk, std::span<std::uint8_t> ub) : walk_(walk), ub_(ub) {}

  // Reads everything before writing anything: the reading "repeat" of rule walk.order.
  std::uint32_t run(std::uint64_t repeat, const vconform_adapter& table, void* context) {
    select(repeat);
    if (count_ == 0) {
      return VCONFORM_OK;
    }
    gather(repeat);
    const spec::Conversion& row = walk_.cell.conversion();
    const std::uint32_t status = table.convert(
        context, sources_.data(), results_.data(), count_, static_cast<std::uint32_t>(row.source),
        static_cast<std::uint32_t>(row.destination),
        static_cast<std::uint32_t>(walk_.cell.rounding), walk_.ctrl);
    if (status == VCONFORM_OK) {
      scatter(repeat);
    }
    return status;
  }

 private:
  using Words = std::array<std::uint64_t, kMaxLanes>;

  static std::span<std::uint8_t> bytes_of(Words& words) {
    return {reinterpret_cast<std::uint8_t*>(words.data()), sizeof words};
  }

  void select(std::uint64_t repeat) {
    count_ = 0;
    for (std::uint64_t lane = 0; lane < walk_.lanes; ++lane) {
      if (walk_.is_active(repeat, lane)) {
        lanes_[count_++] = lane;
      }
    }
  }

  void gather(std::uint64_t repeat) {
    const ElementwiseOperand& from = walk_.source;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint64_t lane = lanes_[i];
      const std::uint64_t pattern = spec::load_element(ub_, from.block(repeat, lane), from.format(),
                                                       from.index_in_block(lane));
      spec::store_element(bytes_of(sources_), 0, from.format(), i, pattern);
    }
    // A result that the table leaves unwritten must not show one of the repeat before.
    std::fill_n(results_.begin(), count_, 0);
  }

  void scatter(std::uint64_t repeat) {
    const ElementwiseOperand& to = walk_.destination;
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint64_t lane = lanes_[i];
      const std::uint64_t pattern = spec::load_element(bytes_of(results_), 0, to.format(), i);
      spec::store_element(ub_, to.block(repeat, lane), to.format(), to.index_in_block(lane),
                          pattern);
    }
  }

  const ElementwiseWalk& walk_;
  std::span<std::uint8_t> ub_;
  std::size_t count_ = 0;
  Words lanes_ = {};
  Words sources_ = {};
  Words results_ = {};
};

}  // namespace

std::uint32_t execute_elementwise(const vconform_adapter& table, void* context,
                                  std::span<const vconform_step> steps,
                                  const vconform_memories& memories, std::string& message) {
  const vconform_memory& memory = memories.memory[VCONFORM_UB];
  const std::span<std::uint8_t> ub(memory.data, memory.data == nullptr ? 0 : memory.size);
  const Program program(steps, ub.size());
  if (program.status() != VCONFORM_OK) {
    message = program.message();
    return program.status();
  }
  for (const ElementwiseWalk& walk : program.walks()) {
    Repeats repeats(walk, ub);
    for (std::uint64_t repeat = 0; repeat < walk.repeats; ++repeat) {
      const std::uint32_t status = repeats.run(repeat, table, context);
      if (status != VCONFORM_OK) {
        return status;
      }
    }
  }
  return VCONFORM_OK;
}

}  // namespace vconform::adapters
