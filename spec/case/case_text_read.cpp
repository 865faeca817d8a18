#include <algorithm>
#include <concepts>
#include <initializer_list>

#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
#include "spec/rows/operation_rows.h"
#include "spec/text/text_fields.h"

namespace vconform::spec {

namespace {

Address read_address(const TextFields& line, std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::optional<MemoryId> memory = memory_named(text.substr(0, plus));
  if (plus == std::string_view::npos || !memory) {
    line.fail(quoted(text) +
              " is no address: write UB+0x100, with a memory of UB, L1, L0C, GM, Fixpipe");
  }
  return {*memory, line.parse<std::uint64_t>(text.substr(plus + 1), "offset")};
}

NumberType read_type(TextFields& line) {
  const std::string_view name = line.word("type");
  const std::optional<NumberType> type = number_type_named(name);
  if (!type) {
    line.fail(quoted(name) +
              " is no type: use one of s4, s8, s16, s32, s64, u8, u16, u32, u64, f16, bf16, "
              "f32, f64");
  }
  return *type;
}

CaseMemory read_memory(TextFields& line) {
  const std::string_view name = line.word("memory name");
  const std::optional<MemoryId> id = memory_named(name);
  if (!id) {
    line.fail(quoted(name) + " is no memory: use one of UB, L1, L0C, GM, Fixpipe");
  }
  const auto size = line.number_field<std::uint64_t>("size");
  const int version = line.number_field<int>("background");
  if (version != kBackgroundVersion && version != kNoBackground) {
    line.fail("background version " + std::to_string(version) + " is not known: this is version " +
              std::to_string(kBackgroundVersion) + ", and " + std::to_string(kNoBackground) +
              " means zeros");
  }
  return {*id, size, version == kNoBackground};
}

Placement read_placement(TextFields& line) {
  const Address at = read_address(line, line.word("address"));
  const NumberType type = read_type(line);
  const std::string_view form = line.word("numbers, patterns or element");
  if (form == "numbers") {
    PlaceNumbers p{at, type};
    p.count = line.number_field<std::uint64_t>("count");
    p.low = line.number_field<std::int64_t>("low");
    p.modulus = line.number_field<std::uint64_t>("modulus");
    return p;
  }
  if (form == "patterns") {
    PlacePatterns p{at, type};
    p.count = line.number_field<std::uint64_t>("count");
    p.first = line.number_field<std::uint64_t>("first");
    p.step = line.number_field<std::uint64_t>("step");
    return p;
  }
  if (form == "element") {
    PlaceElement p{at, type};
    p.index = line.number_field<std::uint64_t>("index");
    p.pattern = line.number_field<std::uint64_t>("pattern");
    return p;
  }
  line.fail(quoted(form) + " is no way to place elements: use numbers, patterns or element");
}

SetDeqScale read_deq_scale(TextFields& line) {
  SetDeqScale step;
  step.value = line.number<std::uint64_t>("DEQSCALE value");
  if (!line.empty()) {
    step.is_tensor = line.word("tensor") == "tensor";
    if (!step.is_tensor) {
      line.fail("behind a DEQSCALE value only 'tensor' may stand");
    }
  }
  return step;
}

BlockMode read_block_mode(TextFields& line, std::string_view field) {
  const std::string_view name = line.field(field);
  for (std::size_t i = 0; i < kBlockModeNames.size(); ++i) {
    if (kBlockModeNames[i] == name) {
      return static_cast<BlockMode>(i);
    }
  }
  line.fail(quoted(name) + " is no " + std::string(field) + ": use NORMAL, MATRIX or VECTOR");
}

class FieldReader {
 public:
  explicit FieldReader(TextFields& line) : line_(line) {}

  void operator()(std::string_view name, Address& at) {
    at = read_address(line_, line_.field(name));
  }
  void operator()(std::string_view name, bool& flag) { flag = line_.flag_field(name); }
  void operator()(std::string_view name, BlockMode& mode) { mode = read_block_mode(line_, name); }
  template <std::unsigned_integral Number>
  void operator()(std::string_view name, Number& number, Notation = Notation::kDecimal) {
    number = line_.number_field<Number>(name);
  }
  // The form is that of the first field that the line has, by their numbers; else the last.
  template <typename Form>
  void by_first_field(Form& form, std::initializer_list<std::string_view> fields) {
    const auto* const found = std::find_if(fields.begin(), fields.end() - 1,
                                           [this](auto name) { return line_.has_field(name); });
    form = static_cast<Form>(found - fields.begin());
  }

 private:
  TextFields& line_;
};

Step read_instruction(TextFields& line, const Cell& cell) {
  Step step = instruction_with(cell);
  const auto read = [&](auto& one) {
    if constexpr (requires { one.cell; }) {
      FieldReader reader(line);
      one.fields(one, reader);
    }
  };
  std::visit(read, step);
  return step;
}

// The part of an operation that is its row.
Cell read_operation(TextFields& line) {
  OperationRow row;
  row.name = line.word("name of an operation");
  const std::string_view conversion = line.field("as");
  const std::string_view saturation = line.field("saturation");
  const std::string_view clobbers = line.field("clobbers");
  read_quantisation(line, row);
  try {
    read_conversion(conversion, row);
    row.saturation = saturation_from(saturation);
    row.clobbers = clobbers_from(clobbers);
    return cell_of_operation(row);
  } catch (const InputError& error) {
    line.fail(error.what());
  }
}

Step read_step(TextFields& line, std::string_view keyword) {
  if (keyword == "mask") {
    SetMask step;
    step.mask.mask1 = line.number<std::uint64_t>("mask1");
    step.mask.mask0 = line.number<std::uint64_t>("mask0");
    return step;
  }
  if (keyword == "ctrl") {
    return SetCtrl{line.number<std::uint64_t>("CTRL value")};
  }
  if (keyword == "deqscale") {
    return read_deq_scale(line);
  }
  for (const FixpipeRegisterName& fixpipe : kFixpipeRegisters) {
    if (keyword == fixpipe.name) {
      return SetFixpipe{fixpipe.id, line.number<std::uint64_t>(fixpipe.name)};
    }
  }
  if (keyword == kOperationKeyword) {
    return read_instruction(line, read_operation(line));
  }
  const std::optional<Cell> cell = cell_named(keyword);
  if (!cell) {
    line.fail(quoted(keyword) + " is no keyword or instruction: the command 'list' names them");
  }
  return read_instruction(line, *cell);
}

// Makes an earlier program of all that was read so far.
void begin_next_program(Case& test_case) {
  Case program;
  program.memories.swap(test_case.memories);
  program.placements.swap(test_case.placements);
  program.steps.swap(test_case.steps);
  test_case.earlier.push_back(std::move(program));
}

void read_line(TextFields& line, Case& test_case) {
  const std::string_view keyword = line.word("keyword");
  if (keyword == "claim") {
    test_case.claim = line.word("claim");
  } else if (keyword == "seed") {
    test_case.seed = line.number<std::uint64_t>("seed");
  } else if (keyword == "memory") {
    test_case.memories.push_back(read_memory(line));
  } else if (keyword == "then") {
    begin_next_program(test_case);
  } else if (keyword == "place") {
    test_case.placements.push_back(read_placement(line));
  } else {
    test_case.steps.push_back(read_step(line, keyword));
  }
  line.finish();
}

void read_header(TextFields& line) {
  if (line.empty() || line.word("header") != "vconform-case") {
    line.fail("this is no case file: it begins with 'vconform-case 1'");
  }
  const int version = line.number<int>("version");
  if (version != 1) {
    line.fail("case format " + std::to_string(version) + " is not known: this reads format 1");
  }
  line.finish();
}

}  // namespace

Case case_from_text(std::string_view text) {
  if (text.size() > kMaxCaseTextBytes) {
    throw InputError("a case file has at most " + std::to_string(kMaxCaseTextBytes) +
                     " bytes, this one has " + std::to_string(text.size()));
  }
  Case test_case;
  bool header_seen = false;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view whole = text.substr(at, end - at);
    TextFields line(whole.substr(0, whole.find('#')), ++number);
    at = end + 1;
    if (!header_seen) {
      read_header(line);
      header_seen = true;
    } else if (!line.empty()) {
      read_line(line, test_case);
    }
  }
  if (!header_seen) {
    throw InputError("the case file is empty");
  }
  if (const std::optional<std::string> problem = case_problem(test_case)) {
    throw InputError(*problem);
  }
  return test_case;
}

}  // namespace vconform::spec
