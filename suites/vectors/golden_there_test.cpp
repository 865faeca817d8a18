// Golden as the machine without the suite: it runs what stands in the tables of a folder, read by
// the page of the format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <concepts>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "adapters/load/open_backend.h"
#include "suites/commands/cli_fixture.h"
#include "suites/files/json.h"
#include "suites/vectors/folder_layout.h"
#include "suites/vectors/npy.h"
#include "suites/vectors/step_table.h"

namespace vconform::suites {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers numbers_of(const fs::path& file) {
  const std::string text = contents(file);
  Numbers numbers((text.size() - kNpyHeaderBytes) / sizeof(std::uint64_t));
  std::memcpy(numbers.data(), text.data() + kNpyHeaderBytes, numbers.size() * sizeof numbers[0]);
  return numbers;
}

// Fills in the fields of an instruction by their names.
class Setter {
 public:
  explicit Setter(const std::map<std::string, std::uint64_t>& values) : values_(values) {}

  void operator()(std::string_view name, spec::Address& at) {
    at.memory = static_cast<spec::MemoryId>(values_.at(std::string(name) + ".memory"));
    at.offset = values_.at(std::string(name) + ".offset");
  }
  void operator()(std::string_view name, spec::BlockMode& mode) {
    mode = static_cast<spec::BlockMode>(values_.at(std::string(name)));
  }
  template <typename Number>
    requires std::unsigned_integral<Number>
  void operator()(std::string_view name, Number& number,
                  spec::Notation /*notation*/ = spec::Notation::kDecimal) {
    number = static_cast<Number>(values_.at(std::string(name)));
  }
  template <typename Form>
  void by_first_field(Form& /*form*/, std::initializer_list<std::string_view> /*fields*/) {}

 private:
  const std::map<std::string, std::uint64_t>& values_;
};

spec::Step instruction_of(const std::string& kind, const std::string& name,
                          const std::map<std::string, std::uint64_t>& values) {
  spec::Step step = spec::instruction_with(*spec::cell_named(name));
  if (auto* call = std::get_if<spec::CastDeq>(&step)) {
    call->form = kind == "cast_deq_count"  ? spec::CastDeqForm::kCount
                 : kind == "cast_deq_mask" ? spec::CastDeqForm::kContiguous
                                           : spec::CastDeqForm::kBitwise;
  }
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.cell; }) {
          Setter setter(values);
          std::decay_t<decltype(one)>::fields(one, setter);
        }
      },
      step);
  return step;
}

spec::Step step_of(const json& manifest, const std::uint64_t* row) {
  const json& kind = manifest.at("steps").at(row[0]);
  std::map<std::string, std::uint64_t> values;
  std::size_t column = kFirstField;
  for (const json& field : kind.at("fields")) {
    values[field.get<std::string>()] = row[column++];
  }
  const std::string name = kind.at("name").get<std::string>();
  if (name == "mask") {
    return spec::SetMask{{values.at("mask1"), values.at("mask0")}};
  }
  if (name == "ctrl") {
    return spec::SetCtrl{values.at("value")};
  }
  if (name == "deqscale") {
    return spec::SetDeqScale{values.at("value"), values.at("is_tensor") != 0};
  }
  for (const spec::FixpipeRegisterName& which : spec::kFixpipeRegisters) {
    if (name == which.name) {
      return spec::SetFixpipe{which.id, values.at("value")};
    }
  }
  return instruction_of(name, manifest.at("instructions").at(row[1]).get<std::string>(), values);
}

// Whole fractals and blocks are read, and may end behind what counts.
constexpr std::uint64_t kMore = 65536;

class GoldenThere : public CliTest {
 protected:
  fs::path folder() const { return folder_ / "vectors"; }

  RunResult exported(const std::string& options) const {
    return run_command("vectors export " + options + " --out '" + folder().string() + "'");
  }
  // Runs every program on a bundled backend, or every other one on another, and writes what came
  // out.
  void run_on(const std::string& name, const std::string& every_other) const;
  void run_on(const std::string& name) const { run_on(name, name); }
  RunResult verified(const std::string& options = "") const {
    return run_command("vectors verify '" + folder().string() + "'" + out("out") + " " + options);
  }
};

void GoldenThere::run_on(const std::string& name, const std::string& every_other) const {
  const std::array backends = {adapters::open_backend(name), adapters::open_backend(every_other)};
  const json manifest = json::parse(contents(folder() / "manifest.json"));
  for (const json& group : manifest.at("groups")) {
    const std::string instruction = group.at("instruction").get<std::string>();
    const Numbers programs = numbers_of(folder() / instruction / "programs.npy");
    const Numbers steps = numbers_of(folder() / instruction / "steps.npy");
    const Numbers windows = numbers_of(folder() / instruction / "windows.npy");
    std::string after = contents(folder() / instruction / "before.npy").substr(kNpyHeaderBytes);
    std::string statuses;
    for (std::size_t p = 0; p < programs.size(); p += 5) {
      spec::Case program;
      std::map<std::uint64_t, std::uint64_t> sizes;
      for (std::uint64_t w = programs[p + 2]; w < programs[p + 2] + programs[p + 3]; ++w) {
        const auto memory = static_cast<spec::MemoryId>(windows[4 * w]);
        const std::uint64_t end = windows[4 * w + 1] + windows[4 * w + 2];
        sizes[windows[4 * w]] = std::max(end + kMore, spec::memory_of(memory).a2_size);
      }
      for (const auto& [memory, size] : sizes) {
        program.memories.push_back({static_cast<spec::MemoryId>(memory), size});
      }
      for (std::uint64_t s = programs[p]; s < programs[p] + programs[p + 1]; ++s) {
        program.steps.push_back(step_of(manifest, &steps[s * kStepColumns]));
      }
      spec::MemoryImage before;
      for (const auto& [memory, size] : sizes) {
        before.of(static_cast<spec::MemoryId>(memory)).assign(size, 0);
      }
      const auto each_window = [&](spec::MemoryImage& image, auto copy) {
        for (std::uint64_t w = programs[p + 2]; w < programs[p + 2] + programs[p + 3]; ++w) {
          auto* there =
              reinterpret_cast<char*>(image.of(static_cast<spec::MemoryId>(windows[4 * w])).data());
          copy(there + windows[4 * w + 1], after.data() + windows[4 * w + 3], windows[4 * w + 2]);
        }
      };
      each_window(before, [](char* there, const char* here, std::uint64_t size) {
        std::memcpy(there, here, size);
      });
      spec::Outcome outcome = backends[p / 5 % 2]->execute(program, before);
      statuses += outcome.status == spec::OutcomeStatus::kCompleted  ? '\1'
                  : outcome.status == spec::OutcomeStatus::kRejected ? '\2'
                                                                     : '\5';
      each_window(outcome.after, [](const char* there, char* here, std::uint64_t size) {
        std::memcpy(here, there, size);
      });
    }
    const fs::path results = folder() / "results" / instruction;
    fs::create_directories(results);
    std::ofstream(results / "status.bin", std::ios::binary) << statuses;
    std::ofstream(results / "after.bin", std::ios::binary) << after;
  }
}

TEST_F(GoldenThere, ConformsInEveryFamily) {
  const RunResult result = exported("--max-size 16M");
  ASSERT_EQ(result.status, 0) << result.output;
  run_on("golden");
  const RunResult judged = verified();
  EXPECT_EQ(judged.status, 0) << judged.output;
  const json certificate = json::parse(contents(folder_ / "out" / "certificate.json"));
  const json& supplied = certificate.at("backend").at("supplied");
  EXPECT_EQ(supplied.at("returned"), supplied.at("programs"));
  EXPECT_GT(supplied.at("programs"), 1000);
  const RunResult checked =
      run_command("verify-certificate '" + (folder_ / "out" / "certificate.json").string() + "'");
  EXPECT_EQ(checked.status, 0) << checked.output;
}

// A reading that the pages leave open is found out from the results; one that they exclude is a
// deviation; a mistake is named by its rule.
TEST_F(GoldenThere, IsJudgedByWhatItsResultsShow) {
  ASSERT_EQ(exported("--family deq --max-size 16M").status, 0);
  run_on("golden:deq.s9-rounding=a");
  const RunResult open = verified();
  EXPECT_EQ(open.status, 0) << open.output;
  EXPECT_THAT(contents(folder_ / "out" / "certificate.json"), testing::HasSubstr("\"a\""));
  run_on("golden:deq.offset-sign=unsigned");
  const RunResult departs = verified();
  EXPECT_EQ(departs.status, 1) << departs.output;
  EXPECT_THAT(departs.output, testing::HasSubstr("deq.offset-sign"));
  EXPECT_THAT(departs.output, testing::HasSubstr("DEPARTS"));
  run_on("mutant:s9-limits-too-large");
  const RunResult wrong = verified();
  EXPECT_EQ(wrong.status, 1) << wrong.output;
}

// Profile a2 leaves the rule open, so that each program by itself is right.
TEST_F(GoldenThere, ThatFollowsTwoReadingsDoesNotConform) {
  ASSERT_EQ(exported("--instruction vconv_f322f16f --family vconv").status, 0);
  run_on("golden:overflow.directed=ieee");
  EXPECT_EQ(verified("--profile a2").status, 0);
  run_on("golden:overflow.directed=inf-beyond-max");
  EXPECT_EQ(verified("--profile a2").status, 0);
  run_on("golden:overflow.directed=ieee", "golden:overflow.directed=inf-beyond-max");
  const RunResult mixed = verified("--profile a2");
  EXPECT_EQ(mixed.status, 1) << mixed.output;
  EXPECT_THAT(mixed.output, testing::HasSubstr("overflow.directed"));
}

// Where the blocks lie is open, and so is which memory a program finds filled.
TEST_F(GoldenThere, ConformsUnderEachReadingOfWhereBlocksLie) {
  ASSERT_EQ(exported("--family data_copy --max-size 16M").status, 0);
  for (const std::string reading : {"copy.block-len-unit=halved", "copy.strides=start"}) {
    run_on("golden:" + reading);
    const RunResult judged = verified();
    EXPECT_EQ(judged.status, 0) << reading << '\n' << judged.output;
  }
}

TEST_F(GoldenThere, WithOneWrongRowHasOneThatDoesNotConform) {
  ASSERT_EQ(exported("--instruction copy_matrix_cc_to_gm_f322s8 --family copy_matrix").status, 0);
  run_on("golden");
  EXPECT_EQ(verified().status, 0);
  run_on("mutant:fixpipe-s9-saturates-above-only");
  const RunResult wrong = verified();
  EXPECT_EQ(wrong.status, 1) << wrong.output;
}

}  // namespace
}  // namespace vconform::suites
