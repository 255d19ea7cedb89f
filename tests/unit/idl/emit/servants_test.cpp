// Servant implementations that dimma-idl starts: they compile unchanged, can be activated, and refuse every call.
#include "abstract_impl.hpp"
#include "names_impl.hpp"
#include "values_impl.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "loopback.hpp"

namespace {

TEST(BegunServants, RefuseEveryCall) {
  const auto house = loopback::activate<Views::House>(CORBA::make_reference<Views::House_impl>());
  for (const auto route : {loopback::Route::encoded, loopback::Route::direct}) {
    loopback::use(route);
    EXPECT_THROW(house->describe(1), CORBA::NO_IMPLEMENT);
    EXPECT_THROW(house->size(3), CORBA::NO_IMPLEMENT);
    EXPECT_THROW(house->title(), CORBA::NO_IMPLEMENT);
  }
  loopback::use(loopback::Route::encoded);
}

TEST(BegunServants, StandBesideTheirInterfaces) {
  const auto actor = loopback::activate<Actor>(CORBA::make_reference<Actor_impl>());
  EXPECT_THROW(actor->act(), CORBA::NO_IMPLEMENT);
  static_assert(std::is_base_of_v<CORBA::servant_traits<M::_cxx_namespace>::base_type, M::namespace_impl>);
}

// A program may also implement operations in a derived class.
class Reader : public M::Parameters_impl {
 public:
  CORBA::object_reference<CORBA::Object> Object_(CORBA::object_reference<CORBA::Object> given,
                                                 CORBA::object_reference<CORBA::Object>& other) override {
    other = nullptr;
    return given;
  }
};

TEST(BegunServants, MayBeDerivedFrom) {
  const auto reader = loopback::activate<M::Parameters>(CORBA::make_reference<Reader>());
  CORBA::object_reference<CORBA::Object> other = reader;
  EXPECT_TRUE(reader->Object_(reader, other) != nullptr);
  EXPECT_TRUE(other == nullptr);
}

}  // namespace
