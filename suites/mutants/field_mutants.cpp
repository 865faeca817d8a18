#include "suites/mutants/field_mutants.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "spec/copy_matrix/copy_matrix.h"
#include "spec/data_copy/data_copy.h"
#include "spec/number/quantization.h"
#include "spec/rows/conversions.h"
#include "suites/diagnosis/wrong_worlds.h"

namespace vconform::suites {

namespace {

using spec::Word;
using spec::WordField;

struct Kind {
  std::string_view name;
  // The field as it is taken, given the word.
  std::uint64_t (*of)(const WordField& field, std::uint64_t word);
};

std::uint64_t highest_bit(const WordField& field) {
  return std::uint64_t{1} << (field.bits - 1);
}

constexpr std::array<Kind, 7> kKinds = {{
    {"is read one bit higher",
     [](const WordField& field, std::uint64_t word) { return word >> (field.low + 1); }},
    {"is read one bit lower",
     [](const WordField& field, std::uint64_t word) {
       return field.low == 0 ? word << 1 : word >> (field.low - 1);
     }},
    {"loses its highest bit",
     [](const WordField& field, std::uint64_t word) {
       return field.of(word) & ~highest_bit(field);
     }},
    {"loses its lowest bit",
     [](const WordField& field, std::uint64_t word) { return field.of(word) & ~std::uint64_t{1}; }},
    {"has its highest bit from the one below",
     [](const WordField& field, std::uint64_t word) {
       const std::uint64_t value = field.of(word) & ~highest_bit(field);
       return value | (value << 1 & highest_bit(field));
     }},
    {"is always 0", [](const WordField&, std::uint64_t) { return std::uint64_t{0}; }},
    {"is always ones", [](const WordField&, std::uint64_t) { return ~std::uint64_t{0}; }},
}};

// The words that an instruction reads from a register or an argument.
std::vector<Word> words_of(const spec::Conversion& row) {
  switch (row.family) {
    case spec::Family::kVconv:
      return {};
    case spec::Family::kDeq:
    case spec::Family::kCastDeq:
      if (row.destination == spec::NumberType::kF16) {
        return {Word::kHalf};
      }
      return {spec::is_vdeq(row.deq) ? Word::kVector : Word::kFactor};
    case spec::Family::kCopyMatrix: {
      std::vector<Word> words = {Word::kNdPara, Word::kFpc};
      if (spec::quant_code_of(row).reads_quant_word()) {
        words.push_back(spec::quant_word_of(row));
      }
      return words;
    }
    case spec::Family::kDataCopy:
      break;
  }
  const bool has_word = row.deq_scale != spec::DeqScale::kNone && !spec::is_vector(row.deq_scale);
  return has_word ? std::vector{spec::deq_word_of(row.deq_scale)} : std::vector<Word>();
}

std::optional<spec::FixpipeRegister> register_of(Word word) {
  switch (word) {
    case Word::kQuant:
    case Word::kQuantB4:
      return spec::FixpipeRegister::kQuantPre;
    case Word::kNdPara:
      return spec::FixpipeRegister::kNdPara;
    case Word::kFpc:
      return spec::FixpipeRegister::kFpc;
    default:
      return std::nullopt;
  }
}

// A CastDeq with is_vec_deq takes DEQSCALE for the address of a vector.
bool reads_a_vector(const std::vector<spec::Step>& steps) {
  for (const spec::Step& step : steps) {
    const auto* call = std::get_if<spec::CastDeq>(&step);
    if (call != nullptr && call->is_vec_deq) {
      return true;
    }
  }
  return false;
}

std::vector<spec::Step> with_fault(std::vector<spec::Step> steps, const WordField& field,
                                   const Kind& kind) {
  const auto change = [&](std::uint64_t& word) { word = field.put(word, kind.of(field, word)); };
  const std::optional<spec::FixpipeRegister> which = register_of(field.word);
  if (field.word == Word::kFactor && reads_a_vector(steps)) {
    return steps;
  }
  for (spec::Step& step : steps) {
    if (auto* set = std::get_if<spec::SetFixpipe>(&step)) {
      if (set->which == which) {
        change(set->value);
      }
    } else if (auto* scale = std::get_if<spec::SetDeqScale>(&step)) {
      if (!which && !scale->is_tensor) {
        change(scale->value);
      }
    } else if (auto* copy = std::get_if<spec::DataCopy>(&step)) {
      change(copy->deq_value);
    }
  }
  return steps;
}

bool is_of_row(const std::vector<spec::Step>& steps, const spec::Cell& cell) {
  for (const spec::Step& step : steps) {
    const std::optional<spec::Cell> its = spec::cell_of(step);
    if (its && its->row == cell.row) {
      return true;
    }
  }
  return false;
}

WrongBackend backend_of(const spec::Cell& cell, const WordField& field, const Kind& kind) {
  const std::string instruction = spec::instruction_name(cell);
  WrongBackend backend;
  backend.name = fmt::format("field/{}/{} {}", instruction, field.name, kind.name);
  backend.wrong = fmt::format("{}: {} {}", instruction, field.name, kind.name);
  backend.cells = {cell};
  backend.around = [cell, &field, &kind](const Executor& golden) {
    return with_program(golden, [cell, &field, &kind](const std::vector<spec::Step>& steps) {
      return std::optional(is_of_row(steps, cell) ? with_fault(steps, field, kind) : steps);
    });
  };
  return backend;
}

// An argument that nothing shows a fault in the field; empty if something should.
std::string_view why_unseen(const spec::Conversion& row, const WordField& field) {
  if (row.from().is_floating() && (field.name == "N" || field.name == "MCB")) {
    return "an f32 source is not shifted";
  }
  return "";
}

}  // namespace

std::vector<WrongBackend> field_mutants() {
  std::vector<WrongBackend> mutants;
  std::set<std::tuple<spec::Family, spec::PositionId, Word, spec::NumberType>> known;
  for (const spec::Cell& cell : spec::first_cells()) {
    const spec::Conversion& row = cell.conversion();
    for (const Word word : words_of(row)) {
      if (!known.insert({row.family, row.path.to, word, row.destination}).second) {
        continue;
      }
      for (const WordField& field : spec::kWordFields) {
        if (field.word != word) {
          continue;
        }
        for (const Kind& kind : kKinds) {
          mutants.push_back(backend_of(cell, field, kind));
          mutants.back().equivalent = why_unseen(row, field);
        }
      }
    }
  }
  return mutants;
}

}  // namespace vconform::suites
