#pragma once
// Converts references to the form in which the tree stores them, and back.

#include "services/naming/service/references/members.hpp"
#include "services/naming/tree/records.hpp"

#include <CosNaming.hpp>

#include <dimma/codec_factory.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <chrono>
#include <string>

namespace dimma::naming {

using ObjectRef = CORBA::object_reference<CORBA::Object>;
using ContextRef = CORBA::object_reference<CosNaming::NamingContext>;

// Returns the object id of a context: the tree's id followed by the context's id. The object key of a context is
// therefore the same at all services of a tree, and unknown at services of other trees.
PortableServer::ObjectId object_id_of(const ContextId& tree, const ContextId& context);

// Thread-safe.
class References {
 public:
  // `contexts` is the POA of the tree's contexts.
  References(const CORBA::object_reference<CORBA::ORB>& orb, CORBA::object_reference<PortableServer::POA> contexts,
             const ContextId& tree, std::chrono::milliseconds federation_timeout);

  // Makes references of contexts created from now on contain the addresses of the other services in `members`, which
  // must outlive this object. Called before the first reference is created.
  void lead_to(const Members& members) noexcept { members_ = &members; }
  // Returns the addresses of this service in its references: those that other machines can reach, if there are any.
  Members::Addresses own_addresses() const;
  // Returns true if the service's strings are UTF-8: its references have that native code set.
  bool has_utf8() const;

  // Returns a reference of type NamingContextExt.
  ContextRef context(const ContextId& context) const;

  // Returns the reference in the form of the tree: for a context of the tree its id, without addresses. Throws
  // BAD_PARAM for nil.
  Bound bound(const ObjectRef& object, CosNaming::BindingType type) const;
  // Returns the object that a name is bound to. Throws StoreError of kind `damaged` if it is not a reference; the
  // message names the binding of `name` in the context `in`.
  ObjectRef object(const Bound& bound, const ContextId& in, const CosNaming::NameComponent& name) const;

  // Returns a context of another service, whose calls have the federation timeout. Throws the exceptions of object().
  ContextRef elsewhere(const std::string& reference, const ContextId& in, const CosNaming::NameComponent& name) const;

 private:
  std::string with_others(const ObjectRef& own, const Members::Addresses& others) const;
  ObjectRef decoded(const std::string& reference, const ContextId& in, const CosNaming::NameComponent& name) const;

  const CORBA::object_reference<CORBA::ORB> orb_;
  const CORBA::object_reference<PortableServer::POA> contexts_;
  const CORBA::object_reference<IOP::Codec> codec_;
  const ContextId tree_;
  CORBA::PolicyList federation_;
  const Members* members_ = nullptr;
};

}  // namespace dimma::naming
