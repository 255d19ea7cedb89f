#pragma once
// A server's ORB of the classic mapping, and a modern client's ORB that reaches it over TCP.

#include "counting_servant.hpp"

#include <dimma/classic/orb.hpp>
#include <dimma/classic/poa.hpp>
#include <dimma/corba.hpp>
#include <sample.hpp>

#include <gtest/gtest.h>

#include <string>

namespace classic_test {

class ServantsTest : public ::testing::Test {
 protected:
  ServantsTest();
  ~ServantsTest() override;

  // Returns a modern stub of the server's own ORB, whose calls need no channel unless they are made as requests.
  ::CORBA::object_reference<::Sample::Counter> here(CORBA::Object_ptr object);
  // Returns a modern stub of the client's ORB.
  ::CORBA::object_reference<::Sample::Counter> over_tcp(CORBA::Object_ptr object);
  // Returns a classic reference of the client's ORB.
  classic_sample::Counter* classic_over_tcp(CORBA::Object_ptr object);

  // Makes a child of the root POA, which shares its manager.
  PortableServer::POA* child(const char* name, const CORBA::PolicyList& policies = CORBA::PolicyList());

  CORBA::ORB_var orb;
  PortableServer::POA_var root;
  ::CORBA::object_reference<::CORBA::ORB> client;
};

// Returns the text of an id that was made of a text.
std::string text_of(const PortableServer::ObjectId& id);

// Returns a list with the policies, and takes the caller's references.
template <class... Policies>
CORBA::PolicyList list_of(Policies... policies) {
  CORBA::PolicyList list;
  list.length(sizeof...(policies));
  CORBA::ULong at = 0;
  ((list[at++] = static_cast<CORBA::Policy_ptr>(policies)), ...);
  return list;
}

}  // namespace classic_test
