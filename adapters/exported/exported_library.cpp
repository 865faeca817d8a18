#include "adapters/exported/exported_library.h"

#include <dlfcn.h>
#include <cstdlib>

#include <algorithm>
#include <filesystem>

#include "adapters/abi/cell.h"
#include "adapters/abi/checked_table.h"
#include "adapters/abi/operand_addresses.h"
#include "adapters/exported/dynamic_symbols.h"
#include "adapters/exported/near_misses.h"
#include "adapters/exported/trap.h"
#include "adapters/load/shared_library.h"
#include "adapters/load_error.h"
#include "spec/text/quoted.h"

namespace vconform::adapters::exported {

namespace {

std::string name_of_file(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string().substr(0, kMostNameCharacters);
  std::ranges::replace_if(name, [](char c) { return !spec::is_printable(c); }, '?');
  return name;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += (text.empty() ? "" : "; ") + line;
  }
  return text;
}

Operands operands_of(const vconform_step& step, const spec::Cell& cell, const Images& images) {
  const auto [dst, src] = operand_addresses(step);
  Operands operands = {images.address(dst->memory, dst->offset),
                       images.address(src->memory, src->offset), 0};
  if (step.kind == VCONFORM_STEP_DATA_COPY) {
    const std::uint64_t vectors = step.as.data_copy.deqTensorAddr;
    const bool is_address = is_vector(cell.conversion().deq_scale);
    operands.vectors = is_address ? images.address(VCONFORM_UB, vectors) : vectors;
  }
  return operands;
}

}  // namespace

struct ExportedLibrary::Program {
  ExportedLibrary& library;
  const vconform_step* steps;
  std::uint64_t count;
  const Images& images;
  std::uint32_t status = VCONFORM_OK;
  std::string message;
};

ExportedLibrary::ExportedLibrary(const std::string& path) : name_(name_of_file(path)) {
  provide_trap();
  // libvconform_intrinsics.so would go on with an argument that is out of range without effect,
  // which is no refusal.
  ::setenv("VCONFORM_STRICT", "1", 0);
  handle_ = open_library_file(path);
  const std::vector<std::string> functions = dynamic_symbols(path).functions;
  const std::vector<std::string> misses = near_misses(functions);
  defined_.insert(functions.begin(), functions.end());
  memory_ = reinterpret_cast<LibraryMemory>(own("vconform_memory"));
  served_ = served_rows(available());
  declare();
  for (const Setter& setter : setters()) {
    if (const Setter* first = setter_of(setter.register_id, available()); first == &setter) {
      setters_[setter.register_id] = {first, own(setter.symbol)};
    }
  }
  notes_ = lacks(available());
  const bool exports_any = std::ranges::any_of(
      prototypes(), [this](const Prototype& one) { return own(one.symbol) != nullptr; });
  if (!exports_any) {
    throw LoadError(path + ": exports none of the documented prototypes" +
                    (misses.empty() ? "" : ", but " + in_short(misses)) +
                    ": define them as vconform_intrinsics.h declares them with "
                    "VCONFORM_INTRINSICS_DEFINE");
  }
  if (rows_.empty()) {
    throw LoadError(path + ": " + joined(notes_));
  }
  if (!misses.empty()) {
    notes_.insert(notes_.begin(), in_short(misses) + ": not called, the prototypes differ");
  }
  if (void* observe = own("vconform_intrinsics_observe"); observe != nullptr) {
    const vconform_observer observer = {sizeof(vconform_observer), 0, this, called};
    reinterpret_cast<decltype(&vconform_intrinsics_observe)>(observe)(&observer);
  }
}

// dlsym() would also find what the libraries that it needs define, such as
// libvconform_intrinsics.so; that is not its own.
void* ExportedLibrary::own(const std::string& symbol) const {
  return defined_.contains(symbol) ? dlsym(handle_.get(), symbol.c_str()) : nullptr;
}

Available ExportedLibrary::available() const {
  return {[this](const std::string& symbol) { return own(symbol) != nullptr; },
          [this](std::uint32_t memory) {
            return memory_ != nullptr && memory_(static_cast<int>(memory), 0) != nullptr;
          }};
}

void ExportedLibrary::declare() {
  for (const auto& row : served_) {
    for (const std::optional<Served>& served : row) {
      if (!served) {
        continue;
      }
      const spec::Cell& cell = served->prototype->cell;
      functions_[cell.row][static_cast<std::size_t>(cell.rounding)] =
          own(served->prototype->symbol);
      const spec::Conversion& conversion = cell.conversion();
      rows_.push_back({static_cast<std::uint32_t>(conversion.family), variant_of(conversion),
                       static_cast<std::uint32_t>(conversion.source),
                       static_cast<std::uint32_t>(conversion.destination),
                       1U << static_cast<unsigned>(cell.rounding), served->features.bits});
    }
  }
  version_ = std::to_string(rows_.size()) + " instructions";
  declared_.struct_size = sizeof declared_;
  declared_.row_count = static_cast<std::uint32_t>(rows_.size());
  declared_.row_size = sizeof(vconform_capability);
  declared_.rows = rows_.data();
  // The prototypes of vconv have strides of 16 bits; 12 of them count under every reading of
  // walk.stride-width.
  declared_.stride_bits = 12;
  // By pointers of the host, GM may be of any size: only what an instruction touches is touched.
  const bool has_own_gm = memory_ != nullptr && memory_(VCONFORM_GM, 0) != nullptr;
  declared_.largest_memory = has_own_gm ? 0 : spec::kMaxGmBytes;
}

std::uint32_t ExportedLibrary::execute(const vconform_step* steps, std::uint64_t count,
                                       vconform_memories& memories, std::string& message) {
  Images images(memory_, memories);
  Program program{*this, steps, count, images, VCONFORM_OK, {}};
  const bool ended = ran_to_its_end(
      [](void* argument) {
        auto& running = *static_cast<Program*>(argument);
        running.library.run(running);
      },
      &program);
  images.copy_back();
  message = ended ? program.message : "it called trap()";
  return ended ? program.status : std::uint32_t{VCONFORM_REJECTED};
}

void ExportedLibrary::run(Program& program) {
  constexpr std::uint64_t kZero[2] = {};
  for (const auto& [register_id, setter] : setters_) {
    write_register(register_id, kZero);
  }
  const auto* at = reinterpret_cast<const unsigned char*>(program.steps);
  for (std::uint64_t i = 0; i < program.count && program.status == VCONFORM_OK; ++i) {
    const auto& step = *reinterpret_cast<const vconform_step*>(at);
    at += step.struct_size;
    if (step.kind == VCONFORM_STEP_SET_REGISTER) {
      write_register(step.as.set_register.register_id, step.as.set_register.value);
    } else {
      run_instruction(program, step);
    }
  }
}

// A register without a setter stays as it is: whatever needs it is not claimed.
void ExportedLibrary::write_register(std::uint32_t register_id, const std::uint64_t* value) const {
  if (const auto found = setters_.find(register_id); found != setters_.end()) {
    const auto& [setter, function] = found->second;
    setter->write(function, value);
  }
}

void ExportedLibrary::run_instruction(Program& program, const vconform_step& step) {
  const auto cell = cell_of_step(step);
  const auto mode = static_cast<std::size_t>(cell.value_or(spec::Cell{}).rounding);
  if (!cell || !served_[cell->row][mode]) {
    program.status = VCONFORM_UNSUPPORTED;
    program.message =
        cell ? spec::instruction_name(*cell) + " is not claimed" : "the pages have no such row";
    return;
  }
  told_ = VCONFORM_OK;
  const Prototype& prototype = *served_[cell->row][mode]->prototype;
  const Operands operands = operands_of(step, *cell, program.images);
  if (!prototype.call(functions_[cell->row][mode], operands, step)) {
    program.status = VCONFORM_REJECTED;
    program.message = prototype.name + ": an argument does not fit the prototype";
  } else if (told_ != VCONFORM_OK && told_ != VCONFORM_CALL_UNDEFINED) {
    program.status = told_ > VCONFORM_ERROR ? std::uint32_t{VCONFORM_ERROR} : told_;
    program.message = told_message_;
  }
}

void ExportedLibrary::called(void* library, const vconform_call* /*call*/, std::uint32_t status,
                             const char* message) {
  auto& told = *static_cast<ExportedLibrary*>(library);
  told.told_ = status;
  told.told_message_ = status == VCONFORM_OK || message == nullptr ? "" : message;
}

}  // namespace vconform::adapters::exported
