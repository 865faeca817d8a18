#include "suites/vectors/supplied_backend.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "spec/text/error.h"
#include "suites/files/one_line.h"
#include "suites/judging/subject.h"
#include "suites/probing/families.h"

namespace vconform::suites {

namespace {

// Strides have 16 bits on the pages.
constexpr int kStrideBits = 16;

// A backend of which only the claims are asked.
class Claiming final : public adapters::Backend {
 public:
  explicit Claiming(adapters::Description description) : description_(std::move(description)) {}

  const adapters::Description& description() const override { return description_; }
  spec::Outcome execute(const spec::Case& /*program*/,
                        const spec::MemoryImage& /*before*/) override {
    return {.status = spec::OutcomeStatus::kNotReturned, .after = {}, .message = {}};
  }

 private:
  adapters::Description description_;
};

std::vector<spec::Cell> cells_of(const VectorsPlan& plan) {
  const std::vector<spec::Family> families = families_named(plan.families);
  std::vector<spec::Cell> cells;
  for (const std::string& name : plan.instructions) {
    const std::optional<spec::Cell> cell = spec::cell_named(name);
    if (!cell || !is_among(families, *cell)) {
      throw spec::InputError(
          fmt::format("--instruction: {} is no instruction{}: use a name that the command list "
                      "prints, such as vconv_f322f16r",
                      in_quotes(name), cell ? " of these families" : ""));
    }
    cells.push_back(*cell);
  }
  for (const spec::Cell& cell : spec::all_cells()) {
    if (plan.instructions.empty() && is_among(families, cell) &&
        spec::offers(cell.conversion(), cell.rounding)) {
      cells.push_back(cell);
    }
  }
  return cells;
}

}  // namespace

adapters::Description description_of(const VectorsPlan& plan) {
  adapters::Description description;
  description.capabilities.stride_bits = kStrideBits;
  for (const spec::Cell& cell : cells_of(plan)) {
    description.capabilities.rows.at(cell.row).at(static_cast<std::size_t>(cell.rounding)) =
        spec::kAllFeatures;
  }
  return description;
}

Subject subject_claiming(const adapters::Description& description) {
  return subject_of(std::make_shared<Claiming>(description));
}

SuppliedBackend::SuppliedBackend(const std::string& name, const Collection& collection,
                                 const Returned& returned)
    : collection_(collection), returned_(returned), description_(collection.description()) {
  description_.name = name;
}

spec::Outcome SuppliedBackend::execute(const spec::Case& program, const spec::MemoryImage& before) {
  spec::Outcome outcome;
  outcome.after = before;
  const Place* place = collection_.find(program);
  const ReturnedGroup* group = place == nullptr ? nullptr : returned_.group(place->instruction);
  outcome.status =
      group == nullptr ? spec::OutcomeStatus::kNotReturned : group->statuses.at(place->number);
  if (outcome.status == spec::OutcomeStatus::kNotReturned) {
    outcome.message = "its result did not come back";
    return outcome;
  }
  std::size_t at = place->first_byte;
  for (const Window& window : place->windows) {
    std::memcpy(outcome.after.of(window.memory).data() + window.address, group->after.data() + at,
                window.bytes);
    at += window.bytes;
  }
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    outcome.message = "as its status in the folder says";
  }
  return outcome;
}

}  // namespace vconform::suites
