#pragma once
// The checks of the omniORB client at a server of everything.idl.

#include "common/checks.hpp"

#include <everything.hh>

#include <string>

namespace classic {

struct Session {
  CORBA::ORB_ptr orb;
  Everything::Root_ptr root;
  unsigned long big_octets;     // how many the big messages have
  unsigned long people_octets;  // about how many, where they are of structs with 8-octet values
  std::string forwarded;        // an object that forwards, or nothing
};

void check_values(checks::Checks& checks, const Session& session);
void check_exceptions(checks::Checks& checks, const Session& session);
void check_objects(checks::Checks& checks, const Session& session);
void check_callbacks(checks::Checks& checks, const Session& session);

// The exception in flight in words.
std::string describe_exception();

}  // namespace classic
