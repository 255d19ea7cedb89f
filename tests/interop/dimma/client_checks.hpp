#pragma once
// The checks of the dimma client at a server of everything.idl.

#include "common/checks.hpp"
#include "dimma/client.hpp"
#include "dimma/object_servants.hpp"

#include <string>

namespace mapped {

class Session : public Bindings {
 public:
  Session(Ref<CORBA::ORB> of, PoaRef for_callbacks, std::string qos)
      : Bindings(std::move(qos)), orb(std::move(of)), poa(std::move(for_callbacks)) {}

  const Ref<CORBA::ORB> orb;
  const PoaRef poa;  // for callbacks
  Ref<Everything::Root> root;
  std::size_t big_octets = 0;     // the size of the big messages
  std::size_t people_octets = 0;  // the approximate size of those with structs that have 8-octet values
  std::string forwarded;          // an object that forwards requests, or empty
};

void check_values(checks::Checks& checks, Session& session);
void check_exceptions(checks::Checks& checks, Session& session);
void check_objects(checks::Checks& checks, Session& session);
void check_callbacks(checks::Checks& checks, Session& session);
void check_dynamic(checks::Checks& checks, Session& session);

// Checks that the exception of a callback is passed on, with each kind of servant of the listener.
void check_deafness(const Ref<Everything::Speaker>& speaker, const Ref<Everything::Listener>& listener);

// Describes the current exception, also the exceptions of everything.idl.
std::string describe_failure();

}  // namespace mapped
