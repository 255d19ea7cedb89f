#pragma once
/// Servants (CORBA 3.3 part 1, 15.2; IDL to C++11, 6.26): the base of all skeletons.

#include <dimma/generated/server_request.hpp>
#include <dimma/object.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace PortableServer {

class POA;
using ObjectId = std::vector<std::uint8_t>;

/// The base of all skeletons. A servant is made by CORBA::make_reference, counted by its references, and kept by its
/// POA while an object that it incarnates is active. A virtual base of each skeleton, so that one class may serve
/// several interfaces. The POA calls servants from any of its threads, several at once.
class Servant : public std::enable_shared_from_this<Servant> {
 public:
  using _ref_type = CORBA::servant_reference<Servant>;

  Servant(const Servant&) = delete;
  Servant& operator=(const Servant&) = delete;

  /// Returns the POA for implicit activation; by default the root POA of the ORB that was created first.
  virtual CORBA::object_reference<POA> _default_POA();
  /// Returns true if the servant has the interface with this repository id.
  virtual bool _is_a(const std::string& repository_id);
  /// The reply to a client that asks whether the object no longer exists; false by default.
  virtual bool _non_existent();
  /// Returns the repository id of the most derived interface.
  virtual std::string _repository_id();
  /// Returns a reference to the CORBA::InterfaceDef of the most derived interface, from the repository that the initial
  /// reference InterfaceRepository names. Throws INTF_REPOS if there is no repository (OMG minor 1) or it does not have
  /// the interface (OMG minor 2).
  virtual CORBA::object_reference<CORBA::Object> _get_interface();
  /// Returns the component that the object is part of; nil by default.
  virtual CORBA::object_reference<CORBA::Object> _get_component() { return {}; }

  // For generated code and the ORB.

  /// Serves one request: decodes the arguments, calls the implementation, encodes the results. Returns false if there
  /// is no such operation.
  virtual bool _dispatch(dimma::ServerRequest& request);
  /// Returns the implementation as the tag's type (a pointer to its `_operations_type`), or nullptr.
  virtual void* _operations(const dimma::InterfaceTag* tag) noexcept;
  /// Finds which of the servant's interfaces have an operation; finds nothing for a dynamic servant.
  virtual void _find_operation(dimma::OperationSearch& search) const;
  /// Returns the repository id for a reference to the object with this id: _repository_id(), except for a dynamic
  /// servant.
  virtual std::string _interface_of(const ObjectId& id, CORBA::object_reference<POA> poa);
  /// Returns the tag of the most derived interface; nullptr for a dynamic servant, which can be called only by
  /// requests.
  virtual const dimma::InterfaceTag* _most_derived_interface() const noexcept = 0;

 protected:
  Servant() = default;
  virtual ~Servant();

  /// Returns the object that _this() of a skeleton narrows. In an upcall on this servant that is the object being
  /// called. Otherwise it is the object that the servant incarnates in _default_POA(), or else the only one that it
  /// incarnates in the ORB's other POAs with UNIQUE_ID. If there is none, the servant is activated in _default_POA().
  /// Throws PortableServer::POA::WrongPolicy if that POA does not allow it.
  CORBA::object_reference<CORBA::Object> _this_object();

 private:
  friend struct CORBA::detail::destroy;
  void _destroy_self() noexcept { delete this; }
};

/// The name of the class in older mappings.
using ServantBase = Servant;

}  // namespace PortableServer

namespace CORBA {
template <>
struct servant_traits<PortableServer::Servant> {
  using base_type = PortableServer::Servant;
  using ref_type = servant_reference<PortableServer::Servant>;
  using weak_ref_type = weak_servant_reference<PortableServer::Servant>;
};
}  // namespace CORBA

namespace dimma {

/// Base of servants that are also values: `base_type` of CORBA::servant_traits<V> for a valuetype V that supports an
/// interface.
template <class Value, class Skeleton>
class ValueSkeleton : public virtual Value, public virtual Skeleton {
 public:
  using _ref_type = CORBA::servant_reference<ValueSkeleton>;

 protected:
  ValueSkeleton() = default;
  ~ValueSkeleton() override = default;
};

/// Base of the generated CORBA::servant_traits<Interface>.
template <class Interface, class Skeleton>
struct skeleton_traits {
  using base_type = Skeleton;
  using ref_type = CORBA::servant_reference<Skeleton>;
  using weak_ref_type = CORBA::weak_servant_reference<Skeleton>;

  /// Returns the servant as a servant of this interface; nil if it does not have the interface.
  template <class U>
  static ref_type narrow(const CORBA::servant_reference<U>& from) {
    if (!from) return {};
    return CORBA::detail::dynamic_reference<ref_type>(from);
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
};

/// Serves `request` with the table's entry for its operation. Returns false if there is none. `operations` points to
/// the servant's operations of the skeleton's own interface. A template, so that the compiler can compare with the
/// names of a small table as constants.
template <std::size_t Size>
[[gnu::always_inline]] inline bool serve(const SkeletonEntry (&table)[Size], void* operations, ServerRequest& request) {
  const SkeletonEntry* const entry = find_entry<Size>(table, request.operation());
  if (entry == nullptr) return false;
  serve(*entry, operations, request);
  return true;
}
/// Like serve(), for a table with operations of the interface's bases.
template <std::size_t Size>
[[gnu::always_inline]] inline bool serve_with_bases(const SkeletonEntry (&table)[Size],
                                                    PortableServer::Servant& servant, void* operations,
                                                    ServerRequest& request) {
  const SkeletonEntry* const entry = find_entry<Size>(table, request.operation());
  if (entry == nullptr) return false;
  serve(*entry, entry->declared_by == nullptr ? operations : servant._operations(entry->declared_by), request);
  return true;
}

}  // namespace dimma
