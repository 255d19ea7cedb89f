#pragma once
// References as they are kept in the tree, and back.

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

// The object id of a context: the tree's id, and then the context's. So the object key of a context is the same at
// each service of a tree, and at no service of another.
PortableServer::ObjectId object_id_of(const ContextId& tree, const ContextId& context);

// Any thread.
class References {
 public:
  // `contexts` is the POA whose objects are the contexts of the tree.
  References(const CORBA::object_reference<CORBA::ORB>& orb, CORBA::object_reference<PortableServer::POA> contexts,
             const ContextId& tree, std::chrono::milliseconds federation_timeout);

  // From now on the references of contexts lead to the other services too, which `members` knows of and which has to
  // live as long. Before the first is made.
  void lead_to(const Members& members) noexcept { members_ = &members; }
  // The addresses of contexts' references without the others': addresses that other machines reach, if there are any.
  Members::Addresses own_addresses() const;
  // True if the service's strings are UTF-8: the native code set of its references.
  bool has_utf8() const;

  // A reference of type NamingContextExt.
  ContextRef context(const ContextId& context) const;

  // The reference as the tree keeps it: a context of the tree by its id, whatever addresses it has. Throws BAD_PARAM
  // for nil.
  Bound bound(const ObjectRef& object, CosNaming::BindingType type) const;
  // Throws StoreError of kind `damaged`, naming the binding of `name` in the context `in`, for what is no reference.
  ObjectRef object(const Bound& bound, const ContextId& in, const CosNaming::NameComponent& name) const;

  // A context of another service, for calls that end after the timeout. Throws as object().
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
