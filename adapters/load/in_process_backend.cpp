#include "adapters/load/in_process_backend.h"

#include <algorithm>
#include <utility>

#include "adapters/abi/checked_table.h"
#include "adapters/abi/issued_report.h"
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

// The forms in which a library serves what it claims.
struct Forms {
  bool execute = false;
  bool others = false;
};

Forms forms_in(const Capabilities& claimed) {
  Forms forms;
  for (const spec::Cell& cell : spec::all_cells()) {
    if (claimed_features(claimed, cell)) {
      const bool executes = form_of(claimed, cell) == Form::kExecute;
      (executes ? forms.execute : forms.others) = true;
    }
  }
  return forms;
}

// The suite's own addressing adds its features to the rows that it lays out.
void add_addressing(Capabilities& claimed) {
  for (const spec::Cell& cell : spec::all_cells()) {
    auto& claim = claimed.rows[cell.row][static_cast<std::size_t>(cell.rounding)];
    if (claim && form_of(claimed, cell) != Form::kExecute) {
      claim->bits |= (cell.conversion().is_copy() ? kCopyFeatures : kElementwiseFeatures).bits;
    }
  }
}

Description described(const vconform_adapter& table, Capabilities declared,
                      const std::string& where) {
  resolve_forms(table, where, declared);
  add_addressing(declared);
  const bool judges_addressing =
      table.execute != nullptr && (forms_in(declared).execute || !forms_in(declared).others);
  if (!judges_addressing) {
    // The walks check their arguments.
    declared.argument_checking = true;
    declared.overlap_order = kElementwiseOrder;
    declared.stride_bits = kElementwiseStrideBits;
  } else if (forms_in(declared).others) {
    declared.stride_bits = std::min(declared.stride_bits, kElementwiseStrideBits);
  }
  // The suite's walks run the elements of one program.
  const bool takes_batches = table.execute_batch != nullptr && !forms_in(declared).others;
  Description description{table.name, table.version, judges_addressing, std::move(declared)};
  description.takes_batches = takes_batches;
  return description;
}

bool has_walked_rows(const vconform_adapter& table, const Description& description) {
  return table.execute == nullptr || forms_in(description.capabilities).others;
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
                                   std::shared_ptr<void> library)
    : library_(std::move(library)),
      table_(checked_table(table, where)),
      context_(new_context(table_, where), table_.destroy),
      description_(described(
          table_, checked_capabilities(table_.capabilities(context_.get()), where), where)),
      lays_out_(has_walked_rows(table_, description_)) {}

InProcessBackend::InProcessBackend(SharedLibrary library, const std::string& where)
    : InProcessBackend(library.table, where, std::move(library.handle)) {
  description_.notes = std::move(library.notes);
  description_.basis = std::move(library.basis);
}

InProcessBackend::InProcessBackend(const vconform_adapter* table, void* context,
                                   const std::string& where)
    : table_(checked_table(table, where)),
      context_(context, table_.destroy),
      description_(described(
          table_, checked_capabilities(table_.capabilities(context_.get()), where), where)),
      lays_out_(has_walked_rows(table_, description_)) {}

std::uint32_t InProcessBackend::run(std::span<const vconform_step> steps,
                                    vconform_memories& memories, std::string& message) {
  message.clear();
  std::uint32_t status = 0;
  if (lays_out_) {
    status = execute_elementwise({table_, context_.get()}, description_.capabilities, steps,
                                 memories, message);
  } else {
    status = table_.execute(context_.get(), steps.data(), steps.size(), &memories);
  }
  if (status > VCONFORM_ERROR) {
    message = "returned " + std::to_string(status) +
              ", which is none of VCONFORM_OK, UNSUPPORTED, REJECTED, ERROR";
  } else if (status != VCONFORM_OK && message.empty()) {
    message = one_line(table_.last_error(context_.get()));
  }
  return status;
}

void InProcessBackend::run_batch(std::span<vconform_program> programs, std::string& message) {
  message.clear();
  const std::uint32_t returned =
      table_.execute_batch(context_.get(), programs.data(), programs.size());
  const auto is_no_status = [](const vconform_program& program) {
    return program.status > VCONFORM_ERROR;
  };
  if (returned != VCONFORM_OK || std::ranges::any_of(programs, is_no_status)) {
    for (vconform_program& program : programs) {
      program.status = kNotRunInBatch;
    }
    message = returned == VCONFORM_OK ? "a program of a batch has no status"
                                      : one_line(table_.last_error(context_.get()));
    return;
  }
  if (!std::ranges::all_of(programs, [](const vconform_program& program) {
        return program.status == VCONFORM_OK;
      })) {
    message = one_line(table_.last_error(context_.get()));
  }
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
  outcome.issued = report_of(report());
  return outcome;
}

}  // namespace vconform::adapters
