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
  std::size_t big_octets = 0;     // how many the big messages have
  std::size_t people_octets = 0;  // about how many, where they are of structs with 8-octet values
  std::string forwarded;          // an object that forwards, or nothing
};

void check_values(checks::Checks& checks, Session& session);
void check_exceptions(checks::Checks& checks, Session& session);
void check_objects(checks::Checks& checks, Session& session);
void check_callbacks(checks::Checks& checks, Session& session);
void check_dynamic(checks::Checks& checks, Session& session);

// Checks that the exception of a callback comes through, with each kind of servant of the listener.
void check_deafness(const Ref<Everything::Speaker>& speaker, const Ref<Everything::Listener>& listener);

// The exception in flight in words, those of everything.idl included.
std::string describe_failure();

}  // namespace mapped
