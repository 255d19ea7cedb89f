#pragma once
// Two ORBs of one process with TCP between them, and an io_context for the handlers of calls.

#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/io_context.hpp>

#include <exception>
#include <string>

#include <gtest/gtest.h>

namespace dimma::test {

// The exception in words, or "nothing" if there is none.
std::string told_of(const std::exception_ptr& failure);

// Makes an ORB that listens on the loopback interface.
CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id);

class AsioTest : public testing::Test {
 protected:
  using OrbRef = CORBA::object_reference<CORBA::ORB>;

  AsioTest();
  ~AsioTest() override;
  // One more stub for the servant.
  ClerkRef another() const;
  // Runs handlers until there is no work left. Returns their number.
  std::size_t run() {
    io_.restart();
    return io_.run();
  }
  void destroy_client();

  const CORBA::servant_reference<ClerkServant> servant_ = CORBA::make_reference<ClerkServant>();
  boost::asio::io_context io_;
  OrbRef server_;
  OrbRef client_;
  std::string ior_;
  ClerkRef unbound_;
  Binding<Desk::Clerk> binding_;
  ClerkRef clerk_;
};

}  // namespace dimma::test
