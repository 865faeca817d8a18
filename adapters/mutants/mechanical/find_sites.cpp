#include "adapters/mutants/mechanical/find_sites.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>

#include "adapters/mutants/mechanical/replacements.h"

namespace vconform::adapters::mechanical {

namespace {

// Where a cursor stands.
struct Surroundings {
  std::string function;
  bool is_in_constexpr = false;
  bool is_in_body = false;
  // Why nothing here is a mutant; empty if it runs.
  std::string reason;
};

Surroundings left_out(Surroundings here, const char* reason) {
  if (here.reason.empty()) {
    here.reason = reason;
  }
  return here;
}

struct Reason {
  CXCursorKind kind;
  const char* reason;
};

constexpr std::array<Reason, 10> kReasons = {{
    {CXCursor_StaticAssert, "a static_assert"},
    {CXCursor_ParmDecl, "a default argument"},
    {CXCursor_EnumConstantDecl, "an enumerator"},
    {CXCursor_FieldDecl, "the default of a member"},
    {CXCursor_TypeAliasDecl, "part of a type"},
    {CXCursor_TypeAliasTemplateDecl, "part of a type"},
    {CXCursor_NonTypeTemplateParameter, "part of a type"},
    {CXCursor_CXXBaseSpecifier, "part of a type"},
    {CXCursor_UnaryExpr, "not evaluated"},
    {CXCursor_RequiresExpr, "not evaluated"},
}};

Surroundings with_reason_of(CXCursor cursor, const Surroundings& here) {
  const auto* found = std::ranges::find(kReasons, clang_getCursorKind(cursor), &Reason::kind);
  return found == kReasons.end() ? here : left_out(here, found->reason);
}

bool has(const std::vector<std::string>& tokens, std::string_view token) {
  return std::ranges::find(tokens, token) != tokens.end();
}

std::size_t name_at(CXCursor cursor) {
  unsigned offset = 0;
  clang_getExpansionLocation(clang_getCursorLocation(cursor), nullptr, nullptr, nullptr, &offset);
  return offset;
}

class Finder {
 public:
  Finder(const std::string& root, const std::string& within) : root_(root), within_(within) {}

  Found found(const Parsed& sources) {
    for (const CXCursor& child : children_of(sources.root())) {
      if (const std::string path = path_of(extent_of(child)); path.starts_with(within_)) {
        visit(child, {});
      }
    }
    sort(found_.sites, std::identity());
    sort(found_.left_out, [](const LeftOut& left) -> const Site& { return left.site; });
    return std::move(found_);
  }

 private:
  // Relative to the root; empty for other files.
  std::string path_of(const Extent& extent) const {
    return extent.file.starts_with(root_ + "/") ? extent.file.substr(root_.size() + 1) : "";
  }

  const std::string& contents_of(const std::string& path) {
    const auto [known, is_new] = contents_.try_emplace(path);
    if (is_new) {
      std::ifstream file(root_ + "/" + path, std::ios::binary);
      known->second.assign(std::istreambuf_iterator<char>(file), {});
    }
    return known->second;
  }

  std::string text_at(CXCursor cursor) {
    const Extent extent = extent_of(cursor);
    const std::string path = path_of(extent);
    return path.empty() ? "" : contents_of(path).substr(extent.begin, extent.end - extent.begin);
  }

  template <typename Member, typename SiteOf>
  static void sort(std::vector<Member>& members, SiteOf site_of) {
    std::ranges::sort(members, comes_before, site_of);
    const auto same = std::ranges::unique(
        members,
        [](const Site& one, const Site& other) {
          return !comes_before(one, other) && !comes_before(other, one);
        },
        site_of);
    members.erase(same.begin(), same.end());
  }

  void add(CXCursor cursor, Kind kind, std::string mutated, const Surroundings& here) {
    const Extent extent = extent_of(cursor);
    const std::string path = path_of(extent);
    if (path.empty()) {
      return;
    }
    Site site{path,          extent.begin,       extent.end,          kind,
              here.function, std::move(mutated), here.is_in_constexpr};
    const std::string reason = here.is_in_body ? here.reason : "outside a function";
    if (reason.empty()) {
      found_.sites.push_back(std::move(site));
    } else {
      found_.left_out.push_back({std::move(site), here.reason.empty() ? reason : here.reason});
    }
  }

  void add_binary(CXCursor cursor, const Surroundings& here) {
    const auto replacement = replacement_of(clang_getCursorBinaryOperatorKind(cursor));
    const std::vector<CXCursor> operands = children_of(cursor);
    if (!replacement || operands.size() != 2) {
      return;
    }
    const std::string left = text_at(operands[0]);
    const std::string right = text_at(operands[1]);
    if (!left.empty() && !right.empty()) {
      const std::string mutated =
          "(" + left + ") " + std::string(replacement->by) + " (" + right + ")";
      add(cursor, replacement->kind, mutated, here);
    }
  }

  void add_unary(CXCursor cursor, const Surroundings& here) {
    const CXUnaryOperatorKind operation = clang_getCursorUnaryOperatorKind(cursor);
    const std::vector<CXCursor> operands = children_of(cursor);
    const std::string operand = operands.size() == 1 ? text_at(operands[0]) : "";
    // The compiler makes !(a == b) of a != b.
    if (operand.empty() || text_at(cursor).starts_with("!=")) {
      return;
    }
    if (operation == CXUnaryOperator_LNot) {
      add(cursor, Kind::kLogical, "static_cast<bool>(" + operand + ")", here);
    } else if (operation == CXUnaryOperator_Not || operation == CXUnaryOperator_Minus) {
      add(cursor, Kind::kOperator, "(" + operand + ")", here);
    }
  }

  void add_literal(CXCursor cursor, const Surroundings& here) {
    const std::string text = text_at(cursor);
    if (text == "true" || text == "false") {
      add(cursor, Kind::kConstant, text == "true" ? "false" : "true", here);
    } else if (!text.empty()) {
      add(cursor, Kind::kConstant, text + " + 1", here);
      if (text.find_first_of("123456789") != std::string::npos) {
        add(cursor, Kind::kConstant, text + " - 1", here);
      }
    }
  }

  void visit_children(CXCursor cursor, const Surroundings& here) {
    for (const CXCursor& child : children_of(cursor)) {
      visit(child, here);
    }
  }

  void visit_function(CXCursor cursor, Surroundings here) {
    // A defaulted function has a body that stands nowhere.
    if (const auto all = tokens_before(cursor, std::string::npos);
        !all.empty() && all.back() == "default") {
      return;
    }
    const std::vector<std::string> tokens = tokens_before(cursor, name_at(cursor));
    here.function = text_of(clang_getCursorSpelling(cursor));
    here.is_in_constexpr = has(tokens, "constexpr");
    here.is_in_body = true;
    if (has(tokens, "consteval")) {
      here = left_out(here, "a consteval function");
    }
    visit_children(cursor, here);
  }

  void visit_variable(CXCursor cursor, Surroundings here) {
    const std::vector<std::string> tokens = tokens_before(cursor, name_at(cursor));
    if (has(tokens, "constexpr") || has(tokens, "constinit")) {
      here = left_out(here, "a constexpr variable");
    }
    const CXCursor initializer = clang_Cursor_getVarDeclInitializer(cursor);
    for (const CXCursor& child : children_of(cursor)) {
      const bool is_type = clang_equalCursors(child, initializer) == 0;
      visit(child, is_type ? left_out(here, "part of a type") : here);
    }
  }

  // Whatever stands in a name is a template argument, except the object before a member.
  void visit_name(CXCursor cursor, const Surroundings& here) {
    const std::size_t begin = extent_of(cursor).begin;
    for (const CXCursor& child : children_of(cursor)) {
      const bool is_object =
          clang_getCursorKind(cursor) == CXCursor_MemberRefExpr && extent_of(child).begin == begin;
      visit(child, is_object ? here : left_out(here, "a template argument"));
    }
  }

  // A statement whose first child the compiler evaluates.
  void visit_after_first(CXCursor cursor, const Surroundings& here, const char* reason) {
    Surroundings now = left_out(here, reason);
    for (const CXCursor& child : children_of(cursor)) {
      visit(child, now);
      now = here;
    }
  }

  void visit_if(CXCursor cursor, const Surroundings& here) {
    const std::vector<std::string> tokens = tokens_before(cursor, extent_of(cursor).begin + 6);
    if (tokens.size() > 1 && tokens[1] == "constexpr") {
      visit_after_first(cursor, here, "the condition of an if constexpr");
    } else {
      visit_children(cursor, here);
    }
  }

  void visit_block(CXCursor cursor, const Surroundings& here) {
    for (const CXCursor& child : children_of(cursor)) {
      if (clang_isExpression(clang_getCursorKind(child)) != 0) {
        add(child, Kind::kStatement, "", here);
      }
      visit(child, here);
    }
  }

  void visit(CXCursor cursor, const Surroundings& here);

  std::string root_;
  std::string within_;
  std::map<std::string, std::string> contents_;
  Found found_;
};

void Finder::visit(CXCursor cursor, const Surroundings& here) {
  switch (clang_getCursorKind(cursor)) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate:
      return visit_function(cursor, here);
    case CXCursor_VarDecl:
      return visit_variable(cursor, here);
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
      return visit_name(cursor, here);
    case CXCursor_IfStmt:
      return visit_if(cursor, here);
    case CXCursor_CaseStmt:
      return visit_after_first(cursor, here, "a case label");
    case CXCursor_CompoundStmt:
      return visit_block(cursor, here);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
      add_binary(cursor, here);
      return visit_children(cursor, here);
    case CXCursor_UnaryOperator:
      add_unary(cursor, here);
      return visit_children(cursor, here);
    case CXCursor_IntegerLiteral:
    case CXCursor_CXXBoolLiteralExpr:
      return add_literal(cursor, here);
    default:
      return visit_children(cursor, with_reason_of(cursor, here));
  }
}

}  // namespace

Found find_sites(const Parsed& sources, const std::string& root, const std::string& within) {
  return Finder(root, within).found(sources);
}

}  // namespace vconform::adapters::mechanical
