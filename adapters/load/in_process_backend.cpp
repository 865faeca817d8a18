#include "adapters/load/in_process_backend.h"

#include <utility>

#include "adapters/abi/checked_table.h"
#include "adapters/abi/steps.h"
#include "adapters/elementwise/elementwise.h"
#include "adapters/load_error.h"

namespace vconform::adapters {

namespace {

void* new_context(const vconform_adapter& table, const std::string& where) {
  void* context = table.create();
  if (context == nullptr) {
    const std::string reason = one_line(table.last_error(nullptr));
    throw LoadError(where + ": create() returned null: " +
                    (reason.empty() ? "last_error(NULL) does not say why" : reason));
  }
  return context;
}

void refuse_dequantisation(const Capabilities& elementwise, const std::string& where) {
  for (const spec::Conversion& row : spec::kRows) {
    const spec::Cell cell{row.number, spec::Rounding::kNull};
    if (row.family != spec::Family::kVconv && elementwise.rows[row.number][0]) {
      throw LoadError(where + ": " + instruction_name(cell) +
                      " is claimed without execute: convert() serves vconv only, drop the row");
    }
  }
}

// The suite's own addressing adds its features, and checks its arguments.
Capabilities with_addressing(Capabilities elementwise) {
  for (auto& row : elementwise.rows) {
    for (std::optional<spec::FeatureSet>& claim : row) {
      if (claim) {
        claim->bits |= kElementwiseFeatures.bits;
      }
    }
  }
  elementwise.argument_checking = true;
  elementwise.overlap_order = kElementwiseOrder;
  elementwise.stride_bits = kElementwiseStrideBits;
  return elementwise;
}

Description described(const vconform_adapter& table, Capabilities declared,
                      const std::string& where) {
  const bool judges_addressing = table.execute != nullptr;
  if (!judges_addressing) {
    refuse_dequantisation(declared, where);
  }
  return {table.name, table.version, judges_addressing,
          judges_addressing ? std::move(declared) : with_addressing(std::move(declared))};
}

}  // namespace

spec::OutcomeStatus outcome_status(std::uint32_t returned) {
  switch (returned) {
    case VCONFORM_OK:
      return spec::OutcomeStatus::kCompleted;
    case VCONFORM_UNSUPPORTED:
      return spec::OutcomeStatus::kUnsupported;
    case VCONFORM_REJECTED:
      return spec::OutcomeStatus::kRejected;
    default:
      return spec::OutcomeStatus::kError;
  }
}

InProcessBackend::InProcessBackend(const vconform_adapter* table, const std::string& where,
                                   std::shared_ptr<void> library, const std::string& notes)
    : library_(std::move(library)),
      table_(checked_table(table, where)),
      context_(new_context(table_, where), table_.destroy),
      description_(described(
          table_, checked_capabilities(table_.capabilities(context_.get()), where), where)) {
  description_.notes = notes;
}

InProcessBackend::InProcessBackend(const vconform_adapter* table, void* context,
                                   const std::string& where)
    : table_(checked_table(table, where)),
      context_(context, table_.destroy),
      description_(described(
          table_, checked_capabilities(table_.capabilities(context_.get()), where), where)) {}

std::uint32_t InProcessBackend::run(std::span<const vconform_step> steps,
                                    vconform_memories& memories, std::string& message) {
  message.clear();
  std::uint32_t status = 0;
  if (judges_addressing()) {
    status = table_.execute(context_.get(), steps.data(), steps.size(), &memories);
  } else {
    status = execute_elementwise(table_, context_.get(), steps, memories, message);
  }
  if (status > VCONFORM_ERROR) {
    message = "returned " + std::to_string(status) +
              ", which is none of VCONFORM_OK, UNSUPPORTED, REJECTED, ERROR";
  } else if (status != VCONFORM_OK && message.empty()) {
    message = one_line(table_.last_error(context_.get()));
  }
  return status;
}

const vconform_report* InProcessBackend::report() {
  return table_.report == nullptr ? nullptr : table_.report(context_.get());
}

spec::Outcome InProcessBackend::execute(const spec::Case& program,
                                        const spec::MemoryImage& before) {
  translate(program.steps, steps_);
  spec::Outcome outcome;
  outcome.status = outcome_status(run(steps_, arena_.load(before), outcome.message));
  outcome.after = arena_.image();
  return outcome;
}

}  // namespace vconform::adapters
