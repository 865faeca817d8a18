// Adapters in C++20: the C ABI of vconform_adapter.h, with a class in place of a table.
//
// A class with claims() and at least one of the others is an adapter:
//
//   struct MyLibrary {
//     vconform::Claims claims() const;                                   // what it is meant to do
//     void convert(const vconform::Arrays& arrays);                      // arrays of one pair
//     std::uint64_t element(const vconform::Element& element);           // a pattern
//     void execute(vconform::Steps steps, vconform::Memories memories);  // whole programs
//   };
//   VCONFORM_ADAPTER(MyLibrary, "my library", "1.0")
//
// A context is an object of the class: its constructor runs when the suite creates one, its
// destructor when the suite is done with it. Whatever the class throws becomes an answer: Rejected
// and Unsupported are the answers of these names, any other exception is VCONFORM_ERROR; the suite
// prints what() of each. Only claims() and these headers are needed, the library's own types stay
// its own.
#ifndef VCONFORM_HPP
#define VCONFORM_HPP

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "adapters/vconform_adapter.h"
#include "adapters/vconform_elements.hpp"

namespace vconform {

// ---- Answers ----

// The arguments are outside the documented range; nothing has been written.
class Rejected : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// There is no such instruction, mode or feature. On a claimed row this breaks the claim.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// ---- Claims ----

// The bits for Row::roundings, from the suffixes as the pages write them, '-' for none: "-rafcz".
constexpr std::uint32_t roundings(std::string_view suffixes) {
  constexpr std::string_view kLetters = "-rafczo";
  std::uint32_t bits = 0;
  for (const char suffix : suffixes) {
    const std::size_t number = kLetters.find(suffix);
    if (number == std::string_view::npos) {
      throw std::invalid_argument("a rounding suffix is one of -rafczo");
    }
    bits |= std::uint32_t{1} << number;
  }
  return bits;
}

// A vconform_capability: a pair of vconv in its bare name without further features, unless the
// claim says otherwise.
struct Row {
  std::uint32_t family = VCONFORM_FAMILY_VCONV;
  std::uint32_t variant = 0;
  std::uint32_t source_type;
  std::uint32_t destination_type;
  std::uint32_t roundings = 1;  // bit VCONFORM_ROUND_x
  std::uint32_t features = 0;   // VCONFORM_FEATURE_x, and at most one VCONFORM_BY_x
};

// The fields of vconform_capabilities.
struct Claims {
  std::vector<Row> rows;
  bool argument_checking = false;
  bool thread_safe = false;
  std::uint32_t overlap_order = VCONFORM_ORDER_UNDECLARED;
  std::uint32_t stride_bits = 8;
  std::uint64_t largest_memory = 0;
  std::vector<const char*> choices = {};
};

// ---- Types ----

// The name of VCONFORM_F16 and its like in messages, "f16", and the C++ type of its elements.
constexpr const char* name_of_type(std::uint32_t type) {
  constexpr const char* kNames[] = {"s4",   "s8",  "s16", "s32", "s64", "u8", "f16",
                                    "bf16", "f32", "u16", "u32", "u64", "f64"};
  return type < std::size(kNames) ? kNames[type] : "of an unknown type";
}
constexpr const char* name_in_cpp(std::uint32_t type) {
  constexpr const char* kNames[] = {
      "vconform::S4Pair", "std::int8_t",   "std::int16_t",   "std::int32_t", "std::int64_t",
      "std::uint8_t",     "vconform::F16", "vconform::BF16", "float",        "std::uint16_t",
      "std::uint32_t",    "std::uint64_t", "double"};
  return type < std::size(kNames) ? kNames[type] : "nothing that this header knows";
}

// ---- The form convert ----

// The arguments of convert: elements packed without gaps, in two arrays that do not overlap.
struct Arrays {
  const void* source_data;
  void* destination_data;
  std::size_t size;  // elements
  std::uint32_t source_type;
  std::uint32_t destination_type;
  std::uint32_t rounding;  // VCONFORM_ROUND_x
  std::uint64_t ctrl;      // the CTRL register

  // Whether this is the pair of types From to To.
  template <typename From, typename To>
  bool are() const {
    return source_type == kTypeOf<From> && destination_type == kTypeOf<To>;
  }
  // Each throws Unsupported if the elements are of another type than T. An array of S4Pair has one
  // for two elements.
  template <typename T>
  std::span<const T> source() const {
    return {static_cast<const T*>(source_data), size_of<T>(source_type, "source")};
  }
  template <typename T>
  std::span<T> destination() const {
    return {static_cast<T*>(destination_data), size_of<T>(destination_type, "destination")};
  }

 private:
  template <typename T>
  std::size_t size_of(std::uint32_t type, const char* which) const {
    static_assert(kTypeOf<T> != kNoType, "give kTypeOf<T> the number of this element type");
    if (type != kTypeOf<T>) {
      char text[96];
      std::snprintf(text, sizeof text, "the %s is %s, not %s: read it as %s", which,
                    name_of_type(type), name_of_type(kTypeOf<T>), name_in_cpp(type));
      throw Unsupported(text);
    }
    return kTypeOf<T> == VCONFORM_S4 ? (size + 1) / 2 : size;
  }
};

// ---- The form execute ----

// The steps of a program, as a span: they stand vconform_step::struct_size bytes apart.
class Steps {
 public:
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = vconform_step;
    using difference_type = std::ptrdiff_t;
    using pointer = const vconform_step*;
    using reference = const vconform_step&;

    Iterator() = default;
    Iterator(const vconform_step* step, std::size_t left) : step_(step), left_(left) {}

    reference operator*() const { return *step_; }
    pointer operator->() const { return step_; }
    Iterator& operator++() {
      // No step stands behind the last one.
      step_ = --left_ == 0 ? nullptr : vconform_next_step(step_);
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    const vconform_step* step_ = nullptr;
    std::size_t left_ = 0;
  };

  Steps(const vconform_step* first, std::size_t size) : first_(first), size_(size) {}

  Iterator begin() const { return {first_, size_}; }
  Iterator end() const { return {}; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const vconform_step& operator[](std::size_t index) const {
    return *reinterpret_cast<const vconform_step*>(reinterpret_cast<const unsigned char*>(first_) +
                                                   index * first_->struct_size);
  }

 private:
  const vconform_step* first_;
  std::size_t size_;
};

// The memories of a program.
class Memories {
 public:
  explicit Memories(const vconform_memories& memories) : memories_(&memories) {}

  // All bytes of a memory, VCONFORM_UB and so on; empty if the program has no such memory.
  std::span<std::uint8_t> operator[](std::uint32_t memory) const {
    const std::size_t end =
        offsetof(vconform_memories, memory) + (std::size_t{memory} + 1) * sizeof(vconform_memory);
    if (memory >= VCONFORM_MEMORY_COUNT || end > memories_->struct_size) {
      return {};
    }
    return {memories_->memory[memory].data, memories_->memory[memory].size};
  }

  // `size` bytes from an address on. Throws Rejected if they are not all in its memory.
  std::span<std::uint8_t> at(const vconform_address& address, std::size_t size) const {
    const std::span<std::uint8_t> all = (*this)[address.memory];
    if (address.offset > all.size() || size > all.size() - address.offset) {
      throw Rejected("an operand leaves its memory");
    }
    return all.subspan(address.offset, size);
  }

  // Element `index` of an array of T that begins at an address. They throw Rejected likewise.
  template <typename T>
  T load(const vconform_address& array, std::size_t index = 0) const {
    T value;
    std::memcpy(&value, at(element<T>(array, index), sizeof value).data(), sizeof value);
    return value;
  }
  template <typename T>
  void store(const vconform_address& array, std::size_t index, const T& value) const {
    std::memcpy(at(element<T>(array, index), sizeof value).data(), &value, sizeof value);
  }

 private:
  template <typename T>
  static vconform_address element(vconform_address array, std::size_t index) {
    array.offset += index * sizeof(T);
    return array;
  }

  const vconform_memories* memories_;
};

// ---- The table ----

template <typename Adapter>
concept Converts = requires(Adapter& adapter, const Arrays& arrays) { adapter.convert(arrays); };
template <typename Adapter>
concept HasElement = requires(Adapter& adapter, const Element& element) {
  { adapter.element(element) } -> std::convertible_to<std::uint64_t>;
};
template <typename Adapter>
concept Executes = requires(Adapter& adapter, const Steps& steps, const Memories& memories) {
  adapter.execute(steps, memories);
};

// The text for last_error(). Fixed in size, so that an exception about memory can be told.
class ErrorText {
 public:
  void clear() { text_[0] = '\0'; }
  void set(const char* text) { std::snprintf(text_, sizeof text_, "%s", text); }
  const char* get() const { return text_; }

  // Why the last context could not be created in this thread.
  static ErrorText& of_creation() {
    static thread_local ErrorText text;
    return text;
  }

 private:
  char text_[256] = "";
};

// Calls, and turns an exception into what the ABI answers.
template <typename Call>
std::uint32_t answer_of(ErrorText& text, const Call& call) noexcept {
  text.clear();
  try {
    call();
    return VCONFORM_OK;
  } catch (const Unsupported& error) {
    text.set(error.what());
    return VCONFORM_UNSUPPORTED;
  } catch (const Rejected& error) {
    text.set(error.what());
    return VCONFORM_REJECTED;
  } catch (const std::exception& error) {
    text.set(error.what());
  } catch (...) {
    text.set("an exception that is not a std::exception");
  }
  return VCONFORM_ERROR;
}

// An adapter with its claims as the ABI has them.
template <typename Adapter>
class Context {
 public:
  Context() : claims_(adapter_.claims()) {
    for (const Row& row : claims_.rows) {
      rows_.push_back({row.family, row.variant, row.source_type, row.destination_type,
                       row.roundings, row.features});
    }
    declared_.struct_size = sizeof declared_;
    declared_.flags = (claims_.argument_checking ? std::uint32_t{VCONFORM_ARGUMENT_CHECKING} : 0) |
                      (claims_.thread_safe ? std::uint32_t{VCONFORM_THREAD_SAFE} : 0);
    declared_.overlap_order = claims_.overlap_order;
    declared_.stride_bits = claims_.stride_bits;
    declared_.row_count = static_cast<std::uint32_t>(rows_.size());
    declared_.row_size = sizeof(vconform_capability);
    declared_.rows = rows_.data();
    declared_.choice_count = static_cast<std::uint32_t>(claims_.choices.size());
    declared_.choices = claims_.choices.data();
    declared_.largest_memory = claims_.largest_memory;
  }
  ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  static Context& of(void* context) { return *static_cast<Context*>(context); }

  static void* create() {
    std::unique_ptr<Context> created;
    answer_of(ErrorText::of_creation(), [&] { created = std::make_unique<Context>(); });
    return created.release();
  }
  static void destroy(void* context) { delete &of(context); }
  static const char* last_error(void* context) {
    return context == nullptr ? ErrorText::of_creation().get() : of(context).error_.get();
  }
  static const vconform_capabilities* capabilities(void* context) { return &of(context).declared_; }

  static std::uint32_t execute(void* context, const vconform_step* steps, std::uint64_t step_count,
                               vconform_memories* memories) {
    return answer_of(of(context).error_, [&] {
      of(context).adapter_.execute(Steps(steps, step_count), Memories(*memories));
    });
  }
  static std::uint32_t convert(void* context, const void* src, void* dst, std::uint64_t n,
                               std::uint32_t source_type, std::uint32_t destination_type,
                               std::uint32_t rounding, std::uint64_t ctrl) {
    return answer_of(of(context).error_, [&] {
      of(context).adapter_.convert(
          Arrays{src, dst, n, source_type, destination_type, rounding, ctrl});
    });
  }
  static std::uint32_t element(void* context, const vconform_element* one, std::uint64_t* result) {
    return answer_of(of(context).error_,
                     [&] { *result = of(context).adapter_.element(Element{*one}); });
  }

 private:
  Adapter adapter_{};
  Claims claims_;
  std::vector<vconform_capability> rows_;
  vconform_capabilities declared_{};
  ErrorText error_;
};

// The table of an adapter, whose contexts are objects of the class.
template <typename Adapter>
vconform_adapter table_of(const char* name, const char* version) {
  static_assert(Converts<Adapter> || HasElement<Adapter> || Executes<Adapter>,
                "an adapter has convert(const vconform::Arrays&), std::uint64_t element(const "
                "vconform::Element&) or execute(vconform::Steps, vconform::Memories)");
  vconform_adapter table{};
  table.struct_size = sizeof table;
  table.abi_version = VCONFORM_ABI_VERSION;
  table.name = name;
  table.version = version;
  table.create = Context<Adapter>::create;
  table.destroy = Context<Adapter>::destroy;
  table.last_error = Context<Adapter>::last_error;
  table.capabilities = Context<Adapter>::capabilities;
  if constexpr (Executes<Adapter>) {
    table.execute = Context<Adapter>::execute;
  }
  if constexpr (Converts<Adapter>) {
    table.convert = Context<Adapter>::convert;
  }
  if constexpr (HasElement<Adapter>) {
    table.element = Context<Adapter>::element;
  }
  return table;
}

}  // namespace vconform

// Exports an adapter; once in a library. `name` and `version` are printable ASCII, at most 64
// characters each.
#define VCONFORM_ADAPTER(Adapter, name, version)                                               \
  extern "C" VCONFORM_EXPORT const vconform_adapter* vconform_get_adapter(std::uint32_t abi) { \
    static const vconform_adapter table = vconform::table_of<Adapter>(name, version);          \
    return abi == VCONFORM_ABI_VERSION ? &table : nullptr;                                     \
  }

#endif  // VCONFORM_HPP
