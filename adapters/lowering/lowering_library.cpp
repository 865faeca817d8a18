// libvconform_lowering.so: a lowering, named by the path of its library, as a backend of the C ABI.
#include <cstring>
#include <exception>
#include <memory>
#include <new>

#include "adapters/intrinsics/witness.h"
#include "adapters/lowering/lowering.h"

namespace vconform::adapters::lowering {

namespace {

// One a process: the intrinsics model one core.
struct Opened {
  std::string path;
  std::unique_ptr<Lowering> lowering;
  std::string problem;
  vconform_adapter table{};
};

Opened& opened() {
  static Opened& only = *std::make_unique<Opened>().release();
  return only;
}

void open(const char* path) {
  Opened& all = opened();
  all.path = path;
  try {
    all.lowering = std::make_unique<Lowering>(path);
  } catch (const std::exception& error) {
    all.problem = error.what();
  }
}

void* create() {
  return opened().lowering.get();
}
void destroy(void* /*context*/) {}
const char* last_error(void* context) {
  return context == nullptr ? opened().problem.c_str() : opened().lowering->error().c_str();
}
const vconform_capabilities* capabilities(void* /*context*/) {
  return &opened().lowering->capabilities();
}
std::uint32_t execute(void* /*context*/, const vconform_step* steps, std::uint64_t count,
                      vconform_memories* memories) {
  return opened().lowering->execute(steps, count, *memories);
}
const vconform_report* report(void* /*context*/) {
  return opened().lowering->report();
}

}  // namespace

}  // namespace vconform::adapters::lowering

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_named_adapter(
    std::uint32_t abi_version, const char* path) {
  namespace in = vconform::adapters::lowering;
  if (abi_version != VCONFORM_ABI_VERSION) {
    return nullptr;
  }
  in::Opened& all = in::opened();
  if (all.lowering == nullptr || all.path != path) {
    in::open(path);
  }
  vconform_adapter& table = all.table;
  table.struct_size = sizeof table;
  table.abi_version = VCONFORM_ABI_VERSION;
  table.name = all.lowering == nullptr ? "lowering" : all.lowering->table().name;
  table.version = all.lowering == nullptr ? "?" : all.lowering->table().version;
  table.create = in::create;
  table.destroy = in::destroy;
  table.last_error = in::last_error;
  table.capabilities = in::capabilities;
  table.execute = in::execute;
  table.report = in::report;
  return &table;
}

extern "C" VCONFORM_EXPORT const char* vconform_get_named_basis(const char* /*path*/) {
  return vconform_intrinsics_backend();
}
