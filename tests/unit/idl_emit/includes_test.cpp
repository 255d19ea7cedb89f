// IDL files that include others: tests/idl/emit/chain.idl and parts/.
#include <gtest/gtest.h>

#include "chain_skel.hpp"
#include "loopback.hpp"

namespace {

class Panel : public virtual CORBA::servant_traits<Chain::Panel>::base_type {
 public:
  std::string name() override { return "panel"; }
  Units::Quantity measure() override { throw Meters::Broken(Units::Quantity(1.5, Units::Unit::ampere)); }
  Chain::Reading total(const Meters::MeterList& parts) override {
    return Chain::Reading(Units::Quantity(static_cast<double>(parts.size()), Units::Unit::metre), _this(),
                          Chain::Inside(3));
  }
  Meters::MeterList shown() override { return shown_; }
  void shown(const Meters::MeterList& meters) override { shown_ = meters; }

 private:
  Meters::MeterList shown_;
};

class Includes : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override { loopback::use(GetParam()); }

  IDL::traits<Chain::Panel>::ref_type panel = loopback::activate<Chain::Panel>(CORBA::make_reference<Panel>());
};

INSTANTIATE_TEST_SUITE_P(Routes, Includes, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(Includes, GiveOperationsInheritedFromOtherFiles) {
  EXPECT_EQ(panel->name(), "panel");
  try {
    panel->measure();
    FAIL() << "nothing was raised";
  } catch (const Meters::Broken& exception) {
    EXPECT_EQ(exception.last().amount(), 1.5);
    EXPECT_EQ(exception.last().in_unit(), Units::Unit::ampere);
  }
}

TEST_P(Includes, GiveTypesOfOtherFiles) {
  const IDL::traits<Meters::Meter>::ref_type meter = panel;
  const Chain::Reading reading = panel->total({meter, nullptr});
  EXPECT_EQ(reading.amount().amount(), 2.0);
  EXPECT_EQ(reading.source()->name(), "panel");
  EXPECT_EQ(reading.where().depth(), 3);
  panel->shown({panel});
  EXPECT_EQ(panel->shown().at(0)->name(), "panel");
}

TEST(IncludedText, InTheMidstOfAModuleBelongsToTheModule) {
  EXPECT_EQ(static_cast<std::uint32_t>(Chain::Side::right), 1U);
  EXPECT_EQ(Chain::Inside(4).depth(), 4);
}

TEST(IncludedModules, CanBeReopened) {
  const Units::Range range(Units::Quantity(1, Units::Unit::metre), Units::Quantity(2, Units::Unit::metre));
  const Units::Quantities both = {range.low(), range.high()};
  EXPECT_EQ(both[1].amount(), 2.0);
}

}  // namespace
