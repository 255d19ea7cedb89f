// The types of service contexts and components that IOP.idl does not generate.
#include <dimma/orb_initializer.hpp>

#include "IOP.hpp"

#include <type_traits>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

static_assert(!std::is_same_v<IOP::ServiceContext, dimma::iop::ServiceContext>, "the program's own names come first");

iop::ServiceContext taken_back(const iop::ServiceContext& context) { return context; }

TEST(IopTypesTest, TurnIntoTheGeneratedOnesAndBack) {
  const IOP::ServiceContext generated(7, {1, 2});
  const iop::ServiceContext own = taken_back(generated);
  EXPECT_EQ(own.context_id(), 7U);
  const IOP::ServiceContext again = own;
  EXPECT_EQ(again.context_id(), 7U);
  EXPECT_EQ(again.context_data(), generated.context_data());

  const IOP::TaggedComponent component(IOP::TAG_CODE_SETS, {3});
  const iop::TaggedComponent own_component = component;
  const IOP::TaggedComponent component_again = own_component;
  EXPECT_EQ(component_again.tag(), IOP::TAG_CODE_SETS);
  EXPECT_EQ(component_again.component_data(), component.component_data());

  const IOP::TaggedProfile profile(IOP::TAG_INTERNET_IOP, {4, 5});
  const iop::TaggedProfile own_profile = profile;
  const IOP::TaggedProfile profile_again = own_profile;
  EXPECT_EQ(profile_again.profile_data(), profile.profile_data());
}

}  // namespace
}  // namespace dimma::test
