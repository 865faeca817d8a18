#include "suites/vectors/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "spec/text/error.h"
#include "suites/files/one_line.h"

namespace vconform::suites {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
// Magic, version and the length of the rest of the header.
constexpr std::size_t kPrefixBytes = 10;

std::string header_of(std::string_view type, const std::string& shape) {
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  text.resize(kNpyHeaderBytes - kPrefixBytes - 1, ' ');
  text += '\n';
  const auto length = static_cast<std::uint16_t>(text.size());
  std::string header(kMagic);
  header += {'\x01', '\x00', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
  return header + text;
}

// The text behind "'name': ", up to the given end.
std::optional<std::string_view> value_in(std::string_view header, std::string_view name,
                                         std::string_view end) {
  const std::string key = fmt::format("'{}':", name);
  const std::size_t at = header.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view value = header.substr(at + key.size());
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  const std::size_t length = value.find(end);
  return length == std::string_view::npos ? std::nullopt : std::optional(value.substr(0, length));
}

// The product of the numbers in "(2, 3,"; nullopt if it is none, or too large.
std::optional<std::uint64_t> elements_of_shape(std::string_view shape) {
  std::uint64_t product = 1;
  std::uint64_t number = 0;
  bool in_number = false;
  for (const char c : shape) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      in_number = true;
    } else if (in_number) {
      product *= number;
      number = 0;
      in_number = false;
    }
    if (product > (std::uint64_t{1} << 40) || number > (std::uint64_t{1} << 40)) {
      return std::nullopt;
    }
  }
  return in_number ? product * number : product;
}

}  // namespace

static_assert(std::endian::native == std::endian::little);

std::string npy_of(std::string_view bytes) {
  return header_of("|u1", fmt::format("{},", bytes.size())) + std::string(bytes);
}

std::string npy_of(const std::vector<std::uint16_t>& numbers) {
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()),
                               numbers.size() * sizeof(std::uint16_t));
  return header_of("<u2", fmt::format("{},", numbers.size())) + std::string(bytes);
}

std::string npy_of(const std::vector<std::uint64_t>& numbers, std::size_t columns) {
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()),
                               numbers.size() * sizeof(std::uint64_t));
  return header_of("<u8", fmt::format("{}, {}", numbers.size() / columns, columns)) +
         std::string(bytes);
}

std::string_view bytes_of_npy(std::string_view file) {
  if (!file.starts_with(kMagic) || file.size() < kPrefixBytes) {
    throw spec::InputError("it is no .npy file");
  }
  // Version 1 has a length of two bytes, later ones of four.
  const bool is_first = file[kMagic.size()] == 1;
  const std::size_t begin = is_first ? kPrefixBytes : kPrefixBytes + 2;
  std::uint32_t length = 0;
  if (file.size() >= begin) {
    std::memcpy(&length, file.data() + kMagic.size() + 2, is_first ? 2 : 4);
  }
  if (file.size() < begin + length) {
    throw spec::InputError("its header is cut off");
  }
  const std::string_view header = file.substr(begin, length);
  const auto type = value_in(header, "descr", ",");
  const auto order = value_in(header, "fortran_order", ",");
  const auto shape = value_in(header, "shape", ")");
  const auto elements = shape ? elements_of_shape(*shape) : std::nullopt;
  if (!type || !order || !elements) {
    throw spec::InputError("its header is none of an array");
  }
  if (*type != "'|u1'" && *type != "'u1'" && *type != "'|i1'") {
    throw spec::InputError("it holds " + one_line(*type) + ", not bytes ('|u1')");
  }
  if (*order != "False") {
    throw spec::InputError("it is in Fortran order; save it in C order");
  }
  const std::string_view bytes = file.substr(begin + length);
  if (bytes.size() != *elements) {
    throw spec::InputError(
        fmt::format("its shape has {} bytes, and {} follow", *elements, bytes.size()));
  }
  return bytes;
}

}  // namespace vconform::suites
