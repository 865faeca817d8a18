// Writes the seed corpora of the families' targets: family_seeds FOLDER. For every instruction, the
// simplest case with each of the interesting values in its first lane, and a few drawn cases. Of a
// lowering, whose operations are not known here, any bytes.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "adapters/load/open_backend.h"
#include "fuzz/edits/edits.h"
#include "fuzz/edits/input.h"
#include "fuzz/family_cases.h"
#include "fuzz/seed_corpus.h"
#include "generators/choices/draws.h"
#include "generators/choices/random_words.h"
#include "generators/choices/rapidcheck_source.h"
#include "generators/dequantise/scale_words.h"
#include "generators/dequantise/scaled_sources.h"
#include "generators/number/interesting_values.h"
#include "generators/programs/programs.h"
#include "suites/judging/subject.h"

namespace vconform::fuzz {

namespace {

// Passes choices on, and records them in the form that a ByteSource reads.
class WritingSource final : public generators::ChoiceSource {
 public:
  explicit WritingSource(generators::ChoiceSource& from) : from_(from) {}

  std::uint64_t below(std::uint64_t bound) override {
    const std::uint64_t value = from_.below(bound);
    std::uint64_t rest = value;
    for (std::uint64_t left = bound - 1; left != 0; left >>= 8, rest >>= 8) {
      bytes_.push_back(static_cast<std::uint8_t>(rest));
    }
    return value;
  }

  // Zeros at the end can be omitted.
  std::vector<std::uint8_t> bytes() const {
    std::vector<std::uint8_t> bytes = bytes_;
    while (!bytes.empty() && bytes.back() == 0) {
      bytes.pop_back();
    }
    return bytes;
  }

 private:
  generators::ChoiceSource& from_;
  std::vector<std::uint8_t> bytes_;
};

// Returns a given value for the first draw.
class BegunSource final : public generators::ChoiceSource {
 public:
  BegunSource(std::uint64_t first, generators::ChoiceSource& rest) : first_(first), rest_(rest) {}

  std::uint64_t below(std::uint64_t bound) override {
    if (begun_) {
      return rest_.below(bound);
    }
    begun_ = true;
    return first_ % bound;
  }

 private:
  std::uint64_t first_;
  generators::ChoiceSource& rest_;
  bool begun_ = false;
};

// The first value of each family of values, and one from its middle.
std::vector<std::uint64_t> values_of(const spec::Conversion& row) {
  std::vector<std::uint64_t> values;
  if (row.family == spec::Family::kVconv) {
    for (const generators::ValueFamily* family : generators::families_of(row)) {
      values.push_back(family->pattern(row, 0));
      values.push_back(family->pattern(row, family->count(row) / 2));
    }
  } else if (row.family == spec::Family::kDeq) {
    const generators::Multiplier by = generators::multiplier(row, generators::plain_word(row));
    for (const generators::ScaledFamily& family : generators::scaled_families(row)) {
      if (family.count(by) > 0) {
        values.push_back(family.pattern(by, 0));
        values.push_back(family.pattern(by, family.count(by) / 2));
      }
    }
  }
  return values;
}

std::string text_of(const Input& input) {
  const std::vector<std::uint8_t> bytes = encoded(input);
  return {bytes.begin(), bytes.end()};
}

class Seeds {
 public:
  Seeds(const std::filesystem::path& folder, const std::string& target,
        std::optional<spec::Family> family, const suites::Subject& subject)
      : corpus_(folder / target), cases_(family, subject) {}

  void write_instructions() {
    for (std::size_t i = 0; i < cases_.cells().size(); ++i) {
      generators::ReplaySource simplest({});
      const std::vector<std::uint8_t> choices = choices_from(i, simplest);
      corpus_.add(text_of({{}, choices}));
      for (const std::uint64_t value : values_of(cases_.cells()[i].conversion())) {
        const Edit plant{static_cast<std::uint8_t>(Change::kPlant), 0, 0,
                         static_cast<std::uint32_t>(value)};
        corpus_.add(text_of({{plant}, choices}));
      }
      write_drawn(i);
    }
  }

  // Programs of every length.
  void write_programs() {
    for (std::uint64_t length = 0; length + 1 < generators::kMostProgramSteps; ++length) {
      write_drawn(length);
    }
  }

 private:
  void write_drawn(std::uint64_t first) {
    constexpr std::uint64_t kDrawnOfEach = 3;
    for (std::uint64_t seed = 0; seed < kDrawnOfEach; ++seed) {
      generators::RapidCheckSource drawn(rc::Random(kDrawnOfEach * first + seed));
      corpus_.add(text_of({{}, choices_from(first, drawn)}));
    }
  }

  // The first draw selects the instruction or, for a program, its length.
  std::vector<std::uint8_t> choices_from(std::uint64_t first, generators::ChoiceSource& rest) {
    BegunSource begun(first, rest);
    WritingSource written(begun);
    cases_.draw(written);
    return written.bytes();
  }

  SeedCorpus corpus_;
  FamilyCases cases_;
};

void write_operations(const std::filesystem::path& folder) {
  constexpr std::uint64_t kSeeds = 64;
  constexpr std::size_t kChoices = 48;
  SeedCorpus corpus(folder / "lowering_fuzz");
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    generators::RandomWords words(seed);
    std::vector<std::uint8_t> choices(kChoices);
    std::ranges::generate(choices, [&] { return static_cast<std::uint8_t>(words.below(256)); });
    corpus.add(text_of({{}, choices}));
  }
}

void write_all(const std::filesystem::path& folder) {
  const suites::Subject golden = suites::subject_of(adapters::open_backend("golden"));
  for (const spec::FamilyName& name : spec::kFamilies) {
    Seeds(folder, std::string(name.name) + "_fuzz", name.family, golden).write_instructions();
  }
  Seeds(folder, "programs_fuzz", std::nullopt, golden).write_programs();
  write_operations(folder);
}

}  // namespace

}  // namespace vconform::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: family_seeds FOLDER\n", stderr);
    return 2;
  }
  vconform::fuzz::write_all(argv[1]);
  return 0;
}
