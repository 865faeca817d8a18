#include "adapters/third_party/eigen_adapter.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cstdint>

#define VCONFORM_TEXT_OF(x) #x
#define VCONFORM_TEXT(x) VCONFORM_TEXT_OF(x)

namespace vconform::adapters::third_party {

namespace {

template <typename T>
using Array = Eigen::Array<T, Eigen::Dynamic, 1>;
template <typename T>
using Source = Eigen::Map<const Array<T>>;
template <typename T>
using Destination = Eigen::Map<Array<T>>;

// An integer out of range or a NaN is undefined in C++. On x86-64 the conversion instructions give
// the smallest s32 or s64; narrower types take the low bits of that s32. Written out in two steps,
// which no compiler may change.
template <typename To, typename Expression>
void assign(const Expression& rounded, Destination<To> dst) {
  if constexpr (std::is_same_v<typename Expression::Scalar, To>) {
    dst = rounded;
  } else if constexpr (sizeof(To) < sizeof(std::int32_t)) {
    dst = rounded.template cast<std::int32_t>().template cast<To>();
  } else {
    dst = rounded.template cast<To>();
  }
}

template <typename From, typename To>
void cast(const void* src, void* dst, Eigen::Index n, std::uint32_t) {
  Destination<To>(static_cast<To*>(dst), n) =
      Source<From>(static_cast<const From*>(src), n).template cast<To>();
}

// Rounds to an integer in the source type, then casts.
template <typename From, typename To>
void round_and_cast(const void* src, void* dst, Eigen::Index n, std::uint32_t rounding) {
  const Source<From> from(static_cast<const From*>(src), n);
  const Destination<To> to(static_cast<To*>(dst), n);
  switch (rounding) {
    case VCONFORM_ROUND_A:
      return assign<To>(from.round(), to);
    case VCONFORM_ROUND_F:
      return assign<To>(from.floor(), to);
    case VCONFORM_ROUND_C:
      return assign<To>(from.ceil(), to);
    case VCONFORM_ROUND_Z:
      return assign<To>(from, to);
    default:
      return assign<To>(from.rint(), to);
  }
}

struct Row {
  vconform_capability claim;
  void (*convert)(const void* src, void* dst, Eigen::Index n, std::uint32_t rounding);
};

constexpr std::uint32_t kNull = 1 << VCONFORM_ROUND_NULL;
constexpr std::uint32_t kNearest = 1 << VCONFORM_ROUND_R;
constexpr std::uint32_t kIntegral =
    kNearest | 1 << VCONFORM_ROUND_A | 1 << VCONFORM_ROUND_F | 1 << VCONFORM_ROUND_C;
constexpr std::uint32_t kToInteger = kIntegral | 1 << VCONFORM_ROUND_Z;

constexpr vconform_capability claim(std::uint32_t from, std::uint32_t to, std::uint32_t roundings) {
  // Both states of CTRL[48]: Eigen behaves the same in both.
  return {VCONFORM_FAMILY_VCONV,
          0,
          from,
          to,
          roundings,
          VCONFORM_FEATURE_SATURATE | VCONFORM_FEATURE_KEEP_INF};
}

using Eigen::bfloat16;
using Eigen::half;

// clang-format off
constexpr std::array<Row, 21> kRows = {{
    {claim(VCONFORM_F32, VCONFORM_F32, kIntegral), round_and_cast<float, float>},
    {claim(VCONFORM_F32, VCONFORM_F16, kNull | kNearest), cast<float, half>},
    {claim(VCONFORM_F32, VCONFORM_BF16, kNearest), cast<float, bfloat16>},
    {claim(VCONFORM_F32, VCONFORM_S64, kToInteger), round_and_cast<float, std::int64_t>},
    {claim(VCONFORM_F32, VCONFORM_S32, kToInteger), round_and_cast<float, std::int32_t>},
    {claim(VCONFORM_F32, VCONFORM_S16, kToInteger), round_and_cast<float, std::int16_t>},
    {claim(VCONFORM_F16, VCONFORM_S32, kToInteger), round_and_cast<half, std::int32_t>},
    {claim(VCONFORM_F16, VCONFORM_S16, kToInteger), round_and_cast<half, std::int16_t>},
    {claim(VCONFORM_F16, VCONFORM_S8, kNull | kToInteger), round_and_cast<half, std::int8_t>},
    {claim(VCONFORM_F16, VCONFORM_U8, kNull | kToInteger), round_and_cast<half, std::uint8_t>},
    {claim(VCONFORM_BF16, VCONFORM_S32, kToInteger), round_and_cast<bfloat16, std::int32_t>},
    {claim(VCONFORM_S16, VCONFORM_F16, kNull | kNearest), cast<std::int16_t, half>},
    {claim(VCONFORM_S32, VCONFORM_F32, kNull | kNearest), cast<std::int32_t, float>},
    {claim(VCONFORM_S64, VCONFORM_F32, kNearest), cast<std::int64_t, float>},
    {claim(VCONFORM_BF16, VCONFORM_F32, kNull), cast<bfloat16, float>},
    {claim(VCONFORM_F16, VCONFORM_F32, kNull), cast<half, float>},
    {claim(VCONFORM_S16, VCONFORM_F32, kNull), cast<std::int16_t, float>},
    {claim(VCONFORM_S8, VCONFORM_F16, kNull), cast<std::int8_t, half>},
    {claim(VCONFORM_U8, VCONFORM_F16, kNull), cast<std::uint8_t, half>},
    {claim(VCONFORM_S32, VCONFORM_S16, kNull), cast<std::int32_t, std::int16_t>},
    {claim(VCONFORM_S64, VCONFORM_S32, kNull), cast<std::int64_t, std::int32_t>},
}};
// clang-format on

using Claims = std::array<vconform_capability, kRows.size()>;

constexpr Claims claims_of_rows() {
  Claims claims{};
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    claims[i] = kRows[i].claim;
  }
  return claims;
}
constexpr Claims kClaims = claims_of_rows();

constexpr vconform_capabilities declared() {
  vconform_capabilities capabilities{};
  capabilities.struct_size = sizeof(vconform_capabilities);
  capabilities.flags = VCONFORM_THREAD_SAFE;
  capabilities.row_count = kClaims.size();
  capabilities.row_size = sizeof(vconform_capability);
  capabilities.rows = kClaims.data();
  return capabilities;
}
constexpr vconform_capabilities kDeclared = declared();

std::uint32_t convert(void*, const void* src, void* dst, std::uint64_t n, std::uint32_t source_type,
                      std::uint32_t destination_type, std::uint32_t rounding, std::uint64_t) {
  const auto* row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& candidate) {
    return candidate.claim.source_type == source_type &&
           candidate.claim.destination_type == destination_type &&
           (candidate.claim.roundings >> rounding & 1) != 0;
  });
  if (row == kRows.end()) {
    return VCONFORM_UNSUPPORTED;
  }
  row->convert(src, dst, static_cast<Eigen::Index>(n), rounding);
  return VCONFORM_OK;
}

constexpr vconform_adapter table() {
  vconform_adapter adapter{};
  adapter.struct_size = sizeof(vconform_adapter);
  adapter.abi_version = VCONFORM_ABI_VERSION;
  adapter.name = "eigen";
  adapter.version = VCONFORM_TEXT(EIGEN_WORLD_VERSION) "." VCONFORM_TEXT(
      EIGEN_MAJOR_VERSION) "." VCONFORM_TEXT(EIGEN_MINOR_VERSION);
  // There is no state; a context only must not be null.
  adapter.create = []() -> void* {
    static char context = 0;
    return &context;
  };
  adapter.destroy = [](void*) {};
  adapter.last_error = [](void*) -> const char* { return nullptr; };
  adapter.capabilities = [](void*) { return &kDeclared; };
  adapter.convert = convert;
  return adapter;
}
constexpr vconform_adapter kTable = table();

}  // namespace

const vconform_adapter* eigen_adapter() {
  return &kTable;
}

}  // namespace vconform::adapters::third_party
