#include "oracle/explain/explain.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "oracle/predict/predict.h"
#include "spec/case/memory_image.h"
#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "spec/rows/conversions.h"
#include "spec/text/error.h"
#include "spec/text/number_text.h"
#include "suites/commands/commands.h"
#include "suites/files/case_file.h"
#include "suites/files/exit_codes.h"
#include "suites/files/terminal.h"
#include "suites/judging/subject.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {

namespace {

std::uint64_t read_pattern(const std::string& text, const spec::NumberFormat& format) {
  const std::optional<std::uint64_t> pattern = spec::whole_number<std::uint64_t>(text);
  if (!pattern || (*pattern & ~format.pattern_mask()) != 0) {
    throw spec::InputError(
        fmt::format("'{}' is no bit pattern of {}: write 0x and at most {} digits", text,
                    format.name, format.bits / 4));
  }
  return *pattern;
}

// A field that `explain` takes, as a number from low to high.
struct Field {
  std::string_view name;
  std::int64_t low;
  std::int64_t high;
  // The default; nullopt: the field must be given.
  std::optional<std::int64_t> otherwise;
  // The format of bits given as 0x and digits; null if only a number is accepted.
  const spec::NumberFormat* bits_of = nullptr;
};

// The fields of a word: the scale must be given, and an offset may be a number below 0.
std::vector<Field> fields_of(spec::Word word, bool is_signed) {
  std::vector<Field> fields;
  for (const spec::WordField& field : spec::kWordFields) {
    if (field.word == word) {
      const std::int64_t values = std::int64_t{1} << field.bits;
      const bool is_scale = field.name == "M" || field.name == "M1";
      fields.push_back({field.name, field.name == "offset" ? -values / 2 : 0, values - 1,
                        is_scale ? std::nullopt
                                 : std::optional<std::int64_t>(field.name == "sign" && is_signed)});
    }
  }
  return fields;
}

// The field for the source: an integer as a number or as its bits.
Field source_of(const spec::NumberFormat& from) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const bool has_most = from.bits == 64;
  const std::int64_t high = has_most ? kMost : static_cast<std::int64_t>(from.pattern_mask());
  const std::int64_t low = has_most ? -kMost - 1 : -(high / 2) - 1;
  const bool may_be_below_0 = from.is_signed() && !from.is_floating();
  return {"src", may_be_below_0 ? low : 0, high, std::nullopt, &from};
}

std::vector<std::string_view> names_of(const std::vector<Field>& fields) {
  std::vector<std::string_view> names;
  for (const Field& field : fields) {
    names.push_back(field.name);
  }
  return names;
}

std::int64_t read_field(const Field& field, const std::string& value) {
  if (field.bits_of != nullptr && value.starts_with("0x")) {
    return static_cast<std::int64_t>(read_pattern(value, *field.bits_of));
  }
  const std::optional<std::int64_t> number = spec::whole_number<std::int64_t>(value);
  if (!number || *number < field.low || *number > field.high) {
    throw spec::InputError(fmt::format("{}={}: it takes a number from {} to {}", field.name, value,
                                       field.low, field.high));
  }
  return *number;
}

// The values of the fields by name, as two's complement.
class Values {
 public:
  Values(const ExplainOptions& options, const std::vector<Field>& fields);

  std::uint64_t operator[](std::string_view name) const { return values_.at(name); }
  std::uint64_t of(const spec::WordField& field) const { return (*this)[field.name]; }
  std::uint64_t word(spec::Word word) const;

 private:
  std::map<std::string_view, std::uint64_t> values_;
};

Values::Values(const ExplainOptions& options, const std::vector<Field>& fields) {
  for (const std::string& argument : options.arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& one) { return one.name == name; });
    if (field == fields.end() || name.size() == argument.size()) {
      throw spec::InputError(fmt::format("'{}' is no field of explain {}: it has {}", argument,
                                         options.what, fmt::join(names_of(fields), ", ")));
    }
    if (values_.contains(field->name)) {
      throw spec::InputError(fmt::format("{} is given twice", name));
    }
    values_[field->name] =
        static_cast<std::uint64_t>(read_field(*field, argument.substr(name.size() + 1)));
  }
  for (const Field& field : fields) {
    if (!values_.contains(field.name) && !field.otherwise) {
      throw spec::InputError(fmt::format("explain {} needs {}=NUMBER", options.what, field.name));
    }
    values_.emplace(field.name, static_cast<std::uint64_t>(field.otherwise.value_or(0)));
  }
}

std::uint64_t Values::word(spec::Word word) const {
  std::uint64_t value = 0;
  for (const spec::WordField& field : spec::kWordFields) {
    value = field.word == word ? field.put(value, of(field)) : value;
  }
  return value;
}

std::string vector_text(const ExplainOptions& options, const spec::Cell& cell,
                        const oracle::ElementInput& input, const spec::Choices& choices) {
  return oracle::explain_element(spec::instruction_with(cell), options.ctrl.value_or(0), input,
                                 choices);
}

// The form h; the other forms compute the same.
std::string deq_text(const ExplainOptions& options, const spec::Choices& choices) {
  std::vector<Field> fields = fields_of(spec::Word::kFactor, true);
  fields.push_back(source_of(spec::format_of(spec::NumberType::kS16)));
  const Values values(options, fields);
  const std::uint64_t factor = values.word(spec::Word::kFactor);
  const std::string_view name =
      spec::kFactorSign.of(factor) != 0 ? "vconv_deqs162b8h_s8" : "vconv_deqs162b8h_u8";
  return vector_text(options, *spec::cell_named(name), {values["src"] & 0xffff, factor}, choices);
}

std::string deq16_text(const ExplainOptions& options, const spec::Cell& cell,
                       const spec::Choices& choices) {
  const spec::NumberFormat& from = cell.conversion().from();
  std::vector<Field> fields = fields_of(spec::Word::kHalf, false);
  fields.push_back(source_of(from));
  const Values values(options, fields);
  return vector_text(options, cell,
                     {values["src"] & from.pattern_mask(), values.word(spec::Word::kHalf)},
                     choices);
}

constexpr std::int64_t kMostF32 = 0xffffffff;

// The word of a scalar; a vector has one for each column or lane.
std::optional<spec::Word> word_of(const spec::Conversion& row) {
  if (row.family == spec::Family::kCopyMatrix) {
    return spec::quant_code_of(row).reads_quant_word() ? std::optional(spec::quant_word_of(row))
                                                       : std::nullopt;
  }
  return row.deq_scale == spec::DeqScale::kNone ? std::nullopt
                                                : std::optional(spec::deq_word_of(row.deq_scale));
}

std::string copy_text(const ExplainOptions& options, const spec::Cell& cell,
                      const spec::Choices& choices) {
  const spec::Conversion& row = cell.conversion();
  const bool is_matrix = row.family == spec::Family::kCopyMatrix;
  const std::optional<spec::Word> word = word_of(row);
  std::vector<Field> fields;
  if (word) {
    fields = fields_of(*word, row.to().bits == 8 && row.to().is_signed());
  }
  fields.push_back(source_of(row.from()));
  if (is_matrix) {
    fields.push_back({"ReLUPRE", 0, 3, 0});
    fields.push_back({"alpha", 0, kMostF32, 0});
  } else {
    fields.push_back({"isRelu", 0, 1, row.relu ? 1 : 0});
  }
  const Values values(options, fields);
  const oracle::ElementInput input = {values["src"] & row.from().pattern_mask(),
                                      word ? values.word(*word) : 0,
                                      is_matrix ? static_cast<std::uint32_t>(values["alpha"]) : 0};
  spec::Step step;
  if (is_matrix) {
    spec::CopyMatrix matrix;
    matrix.cell = cell;
    matrix.quant_pre = spec::quant_code_of(row).scalar;
    matrix.relu_pre = static_cast<std::uint8_t>(values["ReLUPRE"]);
    step = matrix;
  } else {
    spec::DataCopy copy;
    copy.cell = cell;
    copy.is_relu = values["isRelu"] == 1;
    step = copy;
  }
  return oracle::explain_element(step, options.ctrl.value_or(0), input, choices);
}

std::string conversion_text(const ExplainOptions& options, const spec::Cell& cell,
                            const spec::Choices& choices) {
  const spec::NumberFormat& from = cell.conversion().from();
  if (options.arguments.size() != 1) {
    throw spec::InputError(fmt::format("explain {} needs one bit pattern of {}, such as 0x1",
                                       options.what, from.name));
  }
  return vector_text(options, cell, {read_pattern(options.arguments.front(), from)}, choices);
}

// The first thing that the backend gets wrong in the case, if it gets so far.
std::optional<oracle::Difference> failing(const BackendOptions& options,
                                          const spec::Case& test_case,
                                          const spec::Choices& choices) {
  const std::shared_ptr<adapters::Backend> backend = open_first(options);
  const spec::MemoryImage before = spec::initial_image(test_case);
  const spec::Outcome outcome = subject_of(backend).execute(test_case, before);
  close_last(*backend);
  if (outcome.status != spec::OutcomeStatus::kCompleted) {
    fmt::print("{}: {}\n", options.backend,
               oracle::name_of(oracle::verdict_of(outcome.status, true)));
    return std::nullopt;
  }
  const oracle::Judgement judgement =
      oracle::judge(oracle::predict(test_case, before, choices), before, outcome, {});
  if (judgement.broken.empty()) {
    fmt::print("{} passes\n", options.backend);
    return std::nullopt;
  }
  return judgement.broken.front().first;
}

std::string case_text(const ExplainOptions& options, const spec::Choices& choices) {
  constexpr std::size_t kMostElements = 8;
  if (!options.arguments.empty() || options.ctrl) {
    throw spec::InputError(
        "'" + options.what +
        "' is no instruction (the command 'list' names them), and a case file has its own "
        "patterns and CTRL");
  }
  const spec::Case test_case = read_case_file(options.what);
  try {
    return oracle::explain_case(
        test_case, choices, kMostElements,
        options.runs_case ? failing(options.backend, test_case, choices) : std::nullopt);
  } catch (const spec::InputError& bad) {
    throw spec::InputError("case file '" + options.what + "': " + bad.what());
  }
}

// Whether the readings are the point of the question, as they are for a dequantisation.
bool shows_every_reading(const ExplainOptions& options) {
  const std::optional<spec::Cell> cell = spec::cell_named(options.what);
  return options.what == "deq" || (cell && cell->conversion().family != spec::Family::kVconv);
}

spec::Choices choices_of(const ExplainOptions& options) {
  if (!options.backend.profile.empty()) {
    return choices_of_profile(options.backend.profile);
  }
  return shows_every_reading(options) ? spec::Choices() : choices_of_profile("a2");
}

std::string explanation(const ExplainOptions& options, const spec::Choices& choices) {
  if (options.what == "deq") {
    return deq_text(options, choices);
  }
  const std::optional<spec::Cell> cell = spec::cell_named(options.what);
  if (!cell) {
    return case_text(options, choices);
  }
  if (options.runs_case) {
    throw spec::InputError("--backend is of no use without a case file");
  }
  const spec::Conversion& row = cell->conversion();
  if (row.deq == spec::DeqForm::kHalf) {
    return deq16_text(options, *cell, choices);
  }
  if (row.is_copy()) {
    return copy_text(options, *cell, choices);
  }
  if (row.family == spec::Family::kDeq || row.family == spec::Family::kCastDeq) {
    throw spec::InputError(
        "explain " + options.what +
        ": write deq, or for an s32 source vconv_deq, and the fields of the scale");
  }
  return conversion_text(options, *cell, choices);
}

}  // namespace

int explain(const ExplainOptions& options) {
  spec::Choices choices = choices_of(options);
  spec::pin_all(choices, options.backend.choices);
  fmt::print("{}", fitted(explanation(options, choices)));
  return kConforms;
}

}  // namespace vconform::suites
