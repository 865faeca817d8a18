#include "adapters/shared_library.h"

#include <dlfcn.h>

#include "adapters/checked_table.h"
#include "adapters/containment/library_file.h"
#include "adapters/elf_header.h"
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

}  // namespace

SharedLibrary open_shared_library(const std::string& path) {
  check_file(path);
  // dlopen searches its own folders for a name without a slash.
  const std::string file = path.find('/') == std::string::npos ? "./" + path : path;
  SharedLibrary library;
  library.handle = {::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* handle) {
                      if (handle != nullptr) {
                        ::dlclose(handle);
                      }
                    }};
  if (library.handle == nullptr) {
    throw LoadError(path + ": cannot be loaded: " + one_line(::dlerror()));
  }
  void* symbol = ::dlsym(library.handle.get(), "vconform_get_adapter");
  if (symbol == nullptr) {
    throw LoadError(path +
                    ": exports no vconform_get_adapter: define it as in vconform_adapter.h, "
                    "extern \"C\" and visible");
  }
  const auto get_adapter = reinterpret_cast<decltype(&vconform_get_adapter)>(symbol);
  library.table = get_adapter(VCONFORM_ABI_VERSION);
  return library;
}

}  // namespace vconform::adapters
