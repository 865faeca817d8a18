// The entry of libvconform_exported.so: the library of prototypes at a path, as a backend.
#include <exception>
#include <map>
#include <memory>
#include <string>

#include "adapters/bundled/named_backends.h"
#include "adapters/exported/exported_library.h"

namespace vconform::adapters::exported {

namespace {

// A library with the table that it is called by. Never unloaded.
struct Opened {
  explicit Opened(const std::string& path) : library(path) {
    for (const std::string& note : library.notes()) {
      notes += note + "\n";
    }
  }

  ExportedLibrary library;
  vconform_adapter table{};
  std::string notes;
  std::string message;
};

std::map<std::string, std::unique_ptr<Opened>>& opened() {
  static auto& all = *std::make_unique<std::map<std::string, std::unique_ptr<Opened>>>().release();
  return all;
}

// A table's create() has no argument: it makes a context of the library that was asked for last.
Opened*& last_asked() {
  static Opened* last = nullptr;
  return last;
}

void* create() {
  return last_asked();
}

void destroy(void* /*context*/) {}

const char* last_error(void* context) {
  return context == nullptr ? "" : static_cast<Opened*>(context)->message.c_str();
}

const vconform_capabilities* capabilities(void* context) {
  return &static_cast<Opened*>(context)->library.capabilities();
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  auto& used = *static_cast<Opened*>(context);
  return used.library.execute(steps, step_count, *memories, used.message);
}

Opened& open(const std::string& path) {
  std::unique_ptr<Opened>& entry = opened()[path];
  if (entry == nullptr) {
    entry = std::make_unique<Opened>(path);
    vconform_adapter& table = entry->table;
    table.struct_size = sizeof table;
    table.abi_version = VCONFORM_ABI_VERSION;
    table.name = entry->library.name().c_str();
    table.version = entry->library.version().c_str();
    table.create = create;
    table.destroy = destroy;
    table.last_error = last_error;
    table.capabilities = capabilities;
    table.execute = execute;
  }
  last_asked() = entry.get();
  return *entry;
}

}  // namespace

}  // namespace vconform::adapters::exported

extern "C" const vconform_adapter* vconform_get_named_adapter(std::uint32_t abi_version,
                                                              const char* name) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::exported::open(name).table
                                             : nullptr;
}

extern "C" const char* vconform_get_named_notes(const char* name) {
  return vconform::adapters::exported::open(name).notes.c_str();
}
