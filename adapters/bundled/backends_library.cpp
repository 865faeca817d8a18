// The bundled backends as a library: libvconform_backends.so.
#include <exception>

#include "adapters/bundled/named_backends.h"

extern "C" const vconform_adapter* vconform_get_named_adapter(std::uint32_t abi_version,
                                                              const char* name) {
  try {
    return abi_version == VCONFORM_ABI_VERSION ? vconform::adapters::named_adapter(name) : nullptr;
  } catch (const std::exception&) {
    return nullptr;
  }
}
