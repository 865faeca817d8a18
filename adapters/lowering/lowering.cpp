#include "adapters/lowering/lowering.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace vconform::adapters::lowering {

namespace {

// Whether a row's operations have this name, as vconform_operation_step has it.
bool has_name(const vconform_operation& operation, const std::string& name) {
  constexpr const char* kSuffixes[] = {"_null", "_r", "_a", "_f", "_c", "_z", "_o"};
  return operation.name != nullptr && operation.rounding < std::size(kSuffixes) &&
         name == operation.name + std::string(kSuffixes[operation.rounding]);
}

// A library need not be linked against the intrinsics: its symbols are found in the global scope.
void make_intrinsics_global() {
  ::dlopen("libvconform_intrinsics.so.1", RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
}

void* pointer_to(const vconform_address& address) {
  return vconform_memory_at(static_cast<int>(address.memory), address.offset);
}

float float_of(std::uint32_t bits) {
  float number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

// An older library's entry is shorter: what is missing counts as zero.
vconform_operation whole(const vconform_operation& operation, std::uint32_t size) {
  vconform_operation entry{};
  std::memcpy(&entry, &operation, std::min<std::size_t>(size, sizeof entry));
  return entry;
}

// The parameters of an operation that quantises.
void add_parameters(const vconform_operation& entry, const vconform_operation_step& step,
                    vconform_operation_call& call) {
  if (entry.quantises == 0) {
    return;
  }
  if (entry.by_column != 0) {
    call.quants = static_cast<std::uint64_t*>(pointer_to(step.quants));
  } else {
    call.quant = step.quant;
  }
  if (entry.relu == VCONFORM_RELU_LEAKY) {
    call.alpha = float_of(step.alpha);
  } else if (entry.relu == VCONFORM_RELU_PRELU) {
    call.alphas = static_cast<float*>(pointer_to(step.alphas));
  }
}

void enter(const vconform_operation_step& step) {
  const float alpha = float_of(static_cast<std::uint32_t>(step.fixpipe[1]));
  vconform_intrinsics_reset();
  set_ctrl(step.ctrl);
  set_vector_mask(step.mask[1], step.mask[0]);
  set_deqscale(step.deqscale);
  set_nd_para(step.fixpipe[0]);
  set_lrelu_alpha(alpha);
  set_quant_pre(step.fixpipe[2]);
  set_fpc(step.fixpipe[3]);
}

}  // namespace

Lowering::Lowering(const std::string& path) {
  make_intrinsics_global();
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  handle_ = {::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
               if (handle != nullptr) {
                 ::dlclose(handle);
               }
             }};
  if (handle_ == nullptr) {
    throw std::runtime_error(std::string("cannot be loaded: ") + ::dlerror());
  }
  const auto get = reinterpret_cast<decltype(&vconform_get_operations)>(
      ::dlsym(handle_.get(), "vconform_get_operations"));
  if (get == nullptr) {
    throw std::runtime_error(
        "exports no vconform_get_operations: define it as in vconform_lowering.h, extern \"C\" and "
        "visible; a library that exports vconform_get_adapter is named by its path alone");
  }
  table_ = get(VCONFORM_ABI_VERSION);
  if (table_ == nullptr || table_->struct_size < sizeof(vconform_operations) ||
      table_->abi_version != VCONFORM_ABI_VERSION || table_->name == nullptr ||
      table_->version == nullptr) {
    throw std::runtime_error(
        "vconform_get_operations(1) returned no table of this version: set struct_size, "
        "abi_version, name and version");
  }
  if (table_->operation_count == 0) {
    throw std::runtime_error("its table has no operation: nothing to judge");
  }
  capabilities_.struct_size = sizeof capabilities_;
  capabilities_.operations = table_->operations;
  capabilities_.operation_count = table_->operation_count;
  capabilities_.operation_size = table_->operation_size;
}

std::uint32_t Lowering::failed(std::uint32_t status, std::string why) {
  error_ = std::move(why);
  return status;
}

const vconform_operation* Lowering::operation_named(const std::string& name) const {
  const auto* bytes = reinterpret_cast<const unsigned char*>(table_->operations);
  for (std::uint32_t i = 0; i < table_->operation_count; ++i) {
    const auto* operation = reinterpret_cast<const vconform_operation*>(
        bytes + std::size_t{i} * table_->operation_size);
    if (has_name(*operation, name)) {
      return operation;
    }
  }
  return nullptr;
}

std::uint32_t Lowering::call(const vconform_operation& operation,
                             const vconform_operation_step& step) {
  vconform_operation_call call{};
  call.struct_size = sizeof call;
  call.rounding = operation.rounding;
  call.operation = &operation;
  call.dst = pointer_to(step.dst);
  call.src = pointer_to(step.src);
  call.scratch = step.scratch_bytes == 0 ? nullptr : pointer_to(step.scratch);
  call.scratch_bytes = step.scratch_bytes;
  call.rows = step.rows;
  call.cols = step.cols;
  call.dst_stride = step.dst_stride;
  call.src_stride = step.src_stride;
  add_parameters(whole(operation, table_->operation_size), step, call);
  enter(step);
  recorder_.begin();
  std::string thrown;
  try {
    operation.run(&call);
  } catch (const std::exception& error) {
    thrown = std::string("it throws: ") + error.what();
  } catch (...) {
    thrown = "it throws an exception that is no std::exception";
  }
  recorder_.end();
  report_ = recorder_.report();
  has_report_ = true;
  if (!thrown.empty()) {
    return failed(VCONFORM_ERROR, thrown);
  }
  return VCONFORM_OK;
}

std::uint32_t Lowering::execute(const vconform_step* steps, std::uint64_t count,
                                const vconform_memories& memories) {
  has_report_ = false;
  error_.clear();
  memories_.load(memories);
  std::uint32_t status = VCONFORM_OK;
  for (std::uint64_t i = 0; i < count && status == VCONFORM_OK; ++i) {
    if (steps[i].kind == VCONFORM_STEP_SET_REGISTER) {
      continue;
    }
    if (steps[i].kind != VCONFORM_STEP_OPERATION) {
      status = failed(VCONFORM_UNSUPPORTED, "a lowering has operations, and no instruction");
      break;
    }
    const vconform_operation_step& step = steps[i].as.operation;
    const vconform_operation* operation = operation_named(step.name);
    status = operation == nullptr
                 ? failed(VCONFORM_UNSUPPORTED, std::string("it has no operation ") + step.name)
                 : call(*operation, step);
  }
  const std::string outside = memories_.store(memories);
  if (status == VCONFORM_OK && !outside.empty()) {
    status = failed(VCONFORM_ERROR, "it writes " + outside + ", which no operand reaches");
  }
  return status;
}

}  // namespace vconform::adapters::lowering
