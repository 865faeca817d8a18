#include "fuzz/inputs/any_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "adapters/testing/test_table.h"
#include "spec/rows/features.h"
#include "spec/rules/rules.h"

namespace vconform::fuzz {

namespace {

// The table that capabilities() returns, which has nothing but a context to know it by.
const void* returned_capabilities = nullptr;

const vconform_capabilities* capabilities(void*) {
  return static_cast<const vconform_capabilities*>(returned_capabilities);
}

// Mostly small numbers, as those are meaningful.
std::uint32_t number(generators::ChoiceSource& choices, std::uint64_t below) {
  const bool any = choices.one_in(32);
  return static_cast<std::uint32_t>(any ? choices.bits(32) : choices.below(below));
}

std::string any_text(generators::ChoiceSource& choices) {
  std::string text(choices.one_in(8) ? choices.below(300) : choices.below(12), 'x');
  for (char& c : text) {
    c = static_cast<char>(1 + choices.below(255));
  }
  return text;
}

std::string some_reading(generators::ChoiceSource& choices) {
  const spec::Rule& rule = choices.pick(spec::rules());
  if (rule.readings.empty()) {
    return std::string(rule.slug) + "=";
  }
  return std::string(rule.slug) + "=" + std::string(choices.pick(rule.readings).name);
}

// `content` cut or padded to struct_size bytes, a number in its first four bytes.
template <typename T>
std::vector<std::uint8_t> as_long_as_it_says(T content, generators::ChoiceSource& choices) {
  if (choices.one_in(8)) {
    content.struct_size = static_cast<std::uint32_t>(choices.below(2 * sizeof content));
  }
  const std::size_t size = std::max<std::size_t>(content.struct_size, sizeof content.struct_size);
  std::vector<std::uint8_t> bytes(size, 0xa5);
  std::memcpy(bytes.data(), &content, std::min(size, sizeof content));
  return bytes;
}

}  // namespace

AnyTable::AnyTable(std::span<const std::uint8_t> bytes) {
  generators::ByteSource choices(bytes);
  make_rows(choices);
  make_choices(choices);
  make_capabilities(choices);
  make_table(choices);
}

void AnyTable::make_rows(generators::ChoiceSource& choices) {
  const std::uint64_t count = choices.one_in(16) ? choices.below(6000) : choices.below(20);
  const std::size_t row_size =
      choices.one_in(8) ? choices.below(64) : sizeof(vconform_capability) + 8 * choices.below(2);
  rows_.assign(count * row_size, 0);
  for (std::uint64_t i = 0; i < count; ++i) {
    vconform_capability row{};
    row.family = number(choices, 5);
    row.variant = number(choices, 5);
    if (row.family == VCONFORM_FAMILY_DATA_COPY) {
      row.variant = static_cast<std::uint32_t>(choices.bits(32) & 0x0f0f0701);
    }
    row.source_type = number(choices, 13);
    row.destination_type = number(choices, 13);
    row.roundings = number(choices, 128);
    row.features = number(choices, spec::kFeatureBits + 1);
    most_claims_ += static_cast<std::size_t>(std::popcount(row.roundings));
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&row), std::min(row_size, sizeof row),
                rows_.begin() + static_cast<std::ptrdiff_t>(i * row_size));
  }
  declared_.row_count = static_cast<std::uint32_t>(count);
  declared_.row_size = static_cast<std::uint32_t>(row_size);
  declared_.rows =
      choices.one_in(16) ? nullptr : reinterpret_cast<const vconform_capability*>(rows_.data());
}

void AnyTable::make_choices(generators::ChoiceSource& choices) {
  const std::uint64_t count = choices.one_in(16) ? choices.below(400) : choices.below(4);
  for (std::uint64_t i = 0; i < count; ++i) {
    texts_.push_back(choices.one_in(8) ? any_text(choices) : some_reading(choices));
  }
  for (const std::string& text : texts_) {
    pointers_.push_back(choices.one_in(64) ? nullptr : text.c_str());
  }
  declared_.choice_count = static_cast<std::uint32_t>(count);
  declared_.choices = choices.one_in(16) ? nullptr : pointers_.data();
}

void AnyTable::make_capabilities(generators::ChoiceSource& choices) {
  declared_.struct_size = sizeof declared_;
  declared_.flags = number(choices, 4);
  declared_.overlap_order = number(choices, 5);
  declared_.stride_bits = number(choices, 18);
  capabilities_ = as_long_as_it_says(declared_, choices);
  returned_capabilities = choices.one_in(32) ? nullptr : capabilities_.data();
}

void AnyTable::make_table(generators::ChoiceSource& choices) {
  vconform_adapter table = adapters::working_table();
  table.capabilities = capabilities;
  if (choices.one_in(4)) {
    table.execute = nullptr;
    table.convert = [](void*, const void*, void*, std::uint64_t, std::uint32_t, std::uint32_t,
                       std::uint32_t, std::uint64_t) -> std::uint32_t { return VCONFORM_OK; };
  }
  if (choices.one_in(4)) {
    name_ = any_text(choices);
    version_ = any_text(choices);
    table.name = name_.c_str();
    table.version = choices.one_in(8) ? nullptr : version_.c_str();
  }
  if (choices.one_in(16)) {
    table.create = []() -> void* { return nullptr; };
  }
  if (choices.one_in(32)) {
    table.abi_version = static_cast<std::uint32_t>(choices.bits(32));
  }
  table_ = as_long_as_it_says(table, choices);
}

}  // namespace vconform::fuzz
