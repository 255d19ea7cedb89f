#pragma once
// The checks of a client in the classic mapping at a server of everything.idl.

#include "common/checks.hpp"

#include <everything.hh>

#include <string>

namespace classic {

struct Session {
  CORBA::ORB_ptr orb;
  Everything::Root_ptr root;
  unsigned long big_octets;     // the size of the big messages
  unsigned long people_octets;  // the approximate size of those with structs that have 8-octet values
  std::string forwarded;        // an object that forwards requests, or empty
};

void check_values(checks::Checks& checks, const Session& session);
void check_exceptions(checks::Checks& checks, const Session& session);
void check_objects(checks::Checks& checks, const Session& session);
void check_callbacks(checks::Checks& checks, const Session& session);

// Describes the current exception.
std::string describe_exception();

}  // namespace classic
