#include "suites/vectors/vectors_plan.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

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

Subject subject_of_plan(const VectorsPlan& plan) {
  Subject subject = subject_of(std::make_shared<Claiming>(description_of(plan)));
  // API forms of other families could be lowered to these instructions.
  subject.claims = claims_within(subject.claims, families_named(plan.families));
  return subject;
}

}  // namespace vconform::suites
