// The functions of header/control.h, and what happens before main and after it: variables are read,
// a trace begins and ends.
#include "adapters/intrinsics/header/control.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "adapters/intrinsics/core.h"
#include "adapters/intrinsics/records/recording.h"
#include "adapters/intrinsics/records/tracing.h"
#include "adapters/intrinsics/reports.h"
#include "adapters/intrinsics/scalar_access.h"
#include "adapters/intrinsics/settings.h"
#include "adapters/intrinsics/witness.h"
#include "spec/text/error.h"

namespace vconform::adapters::intrinsics {

namespace {

constexpr int kUnknownName = 1;
constexpr int kNotLoaded = 2;

// Codes of the program's end (bad input, and a backend that cannot be started).
constexpr int kBadValue = 2;
constexpr int kNoBackend = 3;

std::string& failure() {
  static std::string& text = *std::make_unique<std::string>().release();
  return text;
}

[[noreturn]] void end(int code, const char* variable, const std::exception& problem) {
  std::fprintf(stderr, "vconform: %s: %s\n", variable, problem.what());
  tracing().tell(TraceKind::kRefused);
  std::_Exit(code);
}

// Ends the program if the variable has a bad value.
template <typename Read>
void read(const char* variable, Read reader) {
  try {
    reader();
  } catch (const spec::InputError& problem) {
    end(kBadValue, variable, problem);
  } catch (const std::exception& problem) {
    end(std::getenv(variable) == nullptr ? kNoBackend : kBadValue, variable, problem);
  }
}

// Runs before main, and before the constructors of whoever links against this library.
__attribute__((constructor)) void start() {
  read("VCONFORM_STRICT", [] { is_strict(); });
  read("VCONFORM_CTRL", [] { entry_ctrl(); });
  read("VCONFORM_ON", [] { core(); });
  read("VCONFORM_RECORD", [] { recording(); });
  if (tracing().is_on()) {
    vconform_memories memories = core().memories().on_chip();
    const std::uint64_t gm_bytes = core().memories().size(spec::MemoryId::kGm);
    memories.memory[VCONFORM_GM] = {core().memories().at(spec::MemoryId::kGm, 0), gm_bytes};
    tracing().hello(memories, core().registers());
  }
  report_scalar_accesses();
}

// Runs after main, or in exit().
__attribute__((destructor)) void finish() {
  tracing().tell(TraceKind::kEnd);
}

}  // namespace

}  // namespace vconform::adapters::intrinsics

namespace in = vconform::adapters::intrinsics;

int vconform_intrinsics_begin(const vconform_call* call) {
  return in::reports().begin(*call, in::core().registers().ctrl) ? 1 : 0;
}

void vconform_intrinsics_end(const vconform_call* /*call*/) {
  in::reports().end();
}

void vconform_intrinsics_not_modelled(const vconform_call* call) {
  in::reports().not_modelled(*call);
}

void vconform_intrinsics_observe(const vconform_observer* observer) {
  in::reports().observe(observer);
}

void vconform_intrinsics_witness(const vconform_observer* witness) {
  in::reports().witness(witness);
}

const vconform_step* vconform_intrinsics_instruction(void) {
  return in::reports().instruction();
}

const char* vconform_intrinsics_backend(void) {
  static std::string text;
  text = in::core().backend_text();
  return text.c_str();
}

uint64_t vconform_intrinsics_failures(void) {
  return in::reports().failures();
}

int vconform_intrinsics_use(const char* backend) {
  in::failure().clear();
  try {
    in::core().use(backend == nullptr ? "" : backend);
    return 0;
  } catch (const vconform::spec::InputError& problem) {
    in::failure() = problem.what();
    return in::kUnknownName;
  } catch (const std::exception& problem) {
    in::failure() = problem.what();
    return in::kNotLoaded;
  }
}

const char* vconform_intrinsics_error(void) {
  return in::failure().c_str();
}

void vconform_intrinsics_reset(void) {
  in::core().registers() = in::entry_registers();
  in::tracing().tell(in::TraceKind::kReset);
}

uint64_t vconform_intrinsics_register(uint32_t register_id, uint32_t word) {
  const vconform::spec::Registers& registers = in::core().registers();
  switch (register_id) {
    case VCONFORM_REGISTER_MASK:
      return word == 0 ? registers.mask.mask0 : registers.mask.mask1;
    case VCONFORM_REGISTER_CTRL:
      return registers.ctrl;
    case VCONFORM_REGISTER_DEQSCALE:
      return word == 0 ? registers.deq_scale : registers.deq_scale_is_tensor ? 1 : 0;
    case VCONFORM_REGISTER_ND_PARA:
    case VCONFORM_REGISTER_LRELU_ALPHA:
    case VCONFORM_REGISTER_QUANT_PRE:
    case VCONFORM_REGISTER_FPC:
      return registers.of(static_cast<vconform::spec::FixpipeRegister>(register_id));
    default:
      return 0;
  }
}

void* vconform_memory_at(int memory, uint64_t offset) {
  const bool exists = memory >= 0 && memory < VCONFORM_MEMORY_COUNT;
  return exists ? in::core().memories().at(static_cast<vconform::spec::MemoryId>(memory), offset)
                : nullptr;
}
