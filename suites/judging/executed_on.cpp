#include "suites/judging/executed_on.h"

#include <fmt/format.h>

#include <algorithm>

#include "adapters/containment/library_file.h"
#include "adapters/exported/dynamic_symbols.h"
#include "adapters/load/loadable.h"
#include "adapters/load_error.h"
#include "spec/text/error.h"

namespace vconform::suites {

namespace {

// The name under which a program or library needs it.
constexpr std::string_view kIntrinsicsLibrary = "libvconform_intrinsics.so";

// The library itself, one that is linked against it, or a lowering: libvconform_lowering.so, which
// loads it, brings the intrinsics, so that it need not be linked against them.
bool calls_the_library(const adapters::NamedFile& file) {
  if (file.kind == adapters::kLowering) {
    return true;
  }
  const adapters::exported::DynamicSymbols symbols =
      adapters::exported::dynamic_symbols(std::string(file.path));
  const auto is_it = [](const std::string& name) { return name.starts_with(kIntrinsicsLibrary); };
  return is_it(symbols.own_name) || std::ranges::any_of(symbols.needed, is_it);
}

void check_name(const std::string& name) {
  try {
    const auto file = adapters::named_file(name);
    if (!file) {
      adapters::loadable(name);
    } else if (file->kind.empty()) {
      adapters::check_library_file(name);
    } else {
      throw spec::InputError(fmt::format(
          "{} is not a backend with the C ABI: name a bundled backend or such a library", name));
    }
  } catch (const spec::InputError& error) {
    throw spec::InputError(fmt::format("--on: {}", error.what()));
  } catch (const adapters::LoadError& error) {
    throw spec::InputError(fmt::format("--on: {}", error.what()));
  }
}

}  // namespace

void check_executed_on(const BackendOptions& options) {
  if (options.on.empty()) {
    return;
  }
  const auto file = adapters::named_file(options.backend);
  if (file) {
    adapters::check_library_file(std::string(file->path));
  }
  if (!file || !calls_the_library(*file)) {
    throw spec::InputError(fmt::format(
        "--on {}: backend '{}' does not call {}, so that it has no effect: leave --on out",
        options.on, options.backend, kIntrinsicsLibrary));
  }
  check_name(options.on);
}

}  // namespace vconform::suites
