// IDL files that include others: tests/idl/emit/chain.idl, parts/ and siblings/.
#include <gtest/gtest.h>

#include "app/recorder_skel.hpp"
#include "chain_skel.hpp"
#include "library_skel.hpp"
#include "loopback.hpp"
#include "parts/hen_skel.hpp"

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

class Reader : public virtual CORBA::servant_traits<Library::Reader>::base_type {
 public:
  std::string name() override { return "reader"; }
};

class Book : public virtual CORBA::servant_traits<Library::Book>::base_type {
 public:
  std::string title() override { return "book"; }
  Library::Loan last_loan() override { return {nullptr, {}, 7}; }
};

class Shelf : public virtual CORBA::servant_traits<Library::Shelf>::base_type {
 public:
  Library::Books all() override { return all_; }
  void all(const Library::Books& all) override { all_ = all; }
  Library::Loan lend(IDL::traits<Library::Reader>::ref_type who, Library::Books& wanted,
                     IDL::traits<Library::Book>::ref_type& best) override {
    best = wanted.front();
    wanted.push_back(nullptr);
    return {who, wanted, 3};
  }

 private:
  Library::Books all_;
};

class Recorder : public virtual CORBA::servant_traits<Recording::Recorder>::base_type {
 public:
  Device::Samples last(std::int32_t count) override {
    return Device::Samples(static_cast<std::size_t>(count), Sampling::Sample(5));
  }
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

TEST(IncludedText, WithinAModuleBelongsToTheModule) {
  EXPECT_EQ(static_cast<std::uint32_t>(Chain::Side::right), 1U);
  EXPECT_EQ(Chain::Inside(4).depth(), 4);
}

TEST(IncludedModules, CanBeReopened) {
  const Units::Range range(Units::Quantity(1, Units::Unit::metre), Units::Quantity(2, Units::Unit::metre));
  const Units::Quantities both = {range.low(), range.high()};
  EXPECT_EQ(both[1].amount(), 2.0);
}

// parts/shelf.idl declares them, library.idl defines them.
TEST_P(Includes, MayDeclareInterfacesThatOtherFilesDefine) {
  const auto shelf = loopback::activate<Library::Shelf>(CORBA::make_reference<Shelf>());
  const auto reader = loopback::activate<Library::Reader>(CORBA::make_reference<Reader>());
  const auto book = loopback::activate<Library::Book>(CORBA::make_reference<Book>());
  shelf->all({book, nullptr});
  EXPECT_EQ(shelf->all().front()->title(), "book");
  Library::Books wanted{book};
  IDL::traits<Library::Book>::ref_type best;
  const Library::Loan loan = shelf->lend(reader, wanted, best);
  EXPECT_EQ(loan.who()->name(), "reader");
  EXPECT_EQ(loan.what().size(), 2U);
  EXPECT_EQ(wanted.size(), 2U);
  EXPECT_EQ(best->last_loan().days(), 7);
  EXPECT_EQ(Library::_tc_Books->content_type()->content_type()->name(), "Book");
  CORBA::Any any;
  any <<= loan;
  Library::Loan again;
  ASSERT_TRUE(any >>= again);
  EXPECT_EQ(again.what().front()->title(), "book");
}

// hen.idl, egg.idl and chick.idl include each other circularly. Each generated source includes a different header
// first.
TEST(Circle, HasTypesOfAllItsFiles) {
  const Farm::Brood brood(Farm::Nest(nullptr, nullptr, {}, CORBA::make_reference<IDL::traits<Farm::Corn>::obv_type>()),
                          {});
  EXPECT_EQ(brood.where().stock()->grains(), 0);
  EXPECT_EQ(CORBA::typecode_reference(Farm::_tc_Brood)->member_type(0)->member_count(), 4U);
}

TEST_P(Includes, LeadToFoldersBesideTheFilesOwn) {
  const auto recorder = loopback::activate<Recording::Recorder>(CORBA::make_reference<Recorder>());
  EXPECT_EQ(recorder->last(3).at(2).value(), 5);
}

}  // namespace
