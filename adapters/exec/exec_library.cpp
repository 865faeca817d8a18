// The entry of libvconform_exec.so: COMMAND of "exec:COMMAND" as a backend.
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/bundled/named_backends.h"
#include "adapters/exec/session.h"
#include "adapters/load/loadable.h"
#include "adapters/load_error.h"

namespace vconform::adapters::exec {

namespace {

// A context.
struct Served {
  explicit Served(const std::string& command) : session(command) {
    const StartAnswer& answer = session.description();
    for (const std::string& choice : answer.choices) {
      choices.push_back(choice.c_str());
    }
    claims.struct_size = sizeof claims;
    claims.flags = answer.flags;
    claims.overlap_order = answer.overlap_order;
    claims.stride_bits = answer.stride_bits;
    claims.row_count = static_cast<std::uint32_t>(answer.rows.size());
    claims.row_size = sizeof(vconform_capability);
    claims.rows = answer.rows.data();
    claims.choice_count = static_cast<std::uint32_t>(choices.size());
    claims.choices = choices.data();
  }

  Session session;
  std::vector<const char*> choices;
  vconform_capabilities claims{};
};

// A name that was asked for. Never destroyed, as the library is never unloaded.
struct Named {
  std::string command;
  std::string name;
  std::string version;
  std::string notes;
  vconform_adapter table{};
  // Started to be asked for its name: the first context.
  std::unique_ptr<Served> ready;
};

std::map<std::string, Named>& all_named() {
  static auto& all = *std::make_unique<std::map<std::string, Named>>().release();
  return all;
}

// A table's create() has no argument: it makes a context of the name that was asked for last.
Named*& last_asked() {
  static Named* last = nullptr;
  return last;
}

std::string& problem() {
  static auto& only = *std::make_unique<std::string>().release();
  return only;
}

void* create() {
  Named& named = *last_asked();
  try {
    auto served =
        named.ready != nullptr ? std::move(named.ready) : std::make_unique<Served>(named.command);
    return served.release();
  } catch (const std::exception& error) {
    problem() = error.what();
    return nullptr;
  }
}

void destroy(void* context) {
  const std::unique_ptr<Served> served(static_cast<Served*>(context));
  served->session.stop();
}

const char* last_error(void* context) {
  return context == nullptr ? problem().c_str()
                            : static_cast<Served*>(context)->session.error().c_str();
}

const vconform_capabilities* capabilities(void* context) {
  return &static_cast<Served*>(context)->claims;
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  return static_cast<Served*>(context)->session.execute({steps, step_count}, *memories);
}

std::uint32_t execute_batch(void* context, vconform_program* programs, std::uint64_t count) {
  return static_cast<Served*>(context)->session.execute({programs, count});
}

std::uint32_t convert(void* context, const void* source, void* destination, std::uint64_t count,
                      std::uint32_t source_type, std::uint32_t destination_type,
                      std::uint32_t rounding, std::uint64_t ctrl) {
  return static_cast<Served*>(context)->session.convert(
      source, destination, {source_type, destination_type, rounding, 0, ctrl, count});
}

Named& open(std::string_view backend) {
  Named& named = all_named()[std::string(backend)];
  last_asked() = &named;
  named.command = backend.substr(kExec.size());
  try {
    named.ready = std::make_unique<Served>(named.command);
  } catch (const std::exception& error) {
    throw LoadError(std::string(backend) + ": " + error.what());
  }
  const StartAnswer& answer = named.ready->session.description();
  named.name = answer.name;
  named.version = answer.version;
  named.notes = answer.notes;
  vconform_adapter& table = named.table;
  table.struct_size = sizeof table;
  table.abi_version = VCONFORM_ABI_VERSION;
  table.name = named.name.c_str();
  table.version = named.version.c_str();
  table.create = create;
  table.destroy = destroy;
  table.last_error = last_error;
  table.capabilities = capabilities;
  table.execute = execute;
  table.execute_batch = answer.batch > 1 ? execute_batch : nullptr;
  table.convert = convert;
  return named;
}

}  // namespace

}  // namespace vconform::adapters::exec

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_named_adapter(
    std::uint32_t abi_version, const char* name) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::exec::open(name).table
                                             : nullptr;
}

extern "C" VCONFORM_EXPORT const char* vconform_get_named_notes(const char* name) {
  return vconform::adapters::exec::all_named()[name].notes.c_str();
}
