// Names that have a meaning in C++ or in the mapping: tests/idl/emit/names.idl.
#include <gtest/gtest.h>

#include <sys/syscall.h>

#include <cerrno>
#include <cfloat>
#include <cmath>
#include <csignal>
#include <ctime>

#include "loopback.hpp"
#include "names_skel.hpp"
#include "round_trip.hpp"

namespace {

class Keywords : public virtual CORBA::servant_traits<M::Derived>::base_type {
 public:
  // M::namespace
  M::_cxx_namespace::_cxx_int _cxx_operator() override { return operator_; }
  void _cxx_operator(M::_cxx_namespace::_cxx_int value) override { operator_ = value; }
  std::string _cxx_explicit() override {
    throw M::_cxx_namespace::_cxx_virtual(M::_cxx_namespace::_cxx_delete(1, "x"));
  }
  M::_cxx_namespace::_cxx_delete _cxx_new(std::int32_t number, std::int32_t& twice,
                                          M::_cxx_namespace::_cxx_delete& out) override {
    if (number == 0) throw M::Explained("zero", 7);
    if (number == 1) throw M::_cxx_throw(9);
    if (number == 2) throw M::what();
    twice = 2 * number;
    out._cxx_new(number);
    return M::_cxx_namespace::_cxx_delete(number, "made");
  }
  void swap(IDL::traits<M::_cxx_namespace>::ref_type other) override { swapped_with = other; }
  void shared_from_this() override { ++calls; }
  void weak_from_this() override { ++calls; }

  // M::Parameters
  std::int32_t locals(std::int32_t a, const std::string& text, std::int32_t& b, std::int32_t& c, std::int32_t d,
                      std::int32_t e, std::int32_t f, std::int32_t g, std::int32_t h, std::int32_t i) override {
    c = ++b;
    return a + static_cast<std::int32_t>(text.size()) + d + e + f + g + h + i;
  }
  std::int32_t scopes(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d, std::int32_t e,
                      std::int32_t f) override {
    return 100000 * a + 10000 * b + 1000 * c + 100 * d + 10 * e + f;
  }
  std::int32_t hiding(std::int32_t a, const std::string&, std::int32_t b, std::int32_t c, std::int32_t d,
                      std::int32_t e) override {
    return 10000 * a + 1000 * b + 100 * c + 10 * d + e;
  }
  std::int32_t libc(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d, std::int32_t e,
                    std::int32_t f) override {
    return 100000 * a + 10000 * b + 1000 * c + 100 * d + 10 * e + f;
  }
  std::int32_t twice(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) override {
    return 1000 * a + 100 * b + 10 * c + d;
  }
  IDL::traits<CORBA::Object>::ref_type Object_(IDL::traits<CORBA::Object>::ref_type object,
                                               IDL::traits<CORBA::Object>::ref_type& other) override {
    other = object;
    return nullptr;
  }

  // M::Derived
  void class_() override { ++calls; }

  int calls = 0;
  IDL::traits<M::_cxx_namespace>::ref_type swapped_with;

 private:
  std::int32_t operator_ = 0;
};

class EscapedNames : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override {
    loopback::use(GetParam());
    loopback::dispatched();
  }

  CORBA::servant_reference<Keywords> servant = CORBA::make_reference<Keywords>();
  IDL::traits<M::Derived>::ref_type object = loopback::activate<M::Derived>(servant);
};

INSTANTIATE_TEST_SUITE_P(Routes, EscapedNames, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(EscapedNames, AreCalledByTheirIdlNamesOnTheWire) {
  object->_cxx_operator(3);
  EXPECT_EQ(object->_cxx_operator(), 3);
  std::int32_t twice = 0;
  M::_cxx_namespace::_cxx_delete out;
  EXPECT_EQ(object->_cxx_new(21, twice, out).swap(), "made");
  EXPECT_EQ(twice, 42);
  EXPECT_EQ(out._cxx_new(), 21);
  if (GetParam() == loopback::Route::direct) return;
  EXPECT_EQ(loopback::dispatched(), (std::vector<std::string>{"_set_operator", "_get_operator", "new"}));
}

TEST_P(EscapedNames, AreNotPartOfRepositoryIds) {
  EXPECT_EQ(M::_cxx_namespace::_interface_tag.repository_id, "IDL:torture.example/M/namespace:1.0");
  EXPECT_STREQ(M::_cxx_throw()._rep_id(), "IDL:torture.example/M/throw:1.0");
  EXPECT_STREQ(M::_cxx_throw()._name(), "throw");
  EXPECT_EQ(_cxx_dimma::LocalCall::_interface_tag.repository_id, "IDL:torture.example/dimma/LocalCall:1.0");
}

TEST_P(EscapedNames, LetExceptionsBeCaught) {
  std::int32_t twice = 0;
  M::_cxx_namespace::_cxx_delete out;
  EXPECT_THROW(object->_cxx_explicit(), M::_cxx_namespace::_cxx_virtual);
  EXPECT_THROW(object->_cxx_new(1, twice, out), M::_cxx_throw);
  EXPECT_THROW(object->_cxx_new(2, twice, out), M::what);
  try {
    object->_cxx_new(0, twice, out);
    FAIL() << "nothing was raised";
  } catch (const M::Explained& exception) {
    EXPECT_EQ(exception._cxx_what(), "zero");
    EXPECT_EQ(exception.swap(), 7);
    EXPECT_TRUE(std::string(exception.what()).starts_with("M::Explained{")) << exception.what();
  }
}

TEST_P(EscapedNames, DoNotHideWhatTheOrbNeeds) {
  object->shared_from_this();
  object->weak_from_this();
  object->class_();
  object->swap(object);
  EXPECT_EQ(servant->calls, 3);
  EXPECT_TRUE(servant->swapped_with);
  EXPECT_TRUE(servant->_this());
}

TEST_P(EscapedNames, LetParametersReachTheirPlaces) {
  std::int32_t request = 1;
  std::int32_t out = 0;
  EXPECT_EQ(object->locals(1, "four", request, out, 2, 3, 4, 5, 6, 7), 32);
  EXPECT_EQ(request, 2);
  EXPECT_EQ(out, 2);
  EXPECT_EQ(object->scopes(1, 2, 3, 4, 5, 6), 123456);
  EXPECT_EQ(object->hiding(1, "name", 2, 3, 4, 5), 12345);
  EXPECT_EQ(object->libc(1, 2, 3, 4, 5, 6), 123456);
  EXPECT_EQ(object->twice(1, 2, 3, 4), 1234);
  IDL::traits<CORBA::Object>::ref_type other;
  EXPECT_FALSE(object->Object_(object, other));
  EXPECT_TRUE(other);
}

TEST(ReservedWords, AreEnumeratorsAllTheSame) {
  EXPECT_EQ(Words::FIRST, Words::_cxx_class::_cxx_and);
  EXPECT_EQ(static_cast<std::uint32_t>(Words::_cxx_class::_cxx_xor_eq), 10U);
  EXPECT_NE(Words::_cxx_class::_cxx_NULL, Words::_cxx_class::_cxx_errno);
  EXPECT_NE(Words::_cxx_class::_cxx_NAN, Words::_cxx_class::_cxx_M_PI);
  EXPECT_NE(Words::_cxx_class::_cxx_nullptr, Words::_cxx_class::_cxx_this);
}

TEST(ReservedWords, NameMembersOfStructs) {
  M::template_ members;
  members._cxx_operator(1);
  members._cxx_template(2);
  members.value(3);
  members.value_(4);
  members.value__("five");
  members.cxx(6);
  const M::template_ copy = round_trip::through_cdr(members);
  EXPECT_EQ(copy._cxx_operator(), 1);
  EXPECT_EQ(copy._cxx_template(), 2);
  EXPECT_EQ(copy.value(), 3);
  EXPECT_EQ(copy.value_(), 4);
  EXPECT_EQ(copy.value__(), "five");
  EXPECT_EQ(copy.cxx(), 6);
}

TEST(ReservedWords, SwapIsAMemberAndAFunction) {
  M::Swappable left(1, 2);
  M::Swappable right(3, 4);
  left.swap(right);
  EXPECT_EQ(left.swap(), 3);
  EXPECT_EQ(left.what(), 4);
  swap(left, right);
  EXPECT_EQ(left.swap(), 1);
  M::_cxx_swap one("one", {M::_cxx_swap()});
  M::_cxx_swap two("two", {});
  swap(one, two);
  EXPECT_EQ(two.dimma().size(), 1U);
}

TEST(ReservedWords, NameModules) {
  EXPECT_EQ(_cxx_std::string_view(4).vector(), 4);
  EXPECT_EQ(_cxx_dimma::Encoder("text").Operation(), "text");
  EXPECT_EQ(M::std::size, 3);
  EXPECT_EQ(IDL_(5).CORBA(), 5);
  const IDL::traits<_cxx_PortableServer>::ref_type none;
  EXPECT_FALSE(none);
}

// Macros that generated headers define (CHAR_WIDTH, CLONE_VM) or an application includes before them (DBL_MAX).
class Macros : public virtual CORBA::servant_traits<Limits::_cxx_WNOHANG>::base_type {
 public:
  std::int32_t _cxx_FLT_MIN() override { return least_; }
  void _cxx_FLT_MIN(std::int32_t value) override { least_ = value; }
  Limits::_cxx_INT64_C _cxx_SIG_DFL(std::int32_t signal, Limits::_cxx_FP_NAN& out) override {
    if (signal == 0) throw Limits::_cxx_SIGTERM(7);
    out._cxx_sa_handler(signal);
    return {Limits::Lock(signal, true)};
  }

 private:
  std::int32_t least_ = 1;
};

class MacroNames : public testing::TestWithParam<loopback::Route> {
 protected:
  void SetUp() override { loopback::use(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Routes, MacroNames, testing::Values(loopback::Route::encoded, loopback::Route::direct));

TEST_P(MacroNames, ArePrefixedInCppAlone) {
  const auto object = loopback::activate<Limits::_cxx_WNOHANG>(CORBA::make_reference<Macros>());
  object->_cxx_FLT_MIN(9);
  EXPECT_EQ(object->_cxx_FLT_MIN(), 9);
  Limits::_cxx_FP_NAN value;
  EXPECT_TRUE(object->_cxx_SIG_DFL(3, value).at(0)._cxx_CPU_SET());
  EXPECT_EQ(value._cxx_sa_handler(), 3);
  EXPECT_THROW(object->_cxx_SIG_DFL(0, value), Limits::_cxx_SIGTERM);
  EXPECT_EQ(Limits::_cxx_CHAR_WIDTH, 8);
  EXPECT_EQ(Limits::_cxx_DBL_MAX, 1.0);
  EXPECT_EQ(static_cast<std::uint32_t>(Limits::Signal::_cxx_CLONE_VM), 3U);
  EXPECT_EQ(Limits::_tc_WNOHANG->id(), "IDL:torture.example/Limits/WNOHANG:1.0");
  EXPECT_EQ(Limits::_tc_SIGTERM->member_name(0), "si_pid");
}

}  // namespace
