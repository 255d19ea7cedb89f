#pragma once
// A server's ORB, and a client's ORB that reaches it by a channel.

#include "desk.hpp"

#include <dimma/classic/corba.hpp>

#include <gtest/gtest.h>

#include <string>

namespace dynamic_test {

class DynamicTest : public ::testing::Test {
 protected:
  DynamicTest();
  ~DynamicTest() override;

  // Returns the client's reference to an object of the server.
  CORBA::Object_ptr at_client(CORBA::Object_ptr object);
  // Returns a request to the desk.
  CORBA::Request_ptr request(const char* operation) { return desk->_request(operation); }
  // Returns a request for `noted`.
  CORBA::Request_ptr request_of_noted(const char* text);

  CORBA::ORB_var server;
  CORBA::ORB_var client;
  PortableServer::POA_var root;
  PortableServer::Servant_var<Desk> servant;
  CORBA::Object_var desk;
};

// Returns the string that an Any contains; "none" if it contains none.
std::string text_in(const CORBA::Any& any);
CORBA::Long number_in(const CORBA::Any& any);

}  // namespace dynamic_test
