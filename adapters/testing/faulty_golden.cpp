#include "adapters/testing/faulty_golden.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "adapters/golden/program/golden_adapter.h"
#include "adapters/testing/spoiled_byte.h"

namespace vconform::adapters::faulty {

namespace {

struct Plan {
  std::uint64_t one_in = 0;
  std::vector<std::string_view> kinds;
  std::string log;
};

std::string problem;

// nullopt, with `problem` set, if the text is invalid.
std::optional<Plan> plan_from(std::string_view text) {
  Plan plan;
  const std::string_view number = text.substr(0, text.find(':'));
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), plan.one_in);
  if (error != std::errc{} || end != number.data() + number.size() || plan.one_in == 0) {
    problem = fmt::format("{} must be N or N:kind,kind", kFaultsVariable);
    return std::nullopt;
  }
  if (number.size() == text.size()) {
    plan.kinds.assign(kKinds.begin(), kKinds.end());
    return plan;
  }
  for (std::string_view rest = text.substr(number.size()); !rest.empty();) {
    rest.remove_prefix(1);
    const std::string_view name = rest.substr(0, rest.find(','));
    rest.remove_prefix(name.size());
    const auto* const kind = std::find(kKinds.begin(), kKinds.end(), name);
    if (kind == kKinds.end()) {
      problem = fmt::format("{}: no fault is named '{}'", kFaultsVariable, name);
      return std::nullopt;
    }
    plan.kinds.push_back(*kind);
  }
  return plan;
}

struct Context {
  void* golden;
  Plan plan;
  vconform_capabilities declared{};
};

void write_to_inaccessible_page() {
  auto* page = static_cast<volatile std::uint8_t*>(
      mmap(nullptr, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  *page = 1;
}

void end_process(std::string_view kind) {
  if (kind == "segfault") {
    write_to_inaccessible_page();
  } else if (kind == "abort") {
    std::abort();
  } else if (kind == "exit") {
    std::exit(0);
  }
}

void never_return(std::string_view kind) {
  volatile bool forever = kind == "loop";
  while (forever) {
  }
  while (kind == "sleep") {
    pause();
  }
}

void spoil_memory(std::string_view kind, const vconform_step* steps, std::uint64_t step_count,
                  const vconform_memories& memories) {
  const vconform_memory& ub = memories.memory[VCONFORM_UB];
  if (const auto at = spoiled_byte(kind, steps, step_count, memories)) {
    std::uint8_t& byte = memories.memory[at->memory].data[at->offset];
    byte = static_cast<std::uint8_t>(~byte);
  } else if (kind == "behind-ub") {
    ub.data[ub.size] = 1;
  } else if (kind == "before-ub") {
    *(ub.data - 1) = 1;
  }
}

void log_fault(const std::string& file, std::uint64_t hash, std::string_view kind) {
  if (file.empty()) {
    return;
  }
  std::array<char, 64> line{};
  const int length = std::snprintf(line.data(), line.size(), "%016llx %s\n",
                                   static_cast<unsigned long long>(hash), kind.data());
  const int log = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log < 0 || write(log, line.data(), static_cast<std::size_t>(length)) != length) {
    std::perror(file.c_str());
  }
  close(log);
}

void* create() {
  Plan plan;
  if (const char* faults = std::getenv(kFaultsVariable); faults != nullptr) {
    std::optional<Plan> asked = plan_from(faults);
    if (!asked) {
      return nullptr;
    }
    plan = std::move(*asked);
  }
  if (const char* log = std::getenv(kLogVariable); log != nullptr) {
    plan.log = log;
  }
  return std::make_unique<Context>(
             Context{golden::create_context(golden::golden_behaviour()), std::move(plan), {}})
      .release();
}

void destroy(void* context) {
  const std::unique_ptr<Context> owned(static_cast<Context*>(context));
  golden::destroy_context(owned->golden);
}

const char* last_error(void* context) {
  return context == nullptr ? problem.c_str()
                            : golden::last_error(static_cast<Context*>(context)->golden);
}

const vconform_capabilities* capabilities(void* context) {
  auto& owned = *static_cast<Context*>(context);
  owned.declared = *golden::capabilities(owned.golden);
  // All bytes of a program's memories are looked through.
  owned.declared.largest_memory = 0;
  return &owned.declared;
}

std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                      vconform_memories* memories) {
  const auto& [golden, plan, declared] = *static_cast<Context*>(context);
  const std::uint64_t hash = plan.one_in == 0 ? 0 : program_hash(steps, step_count, *memories);
  const std::uint32_t status = golden::execute_steps(golden, steps, step_count, memories);
  if (plan.one_in == 0 || hash % plan.one_in != 0) {
    return status;
  }
  const std::string_view kind = plan.kinds[hash / plan.one_in % plan.kinds.size()];
  log_fault(plan.log, hash, kind);
  end_process(kind);
  never_return(kind);
  spoil_memory(kind, steps, step_count, *memories);
  return kind == "bad-return" ? kBadReturn : status;
}

constexpr vconform_adapter faulty_table() {
  vconform_adapter table = golden::adapter_table<golden::golden_behaviour>("faulty-golden");
  table.create = create;
  table.destroy = destroy;
  table.last_error = last_error;
  table.capabilities = capabilities;
  table.execute = execute;
  return table;
}

constexpr vconform_adapter kTable = faulty_table();

}  // namespace

}  // namespace vconform::adapters::faulty

extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi_version) {
  return abi_version == VCONFORM_ABI_VERSION ? &vconform::adapters::faulty::kTable : nullptr;
}
