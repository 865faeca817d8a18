#include "suites/lower_cxx/attributes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "suites/lower_cxx/tokens.h"

namespace vconform::suites {

namespace {

using Words = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view word, Words words) {
  return std::ranges::find(words, word) != words.end();
}

// Words that a header of vconform or of the program defines as nothing; where none did, they are
// still there. Names with two underscores are nobody else's.
bool is_device_word(std::string_view word) {
  return is_one_of(word,
                   {"__aicore__", "__global__", "__host_aicore__", "__ubuf__", "__gm__", "__cbuf__",
                    "__cc__", "__ca__", "__cb__", "__fbuf__", "__biasbuf__", "__ssbuf__", "__tf__",
                    "__in__", "__out__", "__sync_alias__", "__simd_callee__"});
}

bool is_operator_word(std::string_view word) {
  return is_one_of(word,
                   {"and", "or", "xor", "not_eq", "and_eq", "or_eq", "xor_eq", "bitand", "bitor"});
}

bool is_trailing_word(std::string_view word) {
  return is_one_of(word, {"const", "volatile", "noexcept", "override", "final"});
}

// Keywords that may stand before a subscript or an array's size are names here.
bool is_keyword(std::string_view word) {
  return is_trailing_word(word) ||
         is_one_of(word, {"return",    "inline",   "static",   "extern",  "virtual", "constexpr",
                          "consteval", "explicit", "friend",   "typedef", "using",   "template",
                          "typename",  "mutable",  "else",     "do",      "case",    "throw",
                          "co_return", "co_await", "co_yield", "public",  "private", "protected",
                          "export",    "auto",     "void",     "bool",    "char",    "short",
                          "int",       "long",     "float",    "double",  "signed",  "unsigned",
                          "and",       "or",       "not"});
}

class Remover {
 public:
  explicit Remover(std::string_view text) : text_(text), tokens_(tokens_of(text)) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size();) {
      i = step(i);
    }
    return text_;
  }

 private:
  bool is_open(std::size_t i) const { return is_mark(i, "[") || is_mark(i, "<:"); }
  bool is_close(std::size_t i) const { return is_mark(i, "]") || is_mark(i, ":>"); }
  bool is_mark(std::size_t i, std::string_view mark) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::kMark && tokens_[i].text == mark;
  }
  bool is_word(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == TokenKind::kWord;
  }

  // Behind the list of attributes that begins at `i`; nullopt if there is none.
  std::optional<std::size_t> end_of_list(std::size_t i) const {
    if (!is_open(i)) {
      return std::nullopt;
    }
    for (++i; is_word(i) && is_one_of(tokens_[i].text, {"aicore", "host"}); ++i) {
      if (is_close(++i)) {
        return i + 1;
      }
      if (!is_mark(i, ",")) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  void blank(std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const Token& token = tokens_[i];
      std::ranges::fill_n(text_.begin() + static_cast<std::ptrdiff_t>(token.at),
                          static_cast<std::ptrdiff_t>(token.text.size()), ' ');
    }
  }

  // Handles the token, or the list that it begins; returns the next one.
  std::size_t step(std::size_t i) {
    if (const auto end = end_of_list(i); end && is_attribute(*end)) {
      blank(i, *end);
      return *end;
    }
    if (is_word(i) && is_device_word(tokens_[i].text)) {
      blank(i, i + 1);
      return i + 1;
    }
    if (is_open(i)) {
      introducers_.push_back(!is_operand());
    }
    after_introducer_ = false;
    if (is_close(i) && !introducers_.empty()) {
      after_introducer_ = introducers_.back();
      introducers_.pop_back();
    }
    before_ = i;
    return i + 1;
  }

  // Whether the token before ends an expression, so that a subscript may follow.
  bool is_operand() const {
    if (!before_) {
      return false;
    }
    const Token& token = tokens_[*before_];
    switch (token.kind) {
      case TokenKind::kWord:
        return !is_keyword(token.text);
      case TokenKind::kMark:
        return is_mark(*before_, ")") || (is_close(*before_) && !after_introducer_);
      default:
        return true;
    }
  }

  // Whether a list is one of attributes, by what stands behind it, at `next`.
  bool is_attribute(std::size_t next) const {
    const bool is_behind_word = before_ && tokens_[*before_].kind == TokenKind::kWord;
    if (is_word(next)) {
      return begins_declaration(tokens_[next].text);
    }
    if (is_mark(next, "::") || is_mark(next, "~")) {
      return true;
    }
    if (is_open(next) && !is_operand()) {
      return is_open(next + 1) || end_of_list(next).has_value();
    }
    if (is_mark(next, "{")) {
      const bool is_trailing = is_behind_word && is_trailing_word(tokens_[*before_].text);
      return is_trailing || after_introducer_ || (before_ && is_mark(*before_, ")"));
    }
    return is_mark(next, "(") && after_introducer_;
  }

  // An array's size may be followed by attributes of a compiler, a lambda's capture by its
  // specifiers.
  bool begins_declaration(std::string_view next) const {
    const bool is_behind_name = before_ && tokens_[*before_].kind == TokenKind::kWord &&
                                !is_keyword(tokens_[*before_].text);
    if (is_behind_name && is_one_of(next, {"__attribute__", "__attribute", "asm", "__asm__"})) {
      return false;
    }
    const bool is_specifier = is_one_of(next, {"mutable", "noexcept", "requires"});
    return !is_operator_word(next) && (!is_specifier || is_operand() || after_introducer_);
  }

  std::string text_;
  std::vector<Token> tokens_;
  // The last token that stays.
  std::optional<std::size_t> before_;
  // For each bracket that is open, whether it introduces a lambda or is one of C++'s attributes;
  // and whether the last token closed such a one.
  std::vector<bool> introducers_;
  bool after_introducer_ = false;
};

}  // namespace

std::string without_attributes(std::string_view preprocessed) {
  return Remover(preprocessed).run();
}

}  // namespace vconform::suites
