// Sources as libclang parses them, with what is needed of a cursor.
#pragma once

#include <clang-c/Index.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace vconform::adapters::mechanical {

// Files that are parsed as one, by paths below one of `roots`.
struct ToParse {
  std::vector<std::string> files;
  // Folders to include from, the first one first.
  std::vector<std::string> roots;
  // Further arguments of the compiler.
  std::vector<std::string> arguments;
};

// Bytes of a file, [begin, end); without a file if a macro made them.
struct Extent {
  std::string file;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Problem {
  std::string message;
  // Where it is, and where the notes point.
  std::vector<Extent> places;
};

class Parsed {
 public:
  // Throws std::runtime_error if libclang gives up.
  explicit Parsed(const ToParse& what);

  CXCursor root() const { return clang_getTranslationUnitCursor(unit_.get()); }
  // The errors; none if it compiles.
  std::vector<Problem> problems() const;

 private:
  std::unique_ptr<void, void (*)(CXIndex)> index_;
  std::unique_ptr<CXTranslationUnitImpl, void (*)(CXTranslationUnit)> unit_;
};

std::string text_of(CXString text);
Extent extent_of(CXCursor cursor);
std::vector<CXCursor> children_of(CXCursor cursor);
// The first tokens of a cursor, up to `end`, a byte of its file.
std::vector<std::string> tokens_before(CXCursor cursor, std::size_t end);

}  // namespace vconform::adapters::mechanical
