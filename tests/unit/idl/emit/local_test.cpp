// Code generated for local interfaces, native types and context clauses: tests/idl/emit/local.idl.
#include "local.hpp"

#include "local_skel.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <type_traits>
#include <vector>

#include "loopback.hpp"
#include "round_trip.hpp"

namespace {

template <class Base>
class CounterOf : public virtual Base {
 public:
  std::int32_t count() override { return count_; }
  void count(std::int32_t value) override { count_ = value; }
  std::int32_t add(const Locals::Counter::Step& by, std::string& trace) override {
    if (by.by() > 100) throw Locals::Full(100);
    trace += "+";
    return count_ += by.by();
  }
  void keep(void* it, void*& other) override { other = it; }
  Locals::Counter::_ref_type next() override { return this->_this(); }

 private:
  std::int32_t count_ = Locals::Counter::START;
};

class Counter final : public CounterOf<IDL::traits<Locals::Counter>::base_type> {
 protected:
  ~Counter() override = default;
};

class Better final : public CounterOf<IDL::traits<Locals::Better>::base_type> {
 public:
  bool is_better() override { return true; }
};

class NamedCounter final : public CounterOf<IDL::traits<Locals::NamedCounter>::base_type> {
 public:
  std::string label() override { return label_; }
  void label(const std::string& value) override { label_ = value; }
  void touch(std::int32_t times) override { count(count() + times); }
  Locals::Named::_ref_type plain() override { return _this(); }

 private:
  std::string label_ = "named";
};

TEST(LocalInterfaces, AreImplementedByDerivation) {
  const IDL::traits<Locals::Counter>::ref_type counter = CORBA::make_reference<Counter>();
  std::string trace;
  EXPECT_EQ(counter->add(Locals::Counter::Step(3), trace), 8);
  EXPECT_EQ(trace, "+");
  EXPECT_THROW(counter->add(Locals::Counter::Step(101), trace), Locals::Full);
  Locals::Cookie cookie = nullptr;
  int something = 0;
  counter->keep(&something, cookie);
  EXPECT_EQ(cookie, &something);
  EXPECT_EQ(&*counter->next(), &*counter);
}

TEST(LocalInterfaces, AreNotKeptByANilReference) {
  auto counter = IDL::traits<Locals::Counter>::make_reference<Better>();
  const auto weak = counter.weak_reference();
  const auto nil = IDL::traits<Locals::NamedCounter>::narrow(counter);
  EXPECT_TRUE(nil == nullptr);
  counter.reset();
  EXPECT_TRUE(weak.expired());
}

TEST(LocalInterfaces, AreLocalObjects) {
  const auto counter = IDL::traits<Locals::Counter>::make_reference<Better>();
  static_assert(IDL::traits<Locals::Counter>::is_local::value);
  static_assert(!IDL::traits<Locals::Named>::is_local::value);
  EXPECT_TRUE(counter->_is_local());
  EXPECT_TRUE(counter->_is_a("IDL:Locals/Counter:1.0"));
  EXPECT_TRUE(counter->_is_a("IDL:Locals/Better:1.0"));
  EXPECT_FALSE(counter->_is_a("IDL:Locals/Named:1.0"));
  EXPECT_TRUE(IDL::traits<Locals::Better>::narrow(counter));
  EXPECT_FALSE(IDL::traits<Locals::NamedCounter>::narrow(counter));
  EXPECT_FALSE(IDL::traits<Locals::Better>::narrow(CORBA::object_reference<Locals::Counter>()));
  static_assert(IDL::traits<CORBA::LocalObject>::is_local::value &&
                !IDL::traits<CORBA::LocalObject>::is_abstract::value);
  const CORBA::LocalObject::_ref_type local = counter;
  EXPECT_TRUE(IDL::traits<Locals::Better>::narrow(local));
  const CORBA::object_reference<CORBA::Object> both = CORBA::make_reference<NamedCounter>();
  EXPECT_TRUE(IDL::traits<CORBA::LocalObject>::narrow(both));
}

TEST(LocalInterfaces, InheritOtherInterfaces) {
  const IDL::traits<Locals::NamedCounter>::ref_type both = CORBA::make_reference<NamedCounter>();
  const Locals::Named::_ref_type named = both->plain();
  named->touch(2);
  named->label("changed");
  EXPECT_EQ(both->count(), 7);
  EXPECT_EQ(both->label(), "changed");
  EXPECT_TRUE(named->_is_local());
}

TEST(LocalInterfaces, AreHeldInStructsAndAnysButNotReceived) {
  const IDL::traits<Locals::Counter>::ref_type counter = CORBA::make_reference<Counter>();
  const Locals::Held held(counter, 3);
  EXPECT_EQ(&*held.counter_of_it(), &*counter);
  CORBA::Any any;
  any <<= counter;
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_local_interface);
  IDL::traits<Locals::Counter>::ref_type same;
  ASSERT_TRUE(any >>= same);
  EXPECT_EQ(&*same, &*counter);
  any <<= CORBA::make_reference<Counter>();
  EXPECT_EQ(any.type()->kind(), CORBA::TCKind::tk_local_interface);
  EXPECT_THROW(round_trip::through_cdr(Locals::Held()), CORBA::MARSHAL);
}

class Keeper final : public virtual IDL::traits<Locals::Keeper>::base_type {
  void pass(CORBA::object_reference<Locals::Unknown>, CORBA::valuetype_reference<Locals::Unknown_value>&) override {}
  Locals::Unknown_values pass_all(const Locals::Unknown_ones& all) override {
    return Locals::Unknown_values(all.size());
  }
  Locals::Held_handles swap_them(const Locals::Held_handles& all, Locals::Held_handle& one) override {
    Locals::Held_handles given = all;
    std::swap(given.first(), one.it());
    return given;
  }
};

TEST(NativeTypes, AreHeldInStructsAndUnionsButNotSent) {
  static_assert(std::is_same_v<Locals::Handles, std::vector<void*>>);
  EXPECT_TRUE(Locals::Held_handles().first() == nullptr && Locals::Held_handles().pair()[1] == nullptr);
  int something = 0;
  int other = 0;
  Locals::Held_handles all(&something, {&other}, {});
  Locals::Held_handle one;
  one.it(&other);
  const IDL::traits<Locals::Keeper>::ref_type keeper = CORBA::make_reference<Keeper>();
  EXPECT_EQ(keeper->swap_them(all, one).first(), &other);
  EXPECT_EQ(one.it(), &something);
  EXPECT_THROW(round_trip::through_cdr(all), CORBA::MARSHAL);
  EXPECT_THROW(round_trip::through_cdr(one), CORBA::MARSHAL);
  std::ostringstream out;
  out << all;
  EXPECT_EQ(out.str(), "Locals::Held_handles{first=native,rest=<native>,pair=[nil,nil]}");
}

class Red final : public virtual IDL::traits<Locals::Colour>::base_type {
  std::string name() override { return "red"; }
  void destroy() override {}
  CORBA::PolicyType policy_type() override { return 7; }
  IDL::traits<CORBA::Policy>::ref_type copy() override { return CORBA::make_reference<Red>(); }
};

class Chooser final : public virtual IDL::traits<Locals::Chooser>::base_type {
  CORBA::PolicyTypeSeq choose(const CORBA::PolicyList& from, IDL::traits<CORBA::Policy>::ref_type& first) override {
    if (!from.empty()) first = from.front()->copy();
    CORBA::PolicyTypeSeq types;
    for (const auto& each : from) types.push_back(each->policy_type());
    return types;
  }
};

TEST(LocalInterfaces, MayBePoliciesOfTheProgram) {
  const IDL::traits<Locals::Chooser>::ref_type chooser = CORBA::make_reference<Chooser>();
  IDL::traits<CORBA::Policy>::ref_type first;
  EXPECT_EQ(chooser->choose({CORBA::make_reference<Red>()}, first), CORBA::PolicyTypeSeq{7});
  const auto colour = IDL::traits<Locals::Colour>::narrow(first);
  ASSERT_TRUE(colour);
  EXPECT_EQ(colour->name(), "red");
  EXPECT_EQ(Locals::Chosen("main", {first}, 7, 0).policies().size(), 1U);
}

}  // namespace

namespace Locals {

// In the interface's own namespace, its name denotes the interface even within a servant, whose base is the skeleton.
class PlaceServant : public virtual CORBA::servant_traits<Place>::base_type {
  std::string where(const std::string& what) override { return what + "!"; }
  Place::Size how_large() override { return Place::Size::large; }
  IDL::traits<Place>::ref_type next() override { return _this(); }
};

}  // namespace Locals

namespace {

static_assert(std::is_same_v<CORBA::servant_traits<Locals::Place>::base_type, POA_Locals::Place>);

TEST(Contexts, LeaveNoTraceInTheSignature) {
  const auto place = loopback::activate<Locals::Place>(CORBA::make_reference<Locals::PlaceServant>());
  EXPECT_EQ(place->where("here"), "here!");
  EXPECT_EQ(place->how_large(), Locals::Place::Size::large);
}

class Policed : public virtual CORBA::servant_traits<Locals::Policed>::base_type {
 public:
  CORBA::SetOverrideType check(CORBA::SetOverrideType how,
                               CORBA::abstractbase_reference<CORBA::AbstractBase> any_of_both) override {
    if (any_of_both) throw CORBA::PolicyError(CORBA::BAD_POLICY_VALUE);
    if (how == CORBA::SetOverrideType::ADD_OVERRIDE) throw CORBA::InvalidPolicies({1, 3});
    if (++calls_ > 1) throw CORBA::WrongTransaction();
    return CORBA::SetOverrideType::ADD_OVERRIDE;
  }

 private:
  int calls_ = 0;
};

class Domain final : public virtual Locals::Domain {
 public:
  CORBA::object_reference<CORBA::Policy> get_domain_policy(CORBA::PolicyType policy_type) override {
    throw CORBA::INV_POLICY(policy_type, CORBA::COMPLETED_NO);
  }
  CORBA::DomainManagersList others() override { return {}; }
};

TEST(OrbIdl, HasTheManagersOfDomains) {
  const CORBA::object_reference<Locals::Domain> domain = CORBA::make_reference<Domain>();
  const CORBA::object_reference<CORBA::DomainManager> as_base = domain;
  EXPECT_TRUE(IDL::traits<Locals::Domain>::narrow(as_base));
  EXPECT_THROW(as_base->get_domain_policy(Locals::sec_construction), CORBA::INV_POLICY);
  EXPECT_EQ(Locals::sec_construction, 11U);
}

TEST(OrbIdl, HasExceptionsThatTravel) {
  const auto policed = loopback::activate<Locals::Policed>(CORBA::make_reference<Policed>());
  EXPECT_EQ(policed->check(CORBA::SetOverrideType::SET_OVERRIDE, nullptr), CORBA::SetOverrideType::ADD_OVERRIDE);
  EXPECT_THROW(policed->check(CORBA::SetOverrideType::SET_OVERRIDE, nullptr), CORBA::WrongTransaction);
  try {
    policed->check(CORBA::SetOverrideType::ADD_OVERRIDE, nullptr);
    FAIL();
  } catch (const CORBA::InvalidPolicies& invalid) {
    EXPECT_EQ(invalid.indices(), (CORBA::UShortSeq{1, 3}));
  }
  std::ostringstream out;
  out << Locals::Set(CORBA::SetOverrideType::ADD_OVERRIDE, CORBA::UNSUPPORTED_POLICY);
  EXPECT_EQ(out.str(), "Locals::Set{how=CORBA::SetOverrideType::ADD_OVERRIDE,why=1}");
  CORBA::PolicyError error(CORBA::BAD_POLICY_VALUE);
  EXPECT_EQ(round_trip::through_cdr(error).reason(), CORBA::BAD_POLICY_VALUE);
}

}  // namespace
