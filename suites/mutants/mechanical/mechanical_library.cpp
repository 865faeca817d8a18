#include "suites/mutants/mechanical/mechanical_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "adapters/load/in_process_backend.h"
#include "adapters/load/loadable.h"
#include "adapters/load/shared_library.h"

namespace vconform::suites {

namespace {

template <typename Function>
Function* function_in(const std::shared_ptr<void>& library, const char* name) {
  void* symbol = ::dlsym(library.get(), name);
  if (symbol == nullptr) {
    throw std::logic_error(fmt::format("libvconform_mechanical.so exports no {}", name));
  }
  return reinterpret_cast<Function*>(symbol);
}

}  // namespace

std::string mechanical_name(std::size_t site, const std::string& readings) {
  return fmt::format("mechanical:{}{}{}", site, readings.empty() ? "" : ":", readings);
}

MechanicalLibrary::MechanicalLibrary()
    : handle_(adapters::open_shared_library(adapters::loadable(mechanical_name(0, ""))).handle) {
  std::uint32_t count = 0;
  const vconform_mechanical_site* first = function_in<decltype(vconform_mechanical_sites)>(
      handle_, "vconform_mechanical_sites")(&count);
  sites_ = {first, count};
  runs_ = {function_in<decltype(vconform_mechanical_runs)>(handle_, "vconform_mechanical_runs")(),
           count + std::size_t{1}};
}

std::shared_ptr<adapters::Backend> MechanicalLibrary::golden(const std::string& readings) const {
  const adapters::Loadable named = adapters::loadable(mechanical_name(0, readings));
  return std::make_shared<adapters::InProcessBackend>(adapters::open_shared_library(named),
                                                      named.name);
}

}  // namespace vconform::suites
