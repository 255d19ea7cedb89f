#pragma once
// The operations of a publication on a naming service, each of one call or a few.

#include "DimmaNaming.hpp"

#include <dimma/naming.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace dimma::naming {

using LeaseId = DimmaNaming::LeaseId;

enum class NameState { ours, others, free };

// The access to one naming service. Functions throw the service's CORBA exceptions. Used by one thread at a time.
class NamingCalls {
 public:
  // `service` may be nil: the ORB's initial reference is then used. Throws PublishError of kind `refused` if there is
  // none. Makes no call.
  NamingCalls(CORBA::object_reference<CORBA::ORB> orb, CORBA::object_reference<CORBA::Object> service,
              std::chrono::milliseconds call_timeout);

  // Returns true if the service has leases, which it is asked once. Throws PublishError of kind `refused` for an object
  // that is not a naming context.
  bool has_leases();

  NameState state_of(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);
  LeaseId grant(std::chrono::milliseconds lifetime);
  void renew(LeaseId lease);
  // Ends the lease, which unbinds the names under it. A lease that has already ended is not an error.
  void end(LeaseId lease);
  // Makes the contexts that are missing. Without `replaces` throws AlreadyBound.
  void bind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
            std::optional<LeaseId> lease, bool replaces);
  // Unbinds the name, unless it is bound to something else, or not bound.
  void unbind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);

 private:
  void bind_once(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
                 std::optional<LeaseId> lease, bool replaces);
  void make_parents(const CosNaming::Name& name);
  // Returns the service as one that takes UTF-8 if its reference does not tell.
  CORBA::object_reference<CORBA::Object> with_utf8(const CORBA::object_reference<CORBA::Object>& service);

  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::PolicyList policies_;
  CORBA::object_reference<CORBA::Object> service_;
  CORBA::object_reference<CosNaming::NamingContext> root_;      // set once has_leases() has asked
  CORBA::object_reference<DimmaNaming::NamingContext> dimmas_;  // nil for a service of another ORB
};

// To be called within a catch block: returns the exception that is being handled, of a call about `name`, in words.
// Throws exceptions that are not CORBA's again.
PublishError publish_error_in_words(const std::string& name);

}  // namespace dimma::naming
