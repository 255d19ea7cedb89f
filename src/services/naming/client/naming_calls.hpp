#pragma once
// The calls of a publication to a naming service, each in one call or a few.

#include "DimmaNaming.hpp"

#include <dimma/naming.hpp>
#include <dimma/orb.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace dimma::naming {

using LeaseId = DimmaNaming::LeaseId;

enum class NameState { ours, others, free };

// The way to one naming service. Functions throw CORBA exceptions as the service raises them. One thread's at a time.
class NamingCalls {
 public:
  // `service` may be nil: the ORB's initial reference then. Throws PublishError of kind `refused` if there is none.
  // Calls nothing.
  NamingCalls(CORBA::object_reference<CORBA::ORB> orb, CORBA::object_reference<CORBA::Object> service,
              std::chrono::milliseconds call_timeout);

  // True if the service has leases; asks it once. Throws PublishError of kind `refused` for an object that is no naming
  // context.
  bool has_leases();

  NameState state_of(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);
  LeaseId grant(std::chrono::milliseconds lifetime);
  void renew(LeaseId lease);
  // Unbinds what is bound under it. One that has ended is all right.
  void end(LeaseId lease);
  // Makes the contexts that are missing. Without `replaces` throws AlreadyBound.
  void bind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
            std::optional<LeaseId> lease, bool replaces);
  // Unless the name is bound to something else, or to nothing.
  void unbind(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object);

 private:
  void bind_once(const CosNaming::Name& name, const CORBA::object_reference<CORBA::Object>& object,
                 std::optional<LeaseId> lease, bool replaces);
  void make_parents(const CosNaming::Name& name);
  // The service as one that takes UTF-8 where its reference does not say it.
  CORBA::object_reference<CORBA::Object> with_utf8(const CORBA::object_reference<CORBA::Object>& service);

  CORBA::object_reference<CORBA::ORB> orb_;
  CORBA::PolicyList policies_;
  CORBA::object_reference<CORBA::Object> service_;
  CORBA::object_reference<CosNaming::NamingContext> root_;      // once has_leases() has asked
  CORBA::object_reference<DimmaNaming::NamingContext> dimmas_;  // nil for another's
};

// Within a catch block: turns the exception that is being handled, of a call about `name`, into words. Exceptions that
// are not CORBA's are thrown on.
PublishError publish_error_in_words(const std::string& name);

}  // namespace dimma::naming
