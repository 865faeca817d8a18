// Preprocessed C++ as tokens, as far as finding attributes needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vconform::suites {

enum class TokenKind : std::uint8_t {
  kWord,     // an identifier or keyword
  kNumber,   // a preprocessing number
  kLiteral,  // a string or character, with its prefix and suffix
  kMark,     // punctuation: one character, or "::", "->", or a digraph of a bracket
};

struct Token {
  TokenKind kind;
  // In the text that was read.
  std::size_t at;
  std::string_view text;
};

// Comments and lines that begin with '#' make no tokens. What is not C++ makes some.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace vconform::suites
