#include "suites/sweep/swept_memory.h"

#include <algorithm>
#include <cstring>

#include "spec/case/case.h"

namespace vconform::suites {

namespace {

// The same canary as in cases. Never freed or changed.
const std::vector<std::uint8_t>& canary(std::size_t size) {
  static std::vector<std::uint8_t> bytes;
  for (std::size_t at = bytes.size(); at < size; ++at) {
    bytes.push_back(spec::background_byte(at));
  }
  return bytes;
}

}  // namespace

SweptMemory::SweptMemory(std::span<std::uint8_t> ub) : ub_(ub) {
  clear();
}

void SweptMemory::clear() {
  std::memcpy(ub_.data(), canary(ub_.size()).data(), ub_.size());
  range_ = {};
}

bool SweptMemory::is_place_of(const generators::SweepProgram& program) const {
  return range_.size() != 0 && program.domain.cell == cell_ && program.plan == plan_ &&
         program.vector_block == vector_block_;
}

bool SweptMemory::place(const generators::SweepProgram& program) {
  bool was_clean = true;
  if (!is_place_of(program)) {
    const std::uint8_t* wanted = canary(ub_.size()).data();
    std::memcpy(ub_.data() + range_.first, wanted + range_.first, range_.size());
    range_ = generators::range_of(program);
    was_clean = std::memcmp(bytes().data(), wanted + range_.first, range_.size()) == 0;
    cell_ = program.domain.cell;
    plan_ = program.plan;
    vector_block_ = program.vector_block;
  }
  generators::place(program, ub_);
  return was_clean;
}

bool SweptMemory::is_clean_outside() const {
  const std::uint8_t* wanted = canary(ub_.size()).data();
  return std::memcmp(ub_.data(), wanted, range_.first) == 0 &&
         std::memcmp(ub_.data() + range_.end, wanted + range_.end, ub_.size() - range_.end) == 0;
}

}  // namespace vconform::suites
