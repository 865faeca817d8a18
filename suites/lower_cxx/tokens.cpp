#include "suites/lower_cxx/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace vconform::suites {

namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Token> read() {
    while (at_ < text_.size()) {
      next();
    }
    return tokens_;
  }

 private:
  bool starts(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  char at(std::size_t place) const { return place < text_.size() ? text_[place] : '\0'; }

  void add(TokenKind kind, std::size_t end) {
    end = std::min(end, text_.size());
    tokens_.push_back({kind, at_, text_.substr(at_, end - at_)});
    at_ = end;
    begins_line_ = false;
  }

  void skip_to(std::string_view end, std::size_t from) {
    const std::size_t found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  // A backslash at its end continues a line.
  void skip_line() {
    while (at_ < text_.size() && (text_[at_] != '\n' || text_[at_ - 1] == '\\')) {
      ++at_;
    }
  }

  // Behind the literal whose quote is at `quote`, its suffix included.
  std::size_t end_of_literal(std::size_t quote) const {
    const char mark = text_[quote];
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != mark && text_[end] != '\n') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    return end_of_word(end + 1);
  }

  std::size_t end_of_raw_string(std::size_t quote) const {
    const std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos) {
      return text_.size();
    }
    const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
    const std::size_t found = text_.find(close, open);
    return found == std::string_view::npos ? text_.size() : end_of_word(found + close.size());
  }

  std::size_t end_of_word(std::size_t from) const {
    while (from < text_.size() && is_word_character(text_[from])) {
      ++from;
    }
    return from;
  }

  // With digit separators, a sign behind an exponent, and dots.
  std::size_t end_of_number() const {
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_sign = (c == '+' || c == '-') && end > at_ &&
                           std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos;
      const bool is_separator = c == '\'' && is_word_character(at(end + 1));
      if (!is_word_character(c) && c != '.' && !is_sign && !is_separator) {
        break;
      }
      ++end;
    }
    return end;
  }

  void read_word() {
    const std::size_t end = end_of_word(at_);
    const std::string_view word = text_.substr(at_, end - at_);
    constexpr std::array kPrefixes = {"u8", "u", "U", "L"};
    constexpr std::array kRawPrefixes = {"R", "u8R", "uR", "UR", "LR"};
    if (at(end) == '"' && std::ranges::find(kRawPrefixes, word) != kRawPrefixes.end()) {
      add(TokenKind::kLiteral, end_of_raw_string(end));
    } else if ((at(end) == '"' || at(end) == '\'') &&
               std::ranges::find(kPrefixes, word) != kPrefixes.end()) {
      add(TokenKind::kLiteral, end_of_literal(end));
    } else {
      add(TokenKind::kWord, end);
    }
  }

  // "<::" is '<' and "::" unless a ':' or '>' follows.
  void read_mark() {
    const bool is_less = starts("<::") && at(at_ + 3) != ':' && at(at_ + 3) != '>';
    for (const std::string_view two : {"<:", ":>", "::", "->"}) {
      if (starts(two) && !is_less) {
        add(TokenKind::kMark, at_ + two.size());
        return;
      }
    }
    add(TokenKind::kMark, at_ + 1);
  }

  void next() {
    const char c = text_[at_];
    if (c == '\n') {
      begins_line_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (starts("//") || (c == '#' && begins_line_)) {
      skip_line();
    } else if (starts("/*")) {
      skip_to("*/", at_ + 2);
    } else if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1)))) {
      add(TokenKind::kNumber, end_of_number());
    } else if (is_word_character(c)) {
      read_word();
    } else if (c == '"' || c == '\'') {
      add(TokenKind::kLiteral, end_of_literal(at_));
    } else {
      read_mark();
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool begins_line_ = true;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view text) {
  return Reader(text).read();
}

}  // namespace vconform::suites
