#include "adapters/backend.h"

#include <utility>

#include "adapters/abi_steps.h"
#include "adapters/checked_table.h"
#include "adapters/elementwise.h"
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

}  // namespace

Backend::Backend(const vconform_adapter* table, std::string where, std::shared_ptr<void> library)
    : library_(std::move(library)),
      table_(checked_table(table, where)),
      name_(table_.name),
      version_(table_.version),
      context_(new_context(table_, where), table_.destroy),
      capabilities_(checked_capabilities(table_.capabilities(context_.get()), where)) {}

std::optional<spec::FeatureSet> Backend::claims(const spec::Cell& cell) const {
  std::optional<spec::FeatureSet> claim =
      capabilities_.vconv[cell.row][static_cast<std::size_t>(cell.rounding)];
  if (claim && !judges_addressing()) {
    claim->bits |= kElementwiseFeatures.bits;
  }
  return claim;
}

bool Backend::declares_argument_checking() const {
  return !judges_addressing() || capabilities_.argument_checking;
}

std::optional<int> Backend::overlap_order() const {
  return judges_addressing() ? capabilities_.overlap_order : kElementwiseOrder;
}

int Backend::stride_bits() const {
  return judges_addressing() ? capabilities_.stride_bits : kElementwiseStrideBits;
}

std::uint32_t Backend::run(vconform_memories& memories, std::string& message) {
  std::uint32_t status = 0;
  if (judges_addressing()) {
    status = table_.execute(context_.get(), steps_.data(), steps_.size(), &memories);
  } else {
    status = execute_elementwise(table_, context_.get(), steps_, memories, message);
  }
  if (status > VCONFORM_ERROR) {
    message = "returned " + std::to_string(status) +
              ", which is none of VCONFORM_OK, UNSUPPORTED, REJECTED, ERROR";
  } else if (status != VCONFORM_OK && message.empty()) {
    message = one_line(table_.last_error(context_.get()));
  }
  return status;
}

spec::Outcome Backend::execute(const spec::Case& program, const spec::MemoryImage& before) {
  translate(program.steps, steps_);
  spec::Outcome outcome;
  outcome.status = outcome_status(run(arena_.load(before), outcome.message));
  outcome.after = arena_.image();
  return outcome;
}

}  // namespace vconform::adapters
