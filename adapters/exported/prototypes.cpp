#include "adapters/exported/prototypes.h"

#include <bit>
#include <cassert>
#include <limits>
#include <type_traits>

#include "adapters/exported/symbol.h"
#include "spec/number/number_format.h"

#define VCONFORM_INTRINSICS_DEFINE
#include "adapters/vconform_intrinsics.h"

namespace vconform::adapters::exported {

namespace {

template <typename Dst, typename Src, typename RepeatStride>
using VectorFunction = void(Dst*, Src*, std::uint8_t, std::uint16_t, std::uint16_t, RepeatStride,
                            RepeatStride);
template <typename Dst, typename Src>
using MatrixFunction = void(Dst*, Src*, std::uint8_t, std::uint16_t, std::uint16_t, std::uint32_t,
                            std::uint16_t, std::uint8_t, std::uint64_t, std::uint8_t, bool, bool);
template <typename Dst, typename Src>
using WordsFunction = void(Dst*, Src*, std::uint64_t, std::uint64_t);
using WordFunction = void(std::uint64_t);

template <typename T>
T* operand(std::uint64_t address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): operands are pointers or offsets
  return reinterpret_cast<T*>(address);
}

template <typename Function>
Function* as(void* function) {
  return reinterpret_cast<Function*>(function);
}

template <typename T>
bool fits(std::uint64_t value) {
  return value <= std::numeric_limits<T>::max();
}

// The name of an element's type in that of a row; s4 is void.
template <typename T>
std::string type_name() {
  spec::NumberType type = spec::NumberType::kS4;
  if constexpr (!std::is_void_v<T>) {
    type = static_cast<spec::NumberType>(AscendC::detail::type_number<T>());
  }
  return std::string(spec::format_of(type).name);
}

spec::Cell cell_of_name(const std::string& instruction) {
  const auto cell = spec::cell_named(instruction);
  assert(cell);
  return *cell;
}

// The arguments of a DEQ are those of a vconv.
vconform_vconv vector_arguments(const vconform_step& step) {
  if (step.kind == VCONFORM_STEP_VCONV) {
    return step.as.vconv;
  }
  const vconform_deq& deq = step.as.deq;
  vconform_vconv arguments{};
  arguments.repeat = deq.repeat;
  arguments.dstBlockStride = deq.dstBlockStride;
  arguments.srcBlockStride = deq.srcBlockStride;
  arguments.dstRepeatStride = deq.dstRepeatStride;
  arguments.srcRepeatStride = deq.srcRepeatStride;
  return arguments;
}

template <typename Dst, typename Src, typename RepeatStride>
bool call_vector(void* function, const Operands& operands, const vconform_step& step) {
  const vconform_vconv arguments = vector_arguments(step);
  if (!fits<std::uint8_t>(arguments.repeat)) {
    return false;
  }
  as<VectorFunction<Dst, Src, RepeatStride>>(function)(
      operand<Dst>(operands.dst), operand<Src>(operands.src),
      static_cast<std::uint8_t>(arguments.repeat), arguments.dstBlockStride,
      arguments.srcBlockStride, static_cast<RepeatStride>(arguments.dstRepeatStride),
      static_cast<RepeatStride>(arguments.srcRepeatStride));
  return true;
}

template <typename Dst, typename Src>
bool call_matrix(void* function, const Operands& operands, const vconform_step& step) {
  const vconform_copy_matrix& copy = step.as.copy_matrix;
  if (!fits<std::uint16_t>(copy.NSize) || !fits<std::uint16_t>(copy.MSize) ||
      !fits<std::uint16_t>(copy.srcStride)) {
    return false;
  }
  as<MatrixFunction<Dst, Src>>(function)(
      operand<Dst>(operands.dst), operand<Src>(operands.src), copy.sid,
      static_cast<std::uint16_t>(copy.NSize), static_cast<std::uint16_t>(copy.MSize),
      copy.dstStride_dst_D, static_cast<std::uint16_t>(copy.srcStride), copy.UnitFlagMode,
      copy.QuantPRE, copy.ReLUPRE, copy.channelSplit != 0, copy.NZ2ND_EN != 0);
  return true;
}

// A field of a config word: `value` from bit `low` on.
struct Field {
  std::uint64_t value;
  int low;
  int bits;
};

// False if a value needs more bits than its field has.
bool put(std::initializer_list<Field> fields, std::uint64_t& word) {
  bool fit = true;
  for (const Field& field : fields) {
    fit = fit && field.value >> field.bits == 0;
    word |= field.value << field.low;
  }
  return fit;
}

template <typename Dst, typename Src>
bool call_words(void* function, const Operands& operands, const vconform_step& step) {
  const vconform_copy_matrix& copy = step.as.copy_matrix;
  std::uint64_t xm = 0;
  std::uint64_t xt = 0;
  const bool fit = put({{copy.sid, 0, 4},
                        {copy.NSize, 4, 12},
                        {copy.MSize, 16, 16},
                        {copy.dstStride_dst_D, 32, 32}},
                       xm) &&
                   put({{copy.srcStride, 0, 16},
                        {copy.UnitFlagMode, 32, 2},
                        {copy.QuantPRE, 34, 5},
                        {copy.ReLUPRE, 39, 3},
                        {copy.channelSplit, 42, 1},
                        {copy.NZ2ND_EN, 43, 1}},
                       xt);
  if (fit) {
    as<WordsFunction<Dst, Src>>(function)(operand<Dst>(operands.dst), operand<Src>(operands.src),
                                          xm, xt);
  }
  return fit;
}

bool call_cast_deq(void* function, const Operands& operands, const vconform_step& step) {
  vconform_cast_deq call = step.as.cast_deq;
  call.dst.offset = operands.dst;
  call.src.offset = operands.src;
  // UnaryRepeatParams, from which callers have them, holds no more.
  call.dstRepStride = static_cast<std::uint8_t>(call.dstRepStride);
  call.srcRepStride = static_cast<std::uint8_t>(call.srcRepStride);
  as<decltype(vconform_intrinsics_cast_deq)>(function)(&call);
  return true;
}

bool call_data_copy(void* function, const Operands& operands, const vconform_step& step) {
  vconform_data_copy call = step.as.data_copy;
  call.dst.offset = operands.dst;
  call.src.offset = operands.src;
  call.deqTensorAddr = operands.vectors;
  as<decltype(vconform_intrinsics_data_copy)>(function)(&call);
  return true;
}

void add_family(std::vector<Prototype>& all, spec::Family family, const std::string& name,
                bool (*call)(void*, const Operands&, const vconform_step&)) {
  for (const spec::Cell& cell : spec::all_cells()) {
    if (cell.conversion().family == family) {
      all.push_back({name, name, cell, call});
    }
  }
}

// NOLINTBEGIN(bugprone-macro-parentheses): types and names of functions

// Does not compile if the header declares no such prototype.
#define VCONFORM_IS_DECLARED(name) \
  static_assert(std::is_same_v<decltype(static_cast<Function*>(&::name)), Function*>)

#define VCONFORM_ADD_VECTOR(name, Dst, Src, RepeatStride, instruction)           \
  {                                                                              \
    using Function = VectorFunction<Dst, Src, RepeatStride>;                     \
    VCONFORM_IS_DECLARED(name);                                                  \
    all.push_back({#name, symbol_of<Function>(#name), cell_of_name(instruction), \
                   call_vector<Dst, Src, RepeatStride>});                        \
  }
#define VCONFORM_ADD_VCONV(name, Dst, Src) VCONFORM_ADD_VECTOR(name, Dst, Src, std::uint16_t, #name)
// Those of s16 differ in the type of dst alone, which their rows name.
#define VCONFORM_ADD_DEQ(name, Dst, Src)            \
  VCONFORM_ADD_VECTOR(name, Dst, Src, std::uint8_t, \
                      std::string(#name) + (sizeof(Src) == 2 ? "_" + type_name<Dst>() : ""))

#define VCONFORM_ADD_MATRIX_FORM(name, Dst, Src, Form, call)                               \
  {                                                                                        \
    using Function = Form<Dst, Src>;                                                       \
    VCONFORM_IS_DECLARED(name);                                                            \
    all.push_back(                                                                         \
        {#name, symbol_of<Function>(#name),                                                \
         cell_of_name(std::string(#name "_") + type_name<Src>() + "2" + type_name<Dst>()), \
         call<Dst, Src>});                                                                 \
  }
#define VCONFORM_ADD_MATRIX(name, Dst, Src)                             \
  VCONFORM_ADD_MATRIX_FORM(name, Dst, Src, MatrixFunction, call_matrix) \
  VCONFORM_ADD_MATRIX_FORM(name, Dst, Src, WordsFunction, call_words)

std::vector<Prototype> all_prototypes() {
  std::vector<Prototype> all;
  VCONFORM_EACH_VCONV(VCONFORM_ADD_VCONV)
  VCONFORM_EACH_DEQ(VCONFORM_ADD_DEQ)
  VCONFORM_EACH_COPY_MATRIX(VCONFORM_ADD_MATRIX)
  add_family(all, spec::Family::kCastDeq, "vconform_intrinsics_cast_deq", call_cast_deq);
  add_family(all, spec::Family::kDataCopy, "vconform_intrinsics_data_copy", call_data_copy);
  return all;
}

void write_word(void* function, const std::uint64_t* value) {
  as<WordFunction>(function)(value[0]);
}

#define VCONFORM_WORD_SETTER_OF(name, register_id)                               \
  {                                                                              \
    using Function = WordFunction;                                               \
    VCONFORM_IS_DECLARED(name);                                                  \
    all.push_back({#name, symbol_of<Function>(#name), register_id, write_word}); \
  }

std::vector<Setter> all_setters() {
  std::vector<Setter> all;
  VCONFORM_WORD_SETTER_OF(set_ctrl, VCONFORM_REGISTER_CTRL)
  VCONFORM_WORD_SETTER_OF(set_deqscale, VCONFORM_REGISTER_DEQSCALE)
  VCONFORM_WORD_SETTER_OF(set_quant_pre, VCONFORM_REGISTER_QUANT_PRE)
  VCONFORM_WORD_SETTER_OF(set_fpc, VCONFORM_REGISTER_FPC)
  VCONFORM_WORD_SETTER_OF(set_nd_para, VCONFORM_REGISTER_ND_PARA)
  all.push_back({"vconform_intrinsics_deq_scale", "vconform_intrinsics_deq_scale",
                 VCONFORM_REGISTER_DEQSCALE, write_word});
  {
    using Function = void(std::uint64_t, std::uint64_t);
    VCONFORM_IS_DECLARED(set_vector_mask);
    all.push_back({"set_vector_mask", symbol_of<Function>("set_vector_mask"),
                   VCONFORM_REGISTER_MASK, [](void* function, const std::uint64_t* value) {
                     as<Function>(function)(value[1], value[0]);
                   }});
  }
  {
    using Function = void(float);
    VCONFORM_IS_DECLARED(set_lrelu_alpha);
    all.push_back({"set_lrelu_alpha", symbol_of<Function>("set_lrelu_alpha"),
                   VCONFORM_REGISTER_LRELU_ALPHA, [](void* function, const std::uint64_t* value) {
                     as<Function>(function)(
                         std::bit_cast<float>(static_cast<std::uint32_t>(value[0])));
                   }});
  }
  return all;
}

// NOLINTEND(bugprone-macro-parentheses)

}  // namespace

const std::vector<Prototype>& prototypes() {
  static const std::vector<Prototype> all = all_prototypes();
  return all;
}

const std::vector<Setter>& setters() {
  static const std::vector<Setter> all = all_setters();
  return all;
}

}  // namespace vconform::adapters::exported
