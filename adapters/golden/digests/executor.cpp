#include "adapters/golden/digests/executor.h"

#include <dlfcn.h>

#include <cassert>
#include <cstring>
#include <stdexcept>

namespace vconform::adapters::golden::digests {

namespace {

// No result consists of this byte only.
constexpr int kBackground = 0xa5;

const vconform_adapter* table_in(void* handle, const std::string& path) {
  if (handle == nullptr) {
    throw std::runtime_error(dlerror());
  }
  const auto get =
      reinterpret_cast<decltype(&vconform_get_adapter)>(dlsym(handle, "vconform_get_adapter"));
  const vconform_adapter* table = get == nullptr ? nullptr : get(VCONFORM_ABI_VERSION);
  if (table == nullptr || table->execute == nullptr) {
    throw std::runtime_error(path + " has no table of this version with execute()");
  }
  return table;
}

}  // namespace

Executor::Executor(const std::string& path)
    : handle_(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)),
      table_(table_in(handle_, path)),
      context_(table_->create()),
      storage_(std::make_unique<std::array<Bytes, spec::kMemoryCount>>()) {
  if (context_ == nullptr) {
    throw std::runtime_error(path + " has no context");
  }
  memories_.struct_size = sizeof memories_;
}

// The library stays open, since it may have registered functions that run at exit.
Executor::~Executor() {
  table_->destroy(context_);
}

const vconform_capabilities& Executor::capabilities() const {
  return *table_->capabilities(context_);
}

void Executor::begin() {
  digest_ = spec::kEmptyDigest;
  elements_ = 0;
}

std::span<std::uint8_t> Executor::memory(spec::MemoryId id, std::uint64_t size) {
  assert(size <= kMaxBytes);
  const auto number = static_cast<std::size_t>(id);
  std::uint8_t* data = (*storage_)[number].of.data();
  std::memset(data, kBackground, size);
  memories_.memory[number] = {data, size};
  return {data, size};
}

void Executor::run(std::span<const vconform_step> steps, std::uint64_t elements) {
  const std::uint32_t status = table_->execute(context_, steps.data(), steps.size(), &memories_);
  if (status != VCONFORM_OK) {
    throw std::runtime_error("status " + std::to_string(status) + " after " +
                             std::to_string(elements_) +
                             " elements: " + table_->last_error(context_));
  }
  for (vconform_memory& memory : memories_.memory) {
    for (std::uint64_t at = 0; at < memory.size; at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, memory.data + at, std::min<std::uint64_t>(sizeof word, memory.size - at));
      digest_ = spec::digest_with(digest_, word);
    }
    memory = {};
  }
  elements_ += elements;
}

vconform_step step_of_kind(std::uint32_t kind) {
  vconform_step step{};
  step.struct_size = sizeof step;
  step.kind = kind;
  return step;
}

vconform_step set_register(std::uint32_t id, std::uint64_t value, std::uint64_t second) {
  vconform_step step = step_of_kind(VCONFORM_STEP_SET_REGISTER);
  step.as.set_register = {id, 0, {value, second}};
  return step;
}

vconform_address address_in(spec::MemoryId memory, std::uint64_t offset) {
  return {offset, static_cast<std::uint32_t>(memory), 0};
}

}  // namespace vconform::adapters::golden::digests
