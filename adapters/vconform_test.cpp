// The C++ header over the C ABI, on classes that convert, execute and throw.
#include "adapters/vconform.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "adapters/abi/steps.h"
#include "adapters/golden/program/golden_adapter.h"
#include "adapters/load/in_process_backend.h"
#include "adapters/short_programs/one_conversion.h"
#include "adapters/testing/test_table.h"
#include "spec/number/quantization.h"

namespace vconform::adapters {
namespace {

using ::testing::ElementsAre;

constexpr Row kShortToFloat = {.source_type = VCONFORM_S16, .destination_type = VCONFORM_F32};

struct Converting {
  Claims claims() const { return {.rows = {kShortToFloat}}; }
  void convert(const Arrays& arrays) const {
    std::ranges::copy(arrays.source<std::int16_t>(), arrays.destination<float>().begin());
  }
};

TEST(CppHeader, AClassThatConvertsIsABackend) {
  const vconform_adapter table = table_of<Converting>("converting", "2.1");
  InProcessBackend backend(&table, "test");
  EXPECT_EQ(backend.name(), "converting");
  EXPECT_EQ(backend.version(), "2.1");
  EXPECT_FALSE(backend.judges_addressing());
  EXPECT_THAT(results_of(backend, "vconv_s162f32", {2, 0xfffd}),
              ElementsAre(0x40000000, 0xc0400000));
}

// DEQ by its scale alone, and arrays beside it.
struct OfElements {
  Claims claims() const {
    return {.rows = {kShortToFloat,
                     {.family = VCONFORM_FAMILY_DEQ,
                      .variant = VCONFORM_DEQS162B8L,
                      .source_type = VCONFORM_S16,
                      .destination_type = VCONFORM_S8}}};
  }
  void convert(const Arrays& arrays) const {
    std::ranges::copy(arrays.source<std::int16_t>(), arrays.destination<float>().begin());
  }
  std::uint64_t element(const Element& one) const {
    if (!one.is<std::int16_t, std::int8_t>() || one->variant != VCONFORM_DEQS162B8L) {
      throw Unsupported("no such row");
    }
    const float product = float(one.source<std::int16_t>()) * one.word<float>();
    return pattern_of(static_cast<std::int8_t>(product + float(one.word(37, 9))));
  }
};

TEST(CppHeader, AClassWithElementsIsABackend) {
  const vconform_adapter table = table_of<OfElements>("elements", "1");
  InProcessBackend backend(&table, "test");
  EXPECT_FALSE(backend.judges_addressing());
  EXPECT_THAT(results_of(backend, "vconv_s162f32", {2}), ElementsAre(0x40000000));
  const spec::Case program =
      one_deq("vconv_deqs162b8l_s8", {6, 0xfffc}, {spec::deq_factor(0x3f000000, 5, true)});
  const spec::Outcome outcome = run(backend, program);
  ASSERT_EQ(outcome.status, spec::OutcomeStatus::kCompleted) << outcome.message;
  const auto& step = std::get<spec::Vconv>(program.steps.back());
  const std::uint8_t* results = outcome.after.of(spec::MemoryId::kUb).data() + step.dst.offset;
  EXPECT_EQ(results[0], 8);
  EXPECT_EQ(results[1], 3);
}

// Executes full contiguous repeats of s16 to f32.
struct Executing {
  Claims claims() const { return {.rows = {kShortToFloat}, .argument_checking = true}; }
  void execute(const Steps& steps, const Memories& memories) const {
    for (const vconform_step& step : steps) {
      if (step.kind == VCONFORM_STEP_SET_REGISTER) {
        continue;
      }
      const vconform_vconv& call = step.as.vconv;
      for (std::size_t i = 0; i < 64; ++i) {
        memories.store(call.dst, i, float(memories.load<std::int16_t>(call.src, i)));
      }
    }
  }
};

TEST(CppHeader, AClassThatExecutesIsABackend) {
  const vconform_adapter table = table_of<Executing>("executing", "1");
  InProcessBackend backend(&table, "test");
  EXPECT_TRUE(backend.judges_addressing());
  EXPECT_TRUE(backend.declares_argument_checking());
  EXPECT_THAT(results_of(backend, "vconv_s162f32", {2, 0xfffd}),
              ElementsAre(0x40000000, 0xc0400000));
  spec::Case outside = one_conversion("vconv_s162f32", {2});
  vconv_of(outside).dst.offset = 2 * kDestination - 64;
  const spec::Outcome outcome = run(backend, outside);
  EXPECT_EQ(outcome.status, spec::OutcomeStatus::kRejected);
  EXPECT_EQ(outcome.message, "an operand leaves its memory");
}

// The next call throws by this.
void (*thrown)() = nullptr;

struct Throwing {
  Claims claims() const { return {.rows = {kShortToFloat}}; }
  void execute(const Steps& /*steps*/, const Memories& /*memories*/) const { thrown(); }
};

TEST(CppHeader, ExceptionsBecomeAnswers) {
  const vconform_adapter table = table_of<Throwing>("throwing", "1");
  InProcessBackend backend(&table, "test");
  const auto expect = [&](void (*raise)(), spec::OutcomeStatus status, const std::string& text) {
    thrown = raise;
    const spec::Outcome outcome = run(backend, one_conversion("vconv_s162f32", {2}));
    EXPECT_EQ(outcome.status, status) << text;
    EXPECT_EQ(outcome.message, text);
  };
  using Status = spec::OutcomeStatus;
  expect([] { throw Rejected("repeat 256"); }, Status::kRejected, "repeat 256");
  expect([] { throw Unsupported("no masks"); }, Status::kUnsupported, "no masks");
  expect([] { throw std::bad_alloc(); }, Status::kError, std::bad_alloc().what());
  expect([] { throw 7; }, Status::kError, "an exception that is not a std::exception");
  expect([] {}, Status::kCompleted, "");
}

struct WithoutDevice : Converting {
  WithoutDevice() { throw std::runtime_error("no device"); }
};

TEST(CppHeader, AConstructorThatThrowsSaysWhy) {
  const vconform_adapter table = table_of<WithoutDevice>("device", "1");
  EXPECT_EQ(load_error([&] { InProcessBackend(&table, "test"); }),
            "test: create() returned null: no device");
}

struct Counted : Converting {
  Counted() { ++alive; }
  ~Counted() { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  static inline int alive = 0;
};

TEST(CppHeader, AContextIsAnObject) {
  const vconform_adapter table = table_of<Counted>("counted", "1");
  {
    const InProcessBackend first(&table, "test");
    const InProcessBackend second(&table, "test");
    EXPECT_EQ(Counted::alive, 2);
  }
  EXPECT_EQ(Counted::alive, 0);
}

struct Claiming : Executing {
  Claims claims() const {
    return {.rows = {{.source_type = VCONFORM_F32,
                      .destination_type = VCONFORM_S32,
                      .roundings = roundings("rz"),
                      .features = VCONFORM_FEATURE_MASK},
                     {.family = VCONFORM_FAMILY_DEQ,
                      .variant = VCONFORM_DEQS162B8H,
                      .source_type = VCONFORM_S16,
                      .destination_type = VCONFORM_S8}},
            .thread_safe = true,
            .overlap_order = VCONFORM_ORDER_BLOCK,
            .stride_bits = 12,
            .choices = {"mask.inactive-lanes=undefined"}};
  }
};

TEST(CppHeader, ClaimsReachTheSuite) {
  const vconform_adapter table = table_of<Claiming>("claiming", "1");
  const InProcessBackend backend(&table, "test");
  const auto claimed = [&](const char* name) { return backend.claims(*spec::cell_named(name)); };
  EXPECT_EQ(claimed("vconv_f322s32r"), spec::FeatureSet{VCONFORM_FEATURE_MASK});
  EXPECT_TRUE(claimed("vconv_f322s32z"));
  EXPECT_FALSE(claimed("vconv_f322s32a"));
  EXPECT_TRUE(claimed("vconv_deqs162b8h_s8"));
  EXPECT_TRUE(backend.thread_safe());
  EXPECT_FALSE(backend.declares_argument_checking());
  EXPECT_EQ(backend.overlap_order(), spec::choice("walk.order", "block"));
  EXPECT_EQ(backend.stride_bits(), 12);
  EXPECT_THAT(backend.permissive_choices(), ElementsAre("mask.inactive-lanes=undefined"));
}

TEST(CppHeader, SuffixesAreThoseOfTheAbi) {
  EXPECT_EQ(roundings("-"), 1u << VCONFORM_ROUND_NULL);
  EXPECT_EQ(roundings("r"), 1u << VCONFORM_ROUND_R);
  EXPECT_EQ(roundings("afc"),
            1u << VCONFORM_ROUND_A | 1u << VCONFORM_ROUND_F | 1u << VCONFORM_ROUND_C);
  EXPECT_EQ(roundings("zo"), 1u << VCONFORM_ROUND_Z | 1u << VCONFORM_ROUND_O);
  EXPECT_THROW(roundings("x"), std::invalid_argument);
}

TEST(CppHeader, ElementTypesHaveTheNumbersOfTheAbi) {
  EXPECT_EQ(kTypeOf<S4Pair>, VCONFORM_S4);
  EXPECT_EQ(kTypeOf<std::int8_t>, VCONFORM_S8);
  EXPECT_EQ(kTypeOf<std::int64_t>, VCONFORM_S64);
  EXPECT_EQ(kTypeOf<std::uint8_t>, VCONFORM_U8);
  EXPECT_EQ(kTypeOf<F16>, VCONFORM_F16);
  EXPECT_EQ(kTypeOf<BF16>, VCONFORM_BF16);
  EXPECT_EQ(kTypeOf<float>, VCONFORM_F32);
  EXPECT_EQ(kTypeOf<std::uint16_t>, VCONFORM_U16);
  EXPECT_EQ(kTypeOf<std::uint64_t>, VCONFORM_U64);
  EXPECT_EQ(kTypeOf<double>, VCONFORM_F64);
  EXPECT_EQ(kTypeOf<bool>, kNoType);
}

TEST(CppHeader, ArraysRefuseAnotherType) {
  std::array<std::int16_t, 3> from = {1, 2, 3};
  std::array<float, 3> to = {};
  const Arrays arrays{from.data(), to.data(), 3, VCONFORM_S16, VCONFORM_F32, 0, 0};
  EXPECT_TRUE((arrays.are<std::int16_t, float>()));
  EXPECT_FALSE((arrays.are<std::int16_t, double>()));
  EXPECT_EQ(arrays.source<std::int16_t>().size(), 3u);
  EXPECT_THROW((void)arrays.source<std::int32_t>(), Unsupported);
  EXPECT_THROW((void)arrays.destination<double>(), Unsupported);
  try {
    (void)arrays.destination<std::uint16_t>();
    FAIL() << "an f32 is no integer";
  } catch (const Unsupported& problem) {
    EXPECT_STREQ(problem.what(), "the destination is f32, not u16: read it as float");
  }
  const Arrays nibbles{from.data(), to.data(), 3, VCONFORM_S4, VCONFORM_F32, 0, 0};
  EXPECT_EQ(nibbles.source<S4Pair>().size(), 2u);
}

// A step as a later version may have it.
struct LongerStep {
  vconform_step known;
  std::uint64_t added[2];
};

// A program of such steps, and their memories in one UB.
struct LongerProgram {
  explicit LongerProgram(const spec::Case& program) : before(spec::initial_image(program)) {
    std::vector<vconform_step> translated;
    translate(program.steps, translated);
    for (const vconform_step& step : translated) {
      steps.push_back({step, {~0ull, ~0ull}});
      steps.back().known.struct_size = sizeof(LongerStep);
    }
    const auto& image = before.of(spec::MemoryId::kUb);
    std::copy(image.begin(), image.end(), ub.begin());
    memories.struct_size = sizeof memories;
    memories.memory[VCONFORM_UB] = {ub.data(), ub.size()};
  }
  std::uint64_t result(std::uint64_t index) const {
    return spec::load_element(ub, kDestination, spec::format_of(spec::NumberType::kF32), index);
  }

  spec::MemoryImage before;
  std::vector<LongerStep> steps;
  // All of UB, aligned as the ABI promises.
  alignas(64) std::array<std::uint8_t, 2 * kDestination> ub{};
  vconform_memories memories{};
};

TEST(CppHeader, StepsOfALaterVersionAreFound) {
  LongerProgram program(one_conversion("vconv_s162f32", {2, 0xfffd}));
  const Steps steps(&program.steps[0].known, program.steps.size());
  EXPECT_FALSE(steps.empty());
  std::vector<std::uint32_t> kinds;
  for (const vconform_step& step : steps) {
    kinds.push_back(step.kind);
  }
  EXPECT_THAT(kinds, ElementsAre(VCONFORM_STEP_SET_REGISTER, VCONFORM_STEP_SET_REGISTER,
                                 VCONFORM_STEP_VCONV));
  EXPECT_EQ(steps[2].kind, VCONFORM_STEP_VCONV);
  EXPECT_EQ(Steps(nullptr, 0).begin(), Steps(nullptr, 0).end());
  Executing().execute(steps, Memories(program.memories));
  EXPECT_EQ(program.result(1), 0xc0400000u);
}

TEST(CppHeader, GoldenTakesStepsOfALaterVersion) {
  LongerProgram program(one_conversion("vconv_s162f32", {2, 0xfffd}));
  const vconform_adapter& golden = *golden::golden_adapter();
  void* context = golden.create();
  EXPECT_EQ(
      golden.execute(context, &program.steps[0].known, program.steps.size(), &program.memories),
      std::uint32_t{VCONFORM_OK});
  golden.destroy(context);
  EXPECT_EQ(program.result(1), 0xc0400000u);
}

TEST(CppHeader, MemoriesEndWhereTheyEnd) {
  std::array<std::uint8_t, 8> bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  vconform_memories given{};
  given.struct_size = sizeof given;
  given.memory[VCONFORM_L1] = {bytes.data(), bytes.size()};
  const Memories memories(given);
  EXPECT_TRUE(memories[VCONFORM_UB].empty());
  EXPECT_TRUE(memories[VCONFORM_MEMORY_COUNT].empty());
  EXPECT_EQ(memories[VCONFORM_L1].size(), 8u);
  EXPECT_EQ(memories.load<std::uint16_t>({2, VCONFORM_L1, 0}, 1), 0x0605);
  memories.store({4, VCONFORM_L1, 0}, 1, std::uint16_t{0x1122});
  EXPECT_THAT(bytes, ElementsAre(1, 2, 3, 4, 5, 6, 0x22, 0x11));
  EXPECT_TRUE(memories.at({8, VCONFORM_L1, 0}, 0).empty());
  EXPECT_THROW((void)memories.at({9, VCONFORM_L1, 0}, 0), Rejected);
  EXPECT_THROW((void)memories.at({0, VCONFORM_L1, 0}, 9), Rejected);
  EXPECT_THROW((void)memories.at({~0ull, VCONFORM_L1, 0}, 2), Rejected);
  EXPECT_THROW((void)memories.load<std::uint32_t>({0, VCONFORM_L1, 0}, 2), Rejected);
  // An earlier version of the suite that has UB alone.
  given.struct_size = offsetof(vconform_memories, memory) + sizeof(vconform_memory);
  EXPECT_TRUE(memories[VCONFORM_L1].empty());
}

}  // namespace
}  // namespace vconform::adapters
