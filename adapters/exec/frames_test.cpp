// Answers of a program, right, wrong or cut off: taken whole, or refused with nothing
// changed.
#include "adapters/exec/frames.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "adapters/exec/start_answer.h"

namespace vconform::adapters::exec {
namespace {

using testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kGuard = 64;
constexpr std::uint8_t kGuardByte = 0xa5;

template <typename... Numbers>
void append(Bytes& body, Numbers... numbers) {
  for (const std::uint32_t number : {static_cast<std::uint32_t>(numbers)...}) {
    const auto* first = reinterpret_cast<const std::uint8_t*>(&number);
    body.insert(body.end(), first, first + sizeof number);
  }
}

// Two programs with a UB of 100 bytes and a GM of 24, between guard bytes.
class Programs {
 public:
  Programs() {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      memories_[i].memory[VCONFORM_UB] = {held_[2 * i].data() + kGuard, kUb};
      memories_[i].memory[VCONFORM_GM] = {held_[2 * i + 1].data() + kGuard, kGm};
      programs_[i].memories = &memories_[i];
      programs_[i].status = kNone;
    }
  }

  std::string take(const Bytes& body) { return take_programs(body, programs_); }
  const vconform_program& operator[](std::size_t i) const { return programs_[i]; }
  std::uint8_t byte(std::size_t program, std::uint32_t memory, std::size_t at) const {
    return memories_[program].memory[memory].data[at];
  }

  bool guards_hold() const {
    return std::ranges::all_of(held_, [](const Bytes& bytes) {
      const auto is_guard = [](std::uint8_t byte) { return byte == kGuardByte; };
      return std::ranges::all_of(std::span(bytes).first(kGuard), is_guard) &&
             std::ranges::all_of(std::span(bytes).last(kGuard), is_guard);
    });
  }
  bool is_untouched() const {
    return std::ranges::all_of(programs_, [](const auto& one) { return one.status == kNone; }) &&
           held_ == fresh();
  }

 private:
  static constexpr std::size_t kUb = 100;
  static constexpr std::size_t kGm = 24;
  static constexpr std::uint32_t kNone = 77;

  static Bytes guarded(std::size_t size) {
    Bytes bytes(size + 2 * kGuard, kGuardByte);
    std::fill_n(bytes.begin() + kGuard, size, 0);
    return bytes;
  }
  static std::vector<Bytes> fresh() {
    return {guarded(kUb), guarded(kGm), guarded(kUb), guarded(kGm)};
  }

  std::vector<Bytes> held_ = fresh();
  std::array<vconform_memories, 2> memories_{};
  std::array<vconform_program, 2> programs_{};
};

// The first program is done and wrote twice; the second one failed.
Bytes right_answer() {
  Bytes body;
  append(body, VCONFORM_OK, 2, 0, 0);
  append(body, VCONFORM_UB, 0, 99, 0, 1, 0, 0x11, 0);
  append(body, VCONFORM_GM, 0, 8, 0, 16, 0, 0x22222222, 0x22222222, 0x22222222, 0x22222222);
  append(body, VCONFORM_ERROR, 0, 4, 0, 0x20736177, 0);
  return body;
}

// Whether it is taken; if not, that nothing has changed and that what is said is one line.
bool is_taken(const Bytes& body) {
  Programs programs;
  bool taken = true;
  try {
    programs.take(body);
  } catch (const BadAnswer& refusal) {
    taken = false;
    EXPECT_THAT(refusal.what(), testing::MatchesRegex("its answer [ -~]+"));
    EXPECT_TRUE(programs.is_untouched());
  }
  EXPECT_TRUE(programs.guards_hold());
  return taken;
}

TEST(Frames, AnAnswerToProgramsIsTaken) {
  Programs programs;
  EXPECT_EQ(programs.take(right_answer()), "was ");
  EXPECT_EQ(programs[0].status, std::uint32_t{VCONFORM_OK});
  EXPECT_EQ(programs[1].status, std::uint32_t{VCONFORM_ERROR});
  EXPECT_EQ(programs.byte(0, VCONFORM_UB, 98), 0);
  EXPECT_EQ(programs.byte(0, VCONFORM_UB, 99), 0x11);
  EXPECT_EQ(programs.byte(0, VCONFORM_GM, 7), 0);
  EXPECT_EQ(programs.byte(0, VCONFORM_GM, 8), 0x22);
  EXPECT_EQ(programs.byte(0, VCONFORM_GM, 23), 0x22);
  EXPECT_EQ(programs.byte(1, VCONFORM_UB, 99), 0);
}

TEST(Frames, OneThatIsCutAtAnyByteOrLongerIsRefused) {
  const Bytes whole = right_answer();
  ASSERT_TRUE(is_taken(whole));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(is_taken(Bytes(whole.begin(), whole.begin() + static_cast<long>(size)))) << size;
  }
  Bytes longer = whole;
  append(longer, 0, 0);
  EXPECT_FALSE(is_taken(longer));
}

TEST(Frames, AnyByteMayBeWrong) {
  std::size_t refused = 0;
  for (std::size_t at = 0; at < right_answer().size(); ++at) {
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      Bytes changed = right_answer();
      changed[at] = static_cast<std::uint8_t>(value);
      refused += is_taken(changed) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100U);
}

TEST(Frames, SpansLieInsideTheirMemory) {
  struct Span {
    std::uint32_t memory;
    std::uint64_t offset;
    std::uint64_t length;
  };
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  constexpr Span kOutside[] = {
      {VCONFORM_UB, 100, 1},    {VCONFORM_UB, 99, 2},    {VCONFORM_UB, 0, 101},
      {VCONFORM_UB, kMost, 1},  {VCONFORM_UB, 1, kMost}, {VCONFORM_UB, kMost - 6, 8},
      {VCONFORM_UB, 0, 0},      {VCONFORM_L1, 0, 1},     {99, 0, 1},
      {~std::uint32_t{0}, 0, 1}};
  for (const Span& span : kOutside) {
    Bytes body;
    append(body, VCONFORM_OK, 1, 0, 0, span.memory, 0, span.offset, span.offset >> 32, span.length,
           span.length >> 32);
    body.resize(body.size() + 104);
    append(body, VCONFORM_OK, 0, 0, 0);
    EXPECT_FALSE(is_taken(body)) << span.memory << " " << span.offset << " " << span.length;
  }
}

TEST(Frames, AnArrayIsTakenWholeOrNotAtAll) {
  const Bytes before(12, kGuardByte);
  Bytes whole;
  append(whole, VCONFORM_OK, 0, 0, 0, 1, 2, 3, 0);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    Bytes results = before;
    try {
      take_array({whole.data(), size}, results);
      EXPECT_EQ(size, whole.size());
      EXPECT_EQ(std::memcmp(results.data(), whole.data() + 16, results.size()), 0);
    } catch (const BadAnswer&) {
      EXPECT_LT(size, whole.size());
      EXPECT_EQ(results, before);
    }
  }
}

TEST(Frames, AHeaderIsOfTheFrameThatWasAsked) {
  const FrameHeader asked{kMagic, kExecute, 3, 9, 0};
  const auto refusal = [&](const FrameHeader& answer) -> std::string {
    try {
      check_header(answer, asked);
    } catch (const BadAnswer& bad) {
      return bad.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({kMagic, kExecute, 3, 9, kMostBytes}), "");
  EXPECT_THAT(refusal({kMagic, kConvert, 3, 9, 0}), HasSubstr("kind 2"));
  EXPECT_THAT(refusal({kMagic, kExecute, 4, 9, 0}), HasSubstr("count 4"));
  EXPECT_THAT(refusal({kMagic, kExecute, 3, 8, 0}), HasSubstr("number 8"));
  EXPECT_THAT(refusal({kMagic, kExecute, 3, 9, kMostBytes + 8}), HasSubstr("at most 2^28"));
  EXPECT_THAT(refusal({kMagic, kExecute, 3, 9, 4}), HasSubstr("a multiple of 8"));
  EXPECT_THAT(refusal({{'d', 'o', '\n', 'e'}, kExecute, 3, 9, 0}), HasSubstr("'do?e"));
}

TEST(StartAnswer, IsReadOrRefusedInOneLine) {
  const std::string whole =
      R"({"protocol": 1, "name": "mine", "version": "1", "checks_arguments": true,)"
      R"( "stride_bits": 12, "overlap_order": "block", "choices": ["a=b"], "notes": ["slow"],)"
      R"( "claims": [{"instructions": ["vconv_f322s32r", "cast_deq_*"], "features": ["mask"]}]})";
  const auto is_read = [](const std::string& line) {
    try {
      start_answer_from(line);
      return true;
    } catch (const BadAnswer& refusal) {
      EXPECT_THAT(refusal.what(), testing::MatchesRegex("its answer to the line start [ -~]+"));
      return false;
    }
  };
  const StartAnswer answer = start_answer_from(whole);
  EXPECT_EQ(answer.name, "mine");
  EXPECT_EQ(answer.rows.size(), 4U);
  EXPECT_EQ(answer.stride_bits, 12U);
  EXPECT_EQ(answer.overlap_order, std::uint32_t{VCONFORM_ORDER_BLOCK});
  EXPECT_EQ(answer.flags, std::uint32_t{VCONFORM_ARGUMENT_CHECKING});
  EXPECT_EQ(answer.notes, "slow\n");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(is_read(whole.substr(0, size))) << size;
    for (const char c : {'\0', '\n', '"', '}', '9', '\xff'}) {
      std::string changed = whole;
      changed[size] = c;
      is_read(changed);
    }
  }
}

// The parser keeps the last of two fields, and stops at a NUL byte.
TEST(StartAnswer, SaysNothingThatIsPassedOver) {
  const std::string begin = R"({"protocol": 1, "name": "a", "version": "1", )";
  const std::string claims = R"("claims": [{"instructions": ["vconv_f322s32r"]}])";
  const auto refusal_of = [](const std::string& line) -> std::string {
    try {
      start_answer_from(line);
      return "";
    } catch (const BadAnswer& refusal) {
      return refusal.what();
    }
  };
  EXPECT_EQ(refusal_of(begin + claims + "}"), "");
  EXPECT_THAT(refusal_of(begin + claims + ", " + claims + "}"),
              testing::HasSubstr("'claims' twice"));
  EXPECT_THAT(
      refusal_of(begin + R"("claims": [{"instructions": ["vconv_*"], "instructions": []}]})"),
      testing::HasSubstr("'instructions' twice"));
  EXPECT_THAT(refusal_of(begin + claims + "}" + std::string(1, '\0') + "junk"),
              testing::HasSubstr("NUL byte"));
}

TEST(StartAnswer, ConvertsAllOfVconvAndNothingElse) {
  const auto rows_by = [](const std::string& form) {
    return start_answer_from(R"({"protocol": 1, "name": "a", "version": "1", "claims": [)"
                             R"({"instructions": ["vconv_*"], "by": ")" +
                             form + R"("}]})")
        .rows;
  };
  const auto is_vconv = [](const vconform_capability& row) {
    return row.family == VCONFORM_FAMILY_VCONV;
  };
  EXPECT_TRUE(std::ranges::all_of(rows_by("convert"), is_vconv));
  EXPECT_FALSE(std::ranges::all_of(rows_by("execute"), is_vconv));
}

// Notes for people may differ from start to start: a temperature, a process.
TEST(StartAnswer, IsAlikeWhateverItNotes) {
  const auto answer = [](const std::string& rest) {
    return start_answer_from(R"({"protocol": 1, "name": "a", "version": "1", )" + rest + "}");
  };
  const std::string claims = R"("claims": [{"instructions": ["vconv_f322s32r", "vconv_s82f16"]}])";
  const std::string turned = R"("claims": [{"instructions": ["vconv_s82f16", "vconv_f322s32r"]}])";
  const std::string fewer = R"("claims": [{"instructions": ["vconv_s82f16"]}])";
  EXPECT_TRUE(are_alike(answer(claims), answer(turned)));
  EXPECT_TRUE(are_alike(answer(claims), answer(claims + R"(, "notes": ["at 71 C"])")));
  EXPECT_FALSE(are_alike(answer(claims), answer(fewer)));
  EXPECT_FALSE(are_alike(answer(claims), answer(claims + R"(, "stride_bits": 9)")));
}

TEST(StartAnswer, SaysWhyAProgramCannotStart) {
  try {
    start_answer_from(R"({"protocol": 1, "error": "no device\nhere"})");
    FAIL();
  } catch (const BadAnswer& refusal) {
    EXPECT_EQ(std::string(refusal.what()), "it cannot start: no device?here");
  }
}

}  // namespace
}  // namespace vconform::adapters::exec
