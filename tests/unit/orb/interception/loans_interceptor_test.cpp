// Loaned sequences where interceptors see the requests.
#include "unit/orb/interception/interceptor_fixture.hpp"
#include "unit/orb/loans/later_store.hpp"
#include "unit/orb/loans/loans_fixture.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/use_future.hpp>

#include <utility>
#include <vector>

namespace dimma::test {
namespace {

class LoansInterceptorTest : public InterceptorTest {
 protected:
  using StoreRef = CORBA::object_reference<Lending::Store>;

  LoansInterceptorTest() {
    client_spy("C");
    server_spy("S");
    start();
    ordinary_local_ = activated(ordinary_);
    later_local_ = activated(later_);
  }
  template <class Servant>
  StoreRef activated(const CORBA::servant_reference<Servant>& servant) {
    return IDL::traits<Lending::Store>::narrow(root_->id_to_reference(root_->activate_object(servant)));
  }
  StoreRef seen_by_client(const StoreRef& object) {
    return IDL::traits<Lending::Store>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }

  // The references within the process, and where their servants keep data.
  std::vector<std::pair<StoreRef, Shelf*>> both() { return {{ordinary_local_, &*ordinary_}, {later_local_, &*later_}}; }

  const CORBA::servant_reference<StoreServant> ordinary_ = CORBA::make_reference<StoreServant>();
  const CORBA::servant_reference<LaterStore> later_ = CORBA::make_reference<LaterStore>();
  StoreRef ordinary_local_;
  StoreRef later_local_;
};

TEST_F(LoansInterceptorTest, PlacesAreSharedAllTheSame) {
  for (const auto& [object, shelf] : both()) {
    const auto store = dimma::bind(seen_by_client(object), EngineeringQoS::parse(over_shm));
    expect_all_directions(store, store, *shelf, true);
    EXPECT_EQ(store->async_keep(store.loan<std::uint8_t>(10), boost::asio::use_future).get(), 0U);
    EXPECT_EQ(shelf->kept_shared(), std::vector<bool>{true});
    EXPECT_TRUE(store->async_make(10, 1, boost::asio::use_future).get().is_shared());
    shelf->clear();
  }
}

// Each call is made as a request, without a connection.
TEST_F(LoansInterceptorTest, CallsWithinTheProcessMoveThem) {
  for (const auto& [object, shelf] : both()) {
    Lending::Octets data = filled(Lending::Octets(1000));
    const void* const at = data.data();
    EXPECT_EQ(object->keep(std::move(data)), 0U);
    EXPECT_EQ(shelf->kept_at(0), at);
    EXPECT_EQ(object->give(0).to_vector(), pattern(1000));
    const Lending::Octets made = object->make(7, 7);
    EXPECT_EQ(static_cast<const void*>(made.data()), shelf->made_at);
    EXPECT_THROW(object->refuse(Lending::Octets(10)), Lending::Refused);
    object->note(Lending::Octets(10));
    EXPECT_EQ(shelf->noted, 10U);
    shelf->clear();
  }
}

}  // namespace
}  // namespace dimma::test
