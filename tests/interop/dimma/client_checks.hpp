#pragma once
// What the dimma client checks at a server of everything.idl.

#include "common/checks.hpp"
#include "dimma/object_servants.hpp"

#include <dimma/binding.hpp>

#include <memory>
#include <string>
#include <vector>

namespace mapped {

class Session {
 public:
  Session(Ref<CORBA::ORB> of, PoaRef for_callbacks, std::string qos)
      : orb(std::move(of)), poa(std::move(for_callbacks)), qos_(std::move(qos)) {}

  // The object through an explicit binding, if a QoS was asked for; it lasts as long as the session.
  template <class T>
  CORBA::object_reference<T> through(const CORBA::object_reference<T>& object) {
    if (qos_.empty()) return object;
    auto binding = std::make_shared<dimma::Binding<T>>(dimma::bind(object, dimma::EngineeringQoS::parse(qos_)));
    const auto reference = binding->reference();
    bindings_.push_back(std::move(binding));
    return reference;
  }

  const Ref<CORBA::ORB> orb;
  const PoaRef poa;  // for callbacks
  Ref<Everything::Root> root;
  std::size_t big_octets = 0;     // how many the big messages have
  std::size_t people_octets = 0;  // about how many, where they are of structs with 8-octet values
  std::string forwarded;          // an object that forwards, or nothing

 private:
  std::string qos_;
  std::vector<std::shared_ptr<void>> bindings_;
};

void check_values(checks::Checks& checks, Session& session);
void check_exceptions(checks::Checks& checks, Session& session);
void check_objects(checks::Checks& checks, Session& session);
void check_callbacks(checks::Checks& checks, Session& session);
void check_dynamic(checks::Checks& checks, Session& session);

// That what a callback raises comes through, whatever kind of servant the listener has.
void check_deafness(const Ref<Everything::Speaker>& speaker, const Ref<Everything::Listener>& listener);

// The exception in flight in words.
std::string describe_exception();

}  // namespace mapped
