// A backend that only converts arrays has no readings of rules about addressing.
#include "suites/probing/own_addressing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/abi/cell.h"
#include "adapters/golden/reference.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/load/open_backend.h"
#include "spec/case/memory_image.h"
#include "suites/judging/subject.h"
#include "suites/probing/resolve_choices.h"

namespace vconform::suites {
namespace {

using adapters::InProcessBackend;

std::uint32_t convert_array(void*, const void* src, void* dst, std::uint64_t n,
                            std::uint32_t source_type, std::uint32_t destination_type,
                            std::uint32_t rounding, std::uint64_t ctrl) {
  const spec::Cell cell =
      *adapters::cell_of(spec::Family::kVconv, 0, source_type, destination_type, rounding);
  const spec::Conversion& row = cell.conversion();
  const auto golden = adapters::golden::golden_behaviour();
  const auto element = adapters::golden::element_conversion(golden, cell, ctrl);
  const std::span source(static_cast<const std::uint8_t*>(src), spec::byte_count(row.from(), n));
  const std::span destination(static_cast<std::uint8_t*>(dst), spec::byte_count(row.to(), n));
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t pattern = spec::load_element(source, 0, row.from(), i);
    spec::store_element(destination, 0, row.to(), i,
                        adapters::golden::convert(golden, element, pattern));
  }
  return VCONFORM_OK;
}

// Golden's arithmetic for two rows, f32 to s32 by r and f16 to s4, without addressing. It declares
// that inactive lanes are undefined, which it cannot know.
const vconform_capabilities* claims_of_two_rows(void*) {
  static constexpr vconform_capability kRows[] = {
      {VCONFORM_FAMILY_VCONV, 0, VCONFORM_F32, VCONFORM_S32, 1U << VCONFORM_ROUND_R, 0},
      {VCONFORM_FAMILY_VCONV, 0, VCONFORM_F16, VCONFORM_S4, 1U << VCONFORM_ROUND_NULL, 0}};
  static constexpr const char* kChoices[] = {"mask.inactive-lanes=undefined"};
  static constexpr vconform_capabilities kClaims = {sizeof(vconform_capabilities),
                                                    0,
                                                    0,
                                                    0,
                                                    2,
                                                    sizeof(vconform_capability),
                                                    kRows,
                                                    1,
                                                    0,
                                                    kChoices,
                                                    0,
                                                    nullptr,
                                                    0,
                                                    0};
  return &kClaims;
}

std::shared_ptr<adapters::Backend> array_backend() {
  static const vconform_adapter table = [] {
    vconform_adapter made{};
    made.struct_size = sizeof made;
    made.abi_version = VCONFORM_ABI_VERSION;
    made.name = "arrays";
    made.version = "1";
    made.create = []() -> void* {
      static char context = 0;
      return &context;
    };
    made.destroy = [](void*) {};
    made.last_error = [](void*) -> const char* { return nullptr; };
    made.capabilities = claims_of_two_rows;
    made.convert = convert_array;
    return made;
  }();
  return std::make_shared<InProcessBackend>(&table, "arrays");
}

bool is_addressing(spec::RuleId rule) {
  const std::string_view slug = spec::rule_of(rule).slug;
  return slug.starts_with("walk.") || slug.starts_with("mask.") || slug == "s4.nibble";
}

TEST(OwnAddressing, IsWhatProbingWouldFind) {
  const auto backend = array_backend();
  // Operands that overlap are not claimed, so that no order shows.
  for (const ProbedRule& one : probe(subject_of(backend))) {
    const std::optional<spec::Choice> own = readings_of_own_addressing(*backend).reading(one.rule);
    if (one.reading && is_addressing(one.rule)) {
      EXPECT_EQ(one.reading, own) << spec::choice_text(*one.reading);
    }
    EXPECT_EQ(own.has_value(),
              is_addressing(one.rule) && spec::rule_of(one.rule).slug != "walk.stride-width-deq");
  }
}

TEST(OwnAddressing, IsNotProbedAsAReadingOfTheBackend) {
  const auto backend = array_backend();
  const std::vector<ProbedRule> probed = probe_backend(*backend, subject_of(backend));
  EXPECT_FALSE(probed.empty());
  for (const ProbedRule& one : probed) {
    EXPECT_FALSE(is_addressing(one.rule)) << spec::rule_of(one.rule).slug;
  }
  const auto golden = adapters::open_backend("golden");
  EXPECT_FALSE(is_own_addressing(*golden, spec::cite("s4.nibble")));
}

// A sweep probes no more: the rest says nothing about what it sweeps.
TEST(ProbingForSome, TellsWhatConcernsThemAsAFullProbeDoes) {
  const std::shared_ptr<adapters::Backend> golden =
      adapters::open_backend("golden:overflow.odd=inf-beyond-max");
  const Subject subject = subject_of(golden);
  const std::vector<ProbedRule> full = probe(subject);
  for (const char* name : {"vconv_f322f16o", "vconv_deqs162b8h_s8", "data_copy_deq8_s322s8"}) {
    const spec::Cell cell = spec::cell_named(name).value();
    const std::vector<ProbedRule> some = probe(subject, std::span(&cell, 1));
    EXPECT_LT(some.size(), full.size());
    const spec::Choices told = readings_of(some);
    for (const spec::Choice& reading : readings_of(full).all()) {
      if (spec::concerns(spec::rule_of(reading.rule), cell.conversion())) {
        EXPECT_EQ(told.reading(reading.rule), reading) << name << " " << choice_text(reading);
      }
    }
  }
}

void expect_suites_readings(const BackendOptions& options) {
  const auto backend = array_backend();
  const ResolvedChoices choices = resolve_choices(options, *backend, subject_of(backend));
  for (const spec::Choice& own : readings_of_own_addressing(*backend).all()) {
    EXPECT_TRUE(choices.pinned.follows(own)) << spec::choice_text(own);
    EXPECT_FALSE(choices.inferred.reading(own.rule)) << spec::choice_text(own);
    EXPECT_EQ(name_of(choices.origins[own.rule]), "done by the suite") << spec::choice_text(own);
  }
  for (const spec::RuleId rule : spec::kAllRules) {
    const bool is_suites = choices.origins[rule] == ChoiceOrigin::kSuite;
    EXPECT_TRUE(!is_addressing(rule) || is_suites || !choices.pinned.reading(rule))
        << spec::rule_of(rule).slug;
  }
}

TEST(OwnAddressing, IsJudgedByTheSuitesReadingsUnderEveryProfile) {
  BackendOptions options;
  for (const char* profile : {"", "a2", "pages"}) {
    options.profile = profile;
    expect_suites_readings(options);
  }
}

TEST(OwnAddressing, CanBeAskedForOtherwise) {
  BackendOptions options;
  options.profile = "a2";
  options.choices = {"walk.stride-width=16"};
  const auto backend = array_backend();
  const ResolvedChoices choices = resolve_choices(options, *backend, subject_of(backend));
  EXPECT_EQ(choices.origins[spec::cite("walk.stride-width")], ChoiceOrigin::kAsked);
}

}  // namespace
}  // namespace vconform::suites
