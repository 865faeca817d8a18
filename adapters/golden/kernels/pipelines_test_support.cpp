#include "adapters/golden/kernels/pipelines_test_support.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/golden/copy_matrix/lanes.h"
#include "adapters/golden/data_copy/lanes.h"
#include "adapters/golden/number/drawn_numbers.h"
#include "adapters/golden/number/host_floating_point.h"
#include "spec/case/memory_image.h"
#include "spec/case/registers.h"
#include "spec/number/quantization.h"

namespace vconform::adapters::golden {

namespace {

using kernels::kFactorLanes;

using spec::kF16;
using spec::kF32;

// Sources that meet the columns in turn, and their results.
struct Rows {
  std::vector<std::uint64_t> sources;
  std::vector<std::uint64_t> expected;
};

// A source near the exponent whose product with `m`, an f32, is about 2^4.
std::uint64_t drawn_source(DrawnWords& drawn, const spec::NumberFormat& format, std::uint64_t m) {
  if (!format.is_floating()) {
    return drawn_integer(drawn, format);
  }
  const auto exponent = static_cast<std::int64_t>((m >> kF32.fraction_bits) & 0xff) - kF32.bias();
  return drawn_floating(drawn, format, format.bias() + 4 - exponent);
}

// A scale by which integers of some width become numbers of some bits; the other bits of the word
// are drawn.
std::uint64_t drawn_word(DrawnWords& drawn) {
  const std::uint64_t m = drawn_floating(drawn, kF32, kF32.bias() - 12);
  const std::uint64_t others = drawn.next() << 32;
  return others | m;
}

std::vector<std::uint8_t> bytes_of(const spec::NumberFormat& format,
                                   const std::vector<std::uint64_t>& patterns) {
  std::vector<std::uint8_t> bytes(spec::byte_count(format, patterns.size()));
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    spec::store_element(bytes, 0, format, i, patterns[i]);
  }
  return bytes;
}

// A b4 occupies a byte of a lane.
spec::NumberFormat lane_format(const spec::NumberFormat& to) {
  return to.bits < 8 ? spec::format_of(spec::NumberType::kU8) : to;
}

std::string difference(const LanePipeline& pipeline, const spec::Conversion& row,
                       const Rows& rows) {
  const std::vector<std::uint8_t> source = bytes_of(row.from(), rows.sources);
  const spec::NumberFormat to = lane_format(row.to());
  for (const kernels::InstructionSet set : kernels::instruction_sets()) {
    std::vector<std::uint8_t> results(spec::byte_count(to, rows.sources.size()));
    {
      const UnusualFloatingPoint mode;
      pipeline.with(kernels::pipelines(set))
          .convert(source.data(), results.data(), rows.sources.size());
    }
    for (std::size_t i = 0; i < rows.sources.size(); ++i) {
      const std::uint64_t got = spec::load_element(results, 0, to, i) & row.to().pattern_mask();
      if (got != rows.expected[i]) {
        return fmt::format("{}, lane {}: {:#x} gives {:#x}, not {:#x}",
                           kernels::kInstructionSetNames[static_cast<std::size_t>(set)],
                           i % kFactorLanes, rows.sources[i], got, rows.expected[i]);
      }
    }
  }
  return {};
}

struct Readings {
  std::string name;
  Behaviour behaviour;
  std::uint64_t ctrl = 0;
  // One in this many of the pairs is tried.
  std::uint64_t share = 1;
};

// Golden's readings, and each reading that differs in one rule about the numbers of the family.
std::vector<Readings> readings_of(spec::Family family) {
  const Behaviour golden = golden_behaviour();
  std::vector<Readings> all = {
      {"golden", golden, 0},
      {"golden, CTRL[48]", golden, spec::with_ctrl_bit(spec::kCtrlKeepInfNan)}};
  for (const spec::RuleId rule : spec::kAllRules) {
    const spec::Rule& row = spec::rule_of(rule);
    const std::span<const spec::Family> families = row.concerns.families;
    if (row.about != spec::About::kNumbers ||
        std::find(families.begin(), families.end(), family) == families.end()) {
      continue;
    }
    for (const Choice& other : spec::all_readings(rule)) {
      Behaviour behaviour = golden;
      if (!golden.follows(other)) {
        behaviour.pin(other);
        all.push_back({spec::choice_text(other), behaviour, 0, 16});
      }
    }
  }
  return all;
}

constexpr std::uint64_t kRowsAtATime = 37;

std::string fixpipe_run(DrawnWords& drawn, FixpipeElement element, std::uint64_t pairs,
                        Served& count) {
  const spec::Conversion& row = element.cell.conversion();
  for (std::uint64_t done = 0; done < pairs; done += kRowsAtATime * kFactorLanes) {
    ColumnWords columns;
    for (std::size_t lane = 0; lane < kFactorLanes; ++lane) {
      columns.words[lane] = drawn_word(drawn);
      columns.alphas[lane] =
          static_cast<std::uint32_t>(drawn_floating(drawn, kF32, kF32.bias() - 3));
    }
    const auto pipeline = fixpipe_lanes(element, columns);
    ++count.all;
    if (!pipeline) {
      continue;
    }
    ++count.served;
    Rows rows;
    for (std::size_t i = 0; i < kRowsAtATime * kFactorLanes; ++i) {
      element.word = columns.words[i % kFactorLanes];
      element.alpha = columns.alphas[i % kFactorLanes];
      const bool by_alpha = !spec::quant_code_of(row).reads_quant_word() || drawn.one_in(2);
      element.source = drawn_source(drawn, row.from(), by_alpha ? element.alpha : element.word);
      rows.sources.push_back(element.source);
      rows.expected.push_back(fixpipe_result(element));
    }
    if (const std::string found = difference(*pipeline, row, rows); !found.empty()) {
      return found;
    }
  }
  return {};
}

std::string copied_run(DrawnWords& drawn, CopiedElement element, std::uint64_t pairs,
                       Served& count) {
  const spec::Conversion& row = element.cell.conversion();
  const bool is_half = spec::deq_word_of(row.deq_scale) == spec::Word::kHalf;
  for (std::uint64_t done = 0; done < pairs; done += kRowsAtATime * kFactorLanes) {
    LaneWords words;
    for (std::uint64_t& word : words) {
      word = is_half ? drawn_floating(drawn, kF16, kF16.bias() - 6) : drawn_word(drawn);
    }
    const auto pipeline = copied_lanes(element, words);
    ++count.all;
    if (!pipeline) {
      continue;
    }
    ++count.served;
    Rows rows;
    for (std::size_t i = 0; i < kRowsAtATime * kFactorLanes; ++i) {
      element.word = words[i % kFactorLanes];
      element.source = drawn_source(drawn, row.from(), is_half ? 0x3f800000 : element.word);
      rows.sources.push_back(element.source);
      rows.expected.push_back(copied(element));
    }
    if (const std::string found = difference(*pipeline, row, rows); !found.empty()) {
      return found;
    }
  }
  return {};
}

}  // namespace

std::vector<spec::Cell> copy_matrix_cells() {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family == spec::Family::kCopyMatrix && row.path == spec::kToGm) {
      cells.push_back({row.number});
    }
  }
  return cells;
}

std::vector<spec::Cell> co1_cells() {
  std::vector<spec::Cell> cells;
  for (const spec::Conversion& row : spec::kRows) {
    if (row.family == spec::Family::kDataCopy && !row.is_plain_path()) {
      cells.push_back({row.number});
    }
  }
  return cells;
}

std::string fixpipe_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count) {
  DrawnWords drawn(cell.row);
  for (const Readings& readings : readings_of(spec::Family::kCopyMatrix)) {
    for (const auto mode : {spec::ReluPre::kNone, spec::ReluPre::kNormal, spec::ReluPre::kLeaky,
                            spec::ReluPre::kPrelu}) {
      FixpipeElement element;
      element.cell = cell;
      element.chain = fixpipe_chain(readings.behaviour, cell, readings.ctrl);
      element.chain.relu.mode = mode;
      if (const auto found = fixpipe_run(drawn, element, pairs / readings.share, count);
          !found.empty()) {
        return fmt::format("{}, ReLUPRE {}: {}", readings.name, static_cast<int>(mode), found);
      }
    }
  }
  return {};
}

std::string copied_difference(const spec::Cell& cell, std::uint64_t pairs, Served& count) {
  DrawnWords drawn(cell.row);
  for (const Readings& readings : readings_of(spec::Family::kDataCopy)) {
    for (const bool relu : {false, true}) {
      CopiedElement element;
      element.cell = cell;
      element.chain = copy_chain(readings.behaviour);
      element.relu = relu;
      if (const auto found = copied_run(drawn, element, pairs / readings.share, count);
          !found.empty()) {
        return fmt::format("{}, ReLU {}: {}", readings.name, relu, found);
      }
    }
  }
  return {};
}

}  // namespace vconform::adapters::golden
