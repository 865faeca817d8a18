#include "adapters/load/shared_library.h"

#include <dlfcn.h>

#include "adapters/abi/checked_table.h"
#include "adapters/bundled/named_backends.h"
#include "adapters/containment/library_file.h"
#include "adapters/load/elf_header.h"
#include "adapters/load_error.h"

namespace vconform::adapters {

namespace {

void check_file(const std::string& path) {
  check_library_file(path);
  const auto machine = elf_machine(path);
  if (!machine) {
    throw LoadError(path + ": not a shared library (no ELF header): build it with -shared -fPIC");
  }
  if (*machine != this_machine()) {
    throw LoadError(path + ": built for " + *machine + ", this machine is " + this_machine() +
                    ": build it for this machine");
  }
}

void* symbol_in(const SharedLibrary& library, const std::string& path, const char* name) {
  void* symbol = ::dlsym(library.handle.get(), name);
  if (symbol == nullptr) {
    throw LoadError(path + ": exports no " + name +
                    ": define it as in vconform_adapter.h, extern \"C\" and visible");
  }
  return symbol;
}

}  // namespace

std::shared_ptr<void> open_library_file(const std::string& path) {
  check_file(path);
  // For a name without a slash dlopen searches its own folders.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  std::shared_ptr<void> library(::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
    if (handle != nullptr) {
      ::dlclose(handle);
    }
  });
  if (library == nullptr) {
    throw LoadError(path + ": cannot be loaded: " + one_line(::dlerror()));
  }
  return library;
}

SharedLibrary open_shared_library(const std::string& path) {
  SharedLibrary library;
  library.handle = open_library_file(path);
  const auto get_adapter = reinterpret_cast<decltype(&vconform_get_adapter)>(
      symbol_in(library, path, "vconform_get_adapter"));
  library.table = get_adapter(VCONFORM_ABI_VERSION);
  return library;
}

SharedLibrary open_shared_library(const Loadable& backend) {
  if (backend.entry.empty()) {
    return open_shared_library(backend.library);
  }
  // A library that makes a backend of a file is given its path.
  if (const auto file = named_file(backend.entry)) {
    check_file(std::string(file->path));
  }
  SharedLibrary library;
  library.handle = open_library_file(backend.library);
  const auto get_named = reinterpret_cast<decltype(&vconform_get_named_adapter)>(
      symbol_in(library, backend.library, "vconform_get_named_adapter"));
  library.table = get_named(VCONFORM_ABI_VERSION, backend.entry.c_str());
  const auto optional_text = [&](const char* symbol) -> std::string {
    void* text = ::dlsym(library.handle.get(), symbol);
    return text == nullptr
               ? ""
               : reinterpret_cast<const char* (*)(const char*)>(text)(backend.entry.c_str());
  };
  library.notes = optional_text("vconform_get_named_notes");
  library.basis = optional_text("vconform_get_named_basis");
  return library;
}

}  // namespace vconform::adapters
