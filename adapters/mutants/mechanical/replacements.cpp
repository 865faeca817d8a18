#include "adapters/mutants/mechanical/replacements.h"

#include <algorithm>
#include <array>

namespace vconform::adapters::mechanical {

namespace {

// A comparison becomes the one that differs from it in fewest operands.
constexpr std::array<Replacement, 26> kReplacements = {{
    {CXBinaryOperator_Mul, "+", Kind::kOperator},
    {CXBinaryOperator_Div, "*", Kind::kOperator},
    {CXBinaryOperator_Rem, "/", Kind::kOperator},
    {CXBinaryOperator_Add, "-", Kind::kOperator},
    {CXBinaryOperator_Sub, "+", Kind::kOperator},
    {CXBinaryOperator_Shl, ">>", Kind::kOperator},
    {CXBinaryOperator_Shr, "<<", Kind::kOperator},
    {CXBinaryOperator_And, "|", Kind::kOperator},
    {CXBinaryOperator_Xor, "&", Kind::kOperator},
    {CXBinaryOperator_Or, "&", Kind::kOperator},
    {CXBinaryOperator_LT, "<=", Kind::kComparison},
    {CXBinaryOperator_LE, "<", Kind::kComparison},
    {CXBinaryOperator_GT, ">=", Kind::kComparison},
    {CXBinaryOperator_GE, ">", Kind::kComparison},
    {CXBinaryOperator_EQ, "!=", Kind::kComparison},
    {CXBinaryOperator_NE, "==", Kind::kComparison},
    {CXBinaryOperator_LAnd, "||", Kind::kLogical},
    {CXBinaryOperator_LOr, "&&", Kind::kLogical},
    {CXBinaryOperator_AddAssign, "-=", Kind::kOperator},
    {CXBinaryOperator_SubAssign, "+=", Kind::kOperator},
    {CXBinaryOperator_MulAssign, "+=", Kind::kOperator},
    {CXBinaryOperator_ShlAssign, ">>=", Kind::kOperator},
    {CXBinaryOperator_ShrAssign, "<<=", Kind::kOperator},
    {CXBinaryOperator_AndAssign, "|=", Kind::kOperator},
    {CXBinaryOperator_XorAssign, "&=", Kind::kOperator},
    {CXBinaryOperator_OrAssign, "&=", Kind::kOperator},
}};

}  // namespace

std::optional<Replacement> replacement_of(CXBinaryOperatorKind operation) {
  const auto found = std::ranges::find(kReplacements, operation, &Replacement::of);
  return found == kReplacements.end() ? std::nullopt : std::optional(*found);
}

}  // namespace vconform::adapters::mechanical
