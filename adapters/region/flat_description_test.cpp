#include "adapters/region/flat_description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "adapters/load/open_backend.h"
#include "adapters/testing/test_table.h"

namespace vconform::adapters {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<FlatDescription> flattened(const Description& description) {
  auto flat = std::make_unique<FlatDescription>();
  flatten(description, *flat);
  return flat;
}

void expect_equal(const Description& a, const Description& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.version, b.version);
  EXPECT_EQ(a.judges_addressing, b.judges_addressing);
  EXPECT_EQ(a.capabilities.rows, b.capabilities.rows);
  EXPECT_EQ(a.capabilities.argument_checking, b.capabilities.argument_checking);
  EXPECT_EQ(a.capabilities.thread_safe, b.capabilities.thread_safe);
  EXPECT_EQ(a.capabilities.overlap_order, b.capabilities.overlap_order);
  EXPECT_EQ(a.capabilities.stride_bits, b.capabilities.stride_bits);
  EXPECT_EQ(a.capabilities.permissive_choices, b.capabilities.permissive_choices);
  EXPECT_EQ(a.notes, b.notes);
}

TEST(FlatDescription, EveryBundledBackendsComesBackEqual) {
  for (const KnownBackend& known : known_backends()) {
    if (known.available) {
      SCOPED_TRACE(known.name);
      const Description description = open_backend(known.name)->description();
      expect_equal(unflattened(*flattened(description), "test"), description);
    }
  }
  Description description;
  description.capabilities.overlap_order = std::nullopt;
  description.capabilities.permissive_choices = {"mask.inactive-lanes=undefined"};
  description.notes = "has something like it\nexports no set_ctrl(unsigned long)\n";
  expect_equal(unflattened(*flattened(description), "test"), description);
}

std::size_t deq_row() {
  return spec::cell_named("vconv_deqs162b8h_s8").value().row;
}

TEST(FlatDescription, WhatNoBackendSaysIsRefused) {
  const Description golden = open_backend("golden")->description();
  const auto refused = [&](const auto& spoil) {
    const auto flat = flattened(golden);
    spoil(*flat);
    return load_error([&] { unflattened(*flat, "test"); });
  };
  EXPECT_EQ(refused([](FlatDescription&) {}), "");
  const auto refusal = HasSubstr("test: overwrites the memory of the suite");
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.claims[3][2] = 1U << 20; }), refusal);
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.judges_addressing = 2; }), refusal);
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.overlap_order = 4; }), refusal);
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.stride_bits = 17; }), refusal);
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.stride_bits = 0; }), refusal);
  // Features without a claim, and a claim of an instruction that does not exist: a DEQ has no
  // suffix.
  EXPECT_THAT(refused([](FlatDescription& flat) { flat.claims[0][0] = 1; }), refusal);
  EXPECT_THAT(
      refused([](FlatDescription& flat) { flat.claims[deq_row()][1] = FlatDescription::kClaimed; }),
      refusal);
  for (const char* choice : {"mask.inactive-lanes=unchanged\n", "no.such=rule\n", "\x1b[2J\n"}) {
    EXPECT_THAT(
        refused([&](FlatDescription& flat) { write_text(flat.permissive_choices, choice); }),
        refusal);
  }
  EXPECT_THAT(refused([](FlatDescription& flat) {
                std::memset(static_cast<void*>(&flat), 0xff, sizeof flat);
              }),
              refusal);
}

TEST(FlatDescription, NotesThatCouldForgeOutputAreMadeHarmless) {
  const auto flat = flattened(open_backend("golden")->description());
  write_text(flat->notes, "a\x1b[2Jb\nthe rest of a line without an end");
  EXPECT_EQ(unflattened(*flat, "test").notes, "a [2Jb\n");
}

TEST(FlatDescription, TextsWithoutEndOrTooLongAreCut) {
  std::array<char, 4> text{};
  write_text(text, "abcdef");
  EXPECT_EQ(read_text(text), "abc");
  text.fill('x');
  EXPECT_EQ(read_text(text), "xxxx");
}

}  // namespace
}  // namespace vconform::adapters
