// Small cases and outcomes for the tests of predict, judge and explain.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "oracle/predict/predict.h"
#include "oracle/predict/simulated_memory.h"
#include "oracle/testing/test_support.h"
#include "spec/case/case_text.h"
#include "spec/case/memory_image.h"

namespace vconform::oracle::testing {

inline const std::string kFullMask = "mask 0xffffffffffffffff 0xffffffffffffffff\n";

// A case with a UB of `size` bytes; `lines` are the rest of its text form.
inline spec::Case case_of(std::string_view lines, std::uint64_t size = 0x4000) {
  return spec::case_from_text(
      fmt::format("vconform-case 1\nmemory UB size={} background=1\n{}", size, lines));
}

// An instruction line: dst at UB+0x2000, src at UB+0x1000, strides contiguous for 8 blocks.
inline std::string run(std::string_view instruction, std::string_view repeat = "1",
                       std::string_view dst = "0x2000", std::string_view src = "0x1000",
                       std::string_view strides = "1 1 8 8") {
  std::vector<std::string> parts(1);
  for (const char c : strides) {
    if (c == ' ') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return fmt::format(
      "{} dst=UB+{} src=UB+{} repeat={} dstBlockStride={} srcBlockStride={} dstRepeatStride={} "
      "srcRepeatStride={}\n",
      instruction, dst, src, repeat, parts[0], parts[1], parts[2], parts[3]);
}

// Element `index` of an array at UB+`at`.
inline std::string place(std::string_view at, std::string_view type, int index,
                         std::uint64_t pattern) {
  return fmt::format("place UB+{} {} element index={} pattern={:#x}\n", at, type, index, pattern);
}

// One world for each combination of open readings; nothing in them is open.
inline std::vector<World> worlds_of(const spec::Case& test_case,
                                    const spec::Choices& choices = a2()) {
  std::vector<World> all;
  for (const World& open : predict(test_case, spec::initial_image(test_case), choices)) {
    for (World& world : settled_worlds(open)) {
      all.push_back(std::move(world));
    }
  }
  return all;
}

inline World only_world(const spec::Case& test_case, const spec::Choices& choices = a2()) {
  std::vector<World> worlds = worlds_of(test_case, choices);
  EXPECT_EQ(worlds.size(), 1u);
  return worlds.front();
}

// The expectation of a world for the element at a byte of UB: the last one written there.
inline std::string expected_at(const World& world, std::uint64_t address,
                               bool high_nibble = false) {
  const auto place = static_cast<Nibble>(address * kNibblesPerByte + (high_nibble ? 1 : 0));
  for (auto element = world.elements.rbegin(); element != world.elements.rend(); ++element) {
    if (element->destination == place) {
      return text_of(world.expectations[element->expectation]);
    }
  }
  return "unchanged";
}

// The memory images of a backend that follows a world, with the first permitted pattern of each
// element.
inline spec::MemoryImage obedient(const spec::Case& test_case, const World& world) {
  return memory_after(world, spec::initial_image(test_case));
}

}  // namespace vconform::oracle::testing
