// The form in which each claimed row is served.
#include <array>
#include <cstddef>
#include <string>

#include "adapters/abi/capabilities.h"
#include "adapters/load_error.h"

namespace vconform::adapters {

namespace {

bool is_by_convert(const spec::Conversion& row) {
  return row.family == spec::Family::kVconv;
}

// Dequantisations, and copies that compute or at least may.
bool is_by_element(const spec::Conversion& row) {
  return !is_by_convert(row) && !(row.is_copy() && row.is_plain_path());
}

bool is_any(const spec::Conversion& /*row*/) {
  return true;
}

struct FormRow {
  Form form;
  std::uint32_t bit;
  const char* function;
  bool (*is_there)(const vconform_adapter& table);
  bool (*serves)(const spec::Conversion& row);
  const char* served;
};

// In the order of Form; without a bit the first one that is there and serves the row is taken.
constexpr std::array<FormRow, 3> kForms = {{
    {Form::kExecute, VCONFORM_BY_EXECUTE, "execute",
     [](const vconform_adapter& table) { return table.execute != nullptr; }, is_any,
     "every instruction"},
    {Form::kConvert, VCONFORM_BY_CONVERT, "convert",
     [](const vconform_adapter& table) { return table.convert != nullptr; }, is_by_convert,
     "vconv only"},
    {Form::kElement, VCONFORM_BY_ELEMENT, "element",
     [](const vconform_adapter& table) { return table.element != nullptr; }, is_by_element,
     "dequantisations and copies that compute only"},
}};

[[noreturn]] void refuse(const std::string& where, const spec::Cell& cell,
                         const std::string& problem) {
  throw LoadError(where + ": " + spec::instruction_name(cell) + " is claimed " + problem);
}

const FormRow& implied(const vconform_adapter& table, const std::string& where,
                       const spec::Cell& cell) {
  for (const FormRow& form : kForms) {
    if (form.is_there(table) && form.serves(cell.conversion())) {
      return form;
    }
  }
  const FormRow& other = kForms[table.convert != nullptr ? 1 : 2];
  refuse(where, cell,
         "without execute: " + std::string(other.function) + "() serves " + other.served +
             ", drop the row");
}

const FormRow& named(const vconform_adapter& table, const std::string& where,
                     const spec::Cell& cell, std::uint32_t bit) {
  const FormRow& form = kForms[bit == VCONFORM_BY_EXECUTE ? 0 : bit == VCONFORM_BY_CONVERT ? 1 : 2];
  const std::string function = form.function;
  if (!form.is_there(table)) {
    refuse(where, cell,
           "to be served by " + function + "(), which the table lacks: set " + function +
               ", or clear the bit VCONFORM_BY_x");
  }
  if (!form.serves(cell.conversion())) {
    refuse(where, cell,
           "to be served by " + function + "(): that serves " + form.served + ", clear the bit");
  }
  return form;
}

}  // namespace

Form form_of(const Capabilities& capabilities, const spec::Cell& cell) {
  if (spec::is_operation(cell)) {
    return Form::kExecute;
  }
  const auto& claim = capabilities.rows[cell.row][static_cast<std::size_t>(cell.rounding)];
  for (const FormRow& form : kForms) {
    if (claim && (claim->bits & form.bit) != 0) {
      return form.form;
    }
  }
  return Form::kExecute;
}

void resolve_forms(const vconform_adapter& table, const std::string& where, Capabilities& claimed) {
  for (const spec::Conversion& row : spec::kRows) {
    for (std::size_t mode = 0; mode < spec::kRoundingModes.size(); ++mode) {
      std::optional<spec::FeatureSet>& claim = claimed.rows[row.number][mode];
      const spec::Cell cell{row.number, static_cast<spec::Rounding>(mode)};
      if (claim) {
        const std::uint32_t bit = claim->bits & kFormBits;
        claim->bits |=
            (bit == 0 ? implied(table, where, cell) : named(table, where, cell, bit)).bit;
      }
    }
  }
}

}  // namespace vconform::adapters
