#include "adapters/exported/claims.h"

#include <algorithm>

#include "adapters/exported/demangled.h"
#include "spec/copy_matrix/copy_matrix.h"

namespace vconform::adapters::exported {

namespace {

using spec::Conversion;
using spec::Family;
using spec::Feature;

// A register or a memory that some rows need.
struct Need {
  std::uint32_t id;
  bool (*concerns)(const Conversion& row);
  // The feature that goes with it; nullopt: the row itself.
  std::optional<Feature> feature;
};

bool is_vector_instruction(const Conversion& row) {
  return !row.is_copy();
}
bool is_under_ctrl(const Conversion& row) {
  const bool has_half_result = row.to().is_floating() && row.to().bits == 16;
  return is_vector_instruction(row) || (row.family == Family::kCopyMatrix && has_half_result);
}
bool dequantises(const Conversion& row) {
  return row.family == Family::kDeq || row.family == Family::kCastDeq;
}
bool is_fixpipe(const Conversion& row) {
  return row.family == Family::kCopyMatrix;
}
bool takes_quant_word(const Conversion& row) {
  return is_fixpipe(row) && spec::quant_code_of(row).reads_quant_word();
}
// DEQSCALE holds the address of the factors.
bool takes_factors_from_ub(const Conversion& row) {
  return is_vdeq(row.deq) ||
         (row.family == Family::kCastDeq && row.source == spec::NumberType::kS16);
}

constexpr std::array kRegisterNeeds = {
    Need{VCONFORM_REGISTER_MASK, is_vector_instruction, std::nullopt},
    Need{VCONFORM_REGISTER_CTRL, is_under_ctrl, std::nullopt},
    Need{VCONFORM_REGISTER_DEQSCALE, dequantises, std::nullopt},
    Need{VCONFORM_REGISTER_QUANT_PRE, takes_quant_word, std::nullopt},
    Need{VCONFORM_REGISTER_FPC, is_fixpipe, Feature::kVectorQuant},
    Need{VCONFORM_REGISTER_ND_PARA, is_fixpipe, Feature::kNd},
    Need{VCONFORM_REGISTER_LRELU_ALPHA, is_fixpipe, Feature::kReluLeaky},
};
constexpr std::array kMemoryNeeds = {
    Need{VCONFORM_UB, takes_factors_from_ub, std::nullopt},
    Need{VCONFORM_FIXPIPE_BUFFER, is_fixpipe, Feature::kVectorQuant},
};

std::vector<Need> missing_needs(const Available& available) {
  std::vector<Need> missing;
  for (const Need& need : kRegisterNeeds) {
    if (setter_of(need.id, available) == nullptr) {
      missing.push_back(need);
    }
  }
  for (const Need& need : kMemoryNeeds) {
    if (!available.has_memory(need.id)) {
      missing.push_back(need);
    }
  }
  return missing;
}

// With all features.
ServedRows exported_rows(const Available& available) {
  ServedRows rows;
  for (const Prototype& prototype : prototypes()) {
    auto& served = rows[prototype.cell.row][static_cast<std::size_t>(prototype.cell.rounding)];
    if (!served && available.has_symbol(prototype.symbol)) {
      served = Served{&prototype, spec::kAllFeatures};
    }
  }
  return rows;
}

// The number of exported instructions that a need concerns.
std::size_t concerned(const ServedRows& rows, const Need& need) {
  std::size_t count = 0;
  for (const auto& row : rows) {
    for (const std::optional<Served>& served : row) {
      count += served && need.concerns(served->prototype->cell.conversion()) ? 1 : 0;
    }
  }
  return count;
}

std::string cost_of(const Need& need, std::size_t instructions) {
  if (!need.feature) {
    return instructions == 1
               ? "an instruction that needs it is not claimed"
               : std::to_string(instructions) + " instructions that need it are not claimed";
  }
  const std::string name(spec::names_of(spec::FeatureSet::only(*need.feature)).front());
  return "the feature " + name + " of FIXPIPE is not claimed";
}

}  // namespace

const Setter* setter_of(std::uint32_t register_id, const Available& available) {
  const auto found = std::ranges::find_if(setters(), [&](const Setter& setter) {
    return setter.register_id == register_id && available.has_symbol(setter.symbol);
  });
  return found == setters().end() ? nullptr : &*found;
}

ServedRows served_rows(const Available& available) {
  ServedRows rows = exported_rows(available);
  for (const Need& need : missing_needs(available)) {
    for (auto& row : rows) {
      for (std::optional<Served>& served : row) {
        if (!served || !need.concerns(served->prototype->cell.conversion())) {
          continue;
        }
        if (need.feature) {
          served->features = served->features.without(*need.feature);
        } else {
          served.reset();
        }
      }
    }
  }
  return rows;
}

std::vector<std::string> lacks(const Available& available) {
  const ServedRows rows = exported_rows(available);
  std::vector<std::string> lines;
  for (const Need& need : kRegisterNeeds) {
    const std::size_t instructions = concerned(rows, need);
    if (instructions > 0 && setter_of(need.id, available) == nullptr) {
      const auto setter = std::ranges::find(setters(), need.id, &Setter::register_id);
      lines.push_back("exports no " + demangled(setter->symbol) + ": " +
                      cost_of(need, instructions));
    }
  }
  for (const Need& need : kMemoryNeeds) {
    const std::size_t instructions = concerned(rows, need);
    if (instructions > 0 && !available.has_memory(need.id)) {
      const spec::Memory& memory = spec::memory_of(static_cast<spec::MemoryId>(need.id));
      lines.push_back("exports no vconform_memory() with " + std::string(memory.name) +
                      ", into which a register points: " + cost_of(need, instructions));
    }
  }
  return lines;
}

}  // namespace vconform::adapters::exported
