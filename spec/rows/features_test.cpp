#include "spec/rows/features.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vconform::spec {
namespace {

using testing::ElementsAre;

constexpr FeatureSet kModesAlone = {FeatureSet::only(Feature::kReluNormal).bits |
                                    FeatureSet::only(Feature::kReluLeaky).bits |
                                    FeatureSet::only(Feature::kReluPrelu).bits};
constexpr FeatureSet kRelu = FeatureSet::only(Feature::kRelu);

TEST(Features, ReluIsTheSumOfItsModes) {
  EXPECT_EQ(kModesAlone.normalised(), kRelu);
  EXPECT_TRUE(kModesAlone.has(Feature::kRelu));
  for (const FeatureName& mode : kReluModes) {
    const FeatureSet alone = FeatureSet::only(mode.feature);
    EXPECT_TRUE(kRelu.has(mode.feature));
    EXPECT_TRUE(kAllFeatures.has(mode.feature));
    EXPECT_FALSE(alone.has(Feature::kRelu));
    EXPECT_FALSE(kRelu.without(mode.feature).has(Feature::kRelu));
    EXPECT_FALSE(kRelu.without(mode.feature).has(mode.feature));
    EXPECT_EQ(kRelu.within(alone), alone);
    EXPECT_EQ(alone.within(kAllFeatures), alone);
    EXPECT_FALSE(alone.includes(kRelu));
    EXPECT_TRUE(kRelu.includes(alone));
  }
  EXPECT_EQ(kRelu.without(Feature::kRelu), FeatureSet{});
  EXPECT_EQ(kModesAlone.without(Feature::kRelu), FeatureSet{});
}

TEST(Features, AreNamedWholeWhereTheyAreWhole) {
  EXPECT_THAT(names_of(kRelu), ElementsAre("relu"));
  EXPECT_THAT(names_of(kRelu.without(Feature::kReluLeaky)),
              ElementsAre("relu-normal", "relu-prelu"));
  EXPECT_EQ(names_of(kAllFeatures).size(), kFeatures.size());
  for (const FeatureName& known : kFeatures) {
    EXPECT_EQ(feature_named(known.name), known.feature);
  }
  for (const FeatureName& mode : kReluModes) {
    EXPECT_EQ(feature_named(mode.name), mode.feature);
  }
  EXPECT_EQ(feature_named("magic"), std::nullopt);
}

}  // namespace
}  // namespace vconform::spec
