#include "adapters/mutants/mechanical/parsed.h"

#include <span>
#include <stdexcept>

namespace vconform::adapters::mechanical {

namespace {

constexpr const char* kName = "/all_files.cpp";

struct Place {
  std::string file;
  std::size_t offset = 0;
  bool is_in_macro = false;
};

Place place_of(CXSourceLocation location) {
  CXFile file = nullptr;
  CXFile spelled = nullptr;
  unsigned offset = 0;
  unsigned spelled_offset = 0;
  clang_getExpansionLocation(location, &file, nullptr, nullptr, &offset);
  clang_getSpellingLocation(location, &spelled, nullptr, nullptr, &spelled_offset);
  return {file == nullptr ? "" : text_of(clang_getFileName(file)), offset,
          offset != spelled_offset || clang_File_isEqual(file, spelled) == 0};
}

CXTranslationUnit parse(CXIndex index, const ToParse& what) {
  std::string text;
  for (const std::string& file : what.files) {
    text += "#include \"" + file + "\"\n";
  }
  std::vector<std::string> arguments = what.arguments;
  for (const std::string& root : what.roots) {
    arguments.push_back("-I" + root);
  }
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments) {
    pointers.push_back(argument.c_str());
  }
  CXUnsavedFile all{kName, text.c_str(), text.size()};
  CXTranslationUnit unit = nullptr;
  if (clang_parseTranslationUnit2(index, kName, pointers.data(), static_cast<int>(pointers.size()),
                                  &all, 1, CXTranslationUnit_KeepGoing, &unit) != CXError_Success) {
    throw std::runtime_error("libclang cannot parse " + what.files.front());
  }
  return unit;
}

void add_places(CXDiagnostic diagnostic, std::vector<Extent>& places) {
  const Place at = place_of(clang_getDiagnosticLocation(diagnostic));
  places.push_back({at.file, at.offset, at.offset + 1});
  CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); ++i) {
    add_places(clang_getDiagnosticInSet(notes, i), places);
  }
}

}  // namespace

std::string text_of(CXString text) {
  const char* characters = clang_getCString(text);
  std::string copy = characters == nullptr ? "" : characters;
  clang_disposeString(text);
  return copy;
}

Extent extent_of(CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const Place begin = place_of(clang_getRangeStart(range));
  const Place end = place_of(clang_getRangeEnd(range));
  if (begin.is_in_macro || end.is_in_macro || begin.file != end.file) {
    return {};
  }
  return {begin.file, begin.offset, end.offset};
}

std::vector<CXCursor> children_of(CXCursor cursor) {
  std::vector<CXCursor> children;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &children);
  return children;
}

std::vector<std::string> tokens_before(CXCursor cursor, std::size_t end) {
  CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit, clang_getCursorExtent(cursor), &tokens, &count);
  std::vector<std::string> texts;
  for (const CXToken& token : std::span(tokens, count)) {
    if (place_of(clang_getTokenLocation(unit, token)).offset >= end) {
      break;
    }
    texts.push_back(text_of(clang_getTokenSpelling(unit, token)));
  }
  clang_disposeTokens(unit, tokens, count);
  return texts;
}

Parsed::Parsed(const ToParse& what)
    : index_(clang_createIndex(0, 0), clang_disposeIndex),
      unit_(parse(index_.get(), what), clang_disposeTranslationUnit) {}

std::vector<Problem> Parsed::problems() const {
  std::vector<Problem> problems;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit_.get()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(unit_.get(), i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      Problem problem{text_of(clang_getDiagnosticSpelling(diagnostic)), {}};
      add_places(diagnostic, problem.places);
      problems.push_back(std::move(problem));
    }
    clang_disposeDiagnostic(diagnostic);
  }
  return problems;
}

}  // namespace vconform::adapters::mechanical
