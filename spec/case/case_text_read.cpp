#include "spec/case/case_limits.h"
#include "spec/case/case_text.h"
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

Vconv read_vconv(TextFields& line, const Cell& cell) {
  Vconv step;
  step.cell = cell;
  step.dst = read_address(line, line.field("dst"));
  step.src = read_address(line, line.field("src"));
  step.repeat = line.number_field<std::uint8_t>("repeat");
  step.dst_block_stride = line.number_field<std::uint16_t>("dstBlockStride");
  step.src_block_stride = line.number_field<std::uint16_t>("srcBlockStride");
  step.dst_repeat_stride = line.number_field<std::uint16_t>("dstRepeatStride");
  step.src_repeat_stride = line.number_field<std::uint16_t>("srcRepeatStride");
  return step;
}

bool read_flag(TextFields& line, std::string_view name) {
  const int value = line.number_field<int>(name);
  if (value != 0 && value != 1) {
    line.fail(std::string(name) + "=" + std::to_string(value) + " is no flag: write 0 or 1");
  }
  return value == 1;
}

// The fields that stand there tell the form.
CastDeq read_cast_deq(TextFields& line, const Cell& cell) {
  CastDeq step;
  step.cell = cell;
  step.dst = read_address(line, line.field("dst"));
  step.src = read_address(line, line.field("src"));
  step.is_vec_deq = read_flag(line, "is_vec_deq");
  step.half_block = read_flag(line, "half_block");
  if (line.has_field("count")) {
    step.form = CastDeqForm::kCount;
    step.count = line.number_field<std::uint32_t>("count");
    return step;
  }
  if (line.has_field("mask")) {
    step.form = CastDeqForm::kContiguous;
    step.mask.mask0 = line.number_field<std::uint64_t>("mask");
  } else {
    step.form = CastDeqForm::kBitwise;
    step.mask.mask1 = line.number_field<std::uint64_t>("mask1");
    step.mask.mask0 = line.number_field<std::uint64_t>("mask0");
  }
  step.repeat_time = line.number_field<std::uint8_t>("repeat_time");
  step.dst_blk_stride = line.number_field<std::uint16_t>("dstBlkStride");
  step.src_blk_stride = line.number_field<std::uint16_t>("srcBlkStride");
  step.dst_rep_stride = line.number_field<std::uint16_t>("dstRepStride");
  step.src_rep_stride = line.number_field<std::uint16_t>("srcRepStride");
  step.is_set_mask = read_flag(line, "is_set_mask");
  return step;
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

CopyMatrix read_copy_matrix(TextFields& line, const Cell& cell) {
  CopyMatrix step;
  step.cell = cell;
  step.dst = read_address(line, line.field("dst"));
  step.src = read_address(line, line.field("src"));
  step.sid = line.number_field<std::uint8_t>("sid");
  step.n_size = line.number_field<std::uint16_t>("NSize");
  step.m_size = line.number_field<std::uint16_t>("MSize");
  step.dst_stride_dst_d = line.number_field<std::uint32_t>("dstStride_dst_D");
  step.src_stride = line.number_field<std::uint16_t>("srcStride");
  step.unit_flag_mode = line.number_field<std::uint8_t>("UnitFlagMode");
  step.quant_pre = line.number_field<std::uint64_t>("QuantPRE");
  step.relu_pre = line.number_field<std::uint8_t>("ReLUPRE");
  step.channel_split = read_flag(line, "channelSplit");
  step.nz2nd_en = read_flag(line, "NZ2ND_EN");
  return step;
}

BlockMode read_block_mode(TextFields& line) {
  const std::string_view name = line.field("blockMode");
  for (std::size_t i = 0; i < kBlockModeNames.size(); ++i) {
    if (kBlockModeNames[i] == name) {
      return static_cast<BlockMode>(i);
    }
  }
  line.fail(quoted(name) + " is no blockMode: use NORMAL, MATRIX or VECTOR");
}

DataCopy read_data_copy(TextFields& line, const Cell& cell) {
  DataCopy step;
  step.cell = cell;
  step.dst = read_address(line, line.field("dst"));
  step.src = read_address(line, line.field("src"));
  step.block_count = line.number_field<std::uint16_t>("blockCount");
  step.block_len = line.number_field<std::uint16_t>("blockLen");
  step.src_stride = line.number_field<std::uint16_t>("srcStride");
  step.dst_stride = line.number_field<std::uint16_t>("dstStride");
  step.block_mode = read_block_mode(line);
  step.deq_value = line.number_field<std::uint64_t>("deqValue");
  step.deq_tensor_addr = line.number_field<std::uint64_t>("deqTensorAddr");
  step.sid_store_mode = line.number_field<std::uint8_t>("sidStoreMode");
  step.is_relu = read_flag(line, "isRelu");
  step.pad_mode = line.number_field<std::uint8_t>("padMode");
  step.pad_value = line.number_field<std::uint64_t>("padValue");
  return step;
}

Step read_instruction(TextFields& line, const Cell& cell) {
  switch (cell.conversion().family) {
    case Family::kVconv:
    case Family::kDeq:
      break;
    case Family::kCastDeq:
      return read_cast_deq(line, cell);
    case Family::kCopyMatrix:
      return read_copy_matrix(line, cell);
    case Family::kDataCopy:
      return read_data_copy(line, cell);
  }
  return read_vconv(line, cell);
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
