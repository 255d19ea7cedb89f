#pragma once
// The calls of a publication to a naming service.

#include "DimmaNaming.hpp"

#include <dimma/naming.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace dimma::naming {

using LeaseId = DimmaNaming::LeaseId;

enum class NameState { ours, others, free };

// A client of one naming service. The functions throw the service's CORBA exceptions. Not thread-safe.
class NamingCalls {
 public:
  // If `service` is nil, uses the ORB's initial reference. Throws PublishError of kind `refused` if there is none.
  // Makes no calls.
  NamingCalls(CORBA::object_reference<CORBA::ORB> orb, CORBA::object_reference<CORBA::Object> service,
              std::chrono::milliseconds call_timeout);

  // Returns true if the service supports leases. Only the first call asks the service. Throws PublishError of kind
  // `refused` if the object is not a naming context.
  bool has_leases();

  NameState state_of(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);
  LeaseId grant(std::chrono::milliseconds lifetime);
  void renew(LeaseId lease);
  // Ends the lease, which unbinds its names. A no-op if the lease has already ended.
  void end(LeaseId lease);
  // Creates missing contexts. Throws AlreadyBound unless `replaces`.
  void bind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
            std::optional<LeaseId> lease, bool replaces);
  // Unbinds the name. A no-op if the name is bound to another object or not bound.
  void unbind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);

 private:
  void bind_once(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
                 std::optional<LeaseId> lease, bool replaces);
  void make_parents(const CosNaming::Name& name);
  // Returns a reference that declares UTF-8 as the service's code set, unless `service` declares code sets itself.
  CORBA::object_reference<CORBA::Object> with_utf8(const CORBA::object_reference<CORBA::Object>& service);

  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::PolicyList policies_;
  CORBA::object_reference<CORBA::Object> service_;
  CORBA::object_reference<CosNaming::NamingContext> root_;      // nil until the first has_leases()
  CORBA::object_reference<DimmaNaming::NamingContext> dimmas_;  // nil if the service is not dimma's
};

// Called in a catch block. Returns the current exception of a call about `name`, in words. Rethrows exceptions that are
// not CORBA exceptions.
PublishError publish_error_in_words(const std::string& name);

}  // namespace dimma::naming
