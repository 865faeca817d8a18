// Messages of a program that lies.
#include "suites/trace/message.h"

#include <gtest/gtest.h>

#include <cstring>

#include "adapters/abi/steps.h"

namespace vconform::suites {
namespace {

using adapters::intrinsics::kMostTraceArguments;
using adapters::intrinsics::kTraceVersion;
using adapters::intrinsics::TraceArgument;
using adapters::intrinsics::TraceCall;
using adapters::intrinsics::TraceHello;

using Bytes = std::vector<std::uint8_t>;

void append(Bytes& bytes, const void* from, std::size_t size) {
  bytes.resize(bytes.size() + size);
  std::memcpy(bytes.data() + bytes.size() - size, from, size);
}

template <typename T>
void append(Bytes& bytes, const T& value) {
  append(bytes, &value, sizeof value);
}

void append(Bytes& bytes, const char* text) {
  append(bytes, text, std::strlen(text) + 1);
}

TraceCall good_call() {
  TraceCall call{};
  call.head = {kTraceVersion, TraceKind::kCall, 7, 0};
  call.line = 12;
  call.argument_count = 1;
  call.has_step = 1;
  call.registers.ctrl = 5;
  call.step = adapters::abi_step(spec::instruction_with(*spec::cell_named("vconv_f322f16r")));
  return call;
}

Bytes packet_of(const TraceCall& call, const char* function = "vconv_f322f16r") {
  Bytes bytes;
  append(bytes, call);
  append(bytes, TraceArgument{1, 0, 255});
  append(bytes, function);
  for (const char* text : {"half*, float*", "k.cpp", "", "repeat"}) {
    append(bytes, text);
  }
  return bytes;
}

TEST(Message, ACallIsReadAsItWasSent) {
  const auto message = traced_message(packet_of(good_call()));
  ASSERT_TRUE(message);
  EXPECT_EQ(message->process, 7u);
  const auto& call = std::get<TracedCall>(message->content);
  EXPECT_EQ(call.function, "vconv_f322f16r");
  EXPECT_EQ(call.file, "k.cpp");
  EXPECT_EQ(call.line, 12u);
  EXPECT_EQ(call.registers.ctrl, 5u);
  ASSERT_EQ(call.arguments.size(), 1u);
  EXPECT_EQ(call.arguments[0].name, "repeat");
  EXPECT_EQ(call.arguments[0].most, 255);
  EXPECT_TRUE(call.instruction);
}

TEST(Message, EveryCutIsDamage) {
  Bytes bytes = packet_of(good_call());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(traced_message(std::span(bytes).first(size))) << size;
  }
  bytes.push_back(0);
  EXPECT_FALSE(traced_message(bytes));
}

TEST(Message, NumbersOutOfRangeAreDamage) {
  const auto is_damaged = [](auto change) {
    TraceCall call = good_call();
    change(call);
    return !traced_message(packet_of(call));
  };
  EXPECT_FALSE(is_damaged([](TraceCall&) {}));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.head.version = 99; }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.head.kind = static_cast<TraceKind>(99); }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.argument_count = kMostTraceArguments + 1; }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.argument_count = 0; }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.has_step = 2; }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.step.kind = 99; }));
  EXPECT_TRUE(is_damaged([](TraceCall& call) { call.step.as.vconv.src.memory = 99; }));
}

TEST(Message, TextsAreMadePrintable) {
  const auto message = traced_message(packet_of(good_call(), "a\x1b[2J\nb"));
  ASSERT_TRUE(message);
  const std::string& function = std::get<TracedCall>(message->content).function;
  EXPECT_EQ(function.find('\x1b'), std::string::npos);
  EXPECT_EQ(function.find('\n'), std::string::npos);
}

TEST(Message, AMemoryThatWrapsAroundIsDamage) {
  TraceHello hello{};
  hello.head = {kTraceVersion, TraceKind::kHello, 7, 0};
  hello.memories[0] = {0x40000000, 0x40000};
  Bytes bytes;
  append(bytes, hello);
  EXPECT_TRUE(traced_message(bytes));
  hello.memories[0] = {~std::uint64_t{0}, 2};
  bytes.clear();
  append(bytes, hello);
  EXPECT_FALSE(traced_message(bytes));
}

}  // namespace
}  // namespace vconform::suites
