// Functions that nobody who calls a prototype would find.
#include "adapters/exported/near_misses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapters/exported/dynamic_symbols.h"
#include "adapters/exported/prototypes.h"

namespace vconform::adapters::exported {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NearMisses, NameTheTypeThatDiffers) {
  EXPECT_THAT(near_misses({"_Z14vconv_f322f16rPDF16_Pfhtttt"}),
              ElementsAre("has vconv_f322f16r with _Float16*"));
  EXPECT_THAT(near_misses({"_Z14vconv_f322s32rPiPfhtttj"}),
              ElementsAre("has vconv_f322s32r with unsigned int"));
  EXPECT_THAT(near_misses({"_Z12set_deqscalef"}), ElementsAre("has set_deqscale with float"));
  EXPECT_THAT(near_misses({"_Z14vconv_f322s32rPiPft"}),
              ElementsAre("has vconv_f322s32r with 3 parameters, not 7"));
  EXPECT_THAT(near_misses({"vconv_f322s32r"}),
              ElementsAre("has vconv_f322s32r as a function of C"));
  EXPECT_THAT(near_misses({"_ZN7kernels14vconv_f322s32rEPiPfhtttt"}),
              ElementsAre("has vconv_f322s32r as kernels::vconv_f322s32r"));
  EXPECT_THAT(near_misses({"_Z28vconform_intrinsics_cast_deqPKv"}),
              ElementsAre("has vconform_intrinsics_cast_deq as a function of C++"));
}

TEST(NearMisses, AreComparedWithTheNearestPrototypeThatIsMissing) {
  EXPECT_THAT(near_misses({"_Z16vconv_deqs162b8hPaPshtttt"}),
              ElementsAre("has vconv_deqs162b8h with unsigned short"));
  EXPECT_THAT(near_misses({"_Z20copy_matrix_cc_to_gmPfPfyy"}),
              ElementsAre("has copy_matrix_cc_to_gm with unsigned long long"));
}

TEST(NearMisses, AreNothingThatIsDocumentedOrHasAnotherName) {
  std::vector<std::string> all;
  for (const Prototype& prototype : prototypes()) {
    all.push_back(prototype.symbol);
  }
  for (const Setter& setter : setters()) {
    all.push_back(setter.symbol);
  }
  EXPECT_THAT(near_misses(all), IsEmpty());
  // An overload beside the documented one, and two functions of other names.
  all.insert(all.end(),
             {"_Z14vconv_f322f16rPDF16_Pfhtttt", "_Z15vconv_f322f16rxPiPf", "set_up", "_Z3foov"});
  EXPECT_THAT(near_misses(all), IsEmpty());
}

TEST(NearMisses, SurviveWhatIsNoSymbol) {
  EXPECT_THAT(near_misses({"_Z", "", "_Zvconv_", "_ZN14vconv_f322s32r", "vconv_(((", "set_ctrl("}),
              IsEmpty());
}

TEST(NearMisses, AreFoundInAFileAndSaidInShort) {
  const auto misses = near_misses(dynamic_symbols(VCONFORM_SIMULATORS "/near_misses.so").functions);
  EXPECT_EQ(misses.size(), 5u);
  EXPECT_EQ(in_short(misses),
            "has vconv_f322f16r with _Float16*, has vconv_f322s32r as kernels::vconv_f322s32r, "
            "has vconv_f322s32z with 3 parameters, not 7 and 2 more like it");
  EXPECT_EQ(in_short({"one", "two"}), "one, two");
  EXPECT_EQ(in_short({}), "");
}

}  // namespace
}  // namespace vconform::adapters::exported
