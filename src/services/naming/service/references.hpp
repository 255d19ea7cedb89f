#pragma once
// Converts references to the form in which the tree keeps them, and back.

#include "services/naming/service/members.hpp"
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

// Returns the object id of a context: the tree's id followed by the context's. So the object key of a context is the
// same at each service of a tree, and does not exist at services of other trees.
PortableServer::ObjectId object_id_of(const ContextId& tree, const ContextId& context);

// Thread safe.
class References {
 public:
  // `contexts` is the POA whose objects are the contexts of the tree.
  References(const CORBA::object_reference<CORBA::ORB>& orb, CORBA::object_reference<PortableServer::POA> contexts,
             const ContextId& tree, std::chrono::milliseconds federation_timeout);

  // From now on the references of contexts also lead to the other services, which `members` knows and which has to live
  // as long. To be called before the first reference is made.
  void lead_to(const Members& members) noexcept { members_ = &members; }
  // Returns the addresses of contexts' references without those of others: those that other machines reach, if any.
  Members::Addresses own_addresses() const;
  // Returns true if the service's strings are UTF-8: the native code set of its references.
  bool has_utf8() const;

  // Returns a reference of type NamingContextExt.
  ContextRef context(const ContextId& context) const;

  // Returns the reference in the tree's form: a context of the tree by its id alone, without addresses. Throws
  // BAD_PARAM for nil.
  Bound bound(const ObjectRef& object, CosNaming::BindingType type) const;
  // Throws StoreError of kind `damaged`, naming the binding of `name` in the context `in`, if it is not a reference.
  ObjectRef object(const Bound& bound, const ContextId& in, const CosNaming::NameComponent& name) const;

  // Returns a context of another service, for calls that end after the timeout. Throws the same as object().
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
