#pragma once
/// CORBA::Object (CORBA 3.3 part 1, 8.3; IDL to C++11, 6.20): the operations of every object reference.

#include <dimma/any.hpp>
#include <dimma/generated/operation.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace dimma {
class ObjectReference;  // the internals of a reference: src/orb/reference/object_reference.hpp

/// Two pointers to one stub: as its own class, and as its base Object.
struct StubPart {
  void* part;
  CORBA::Object* whole;
};
using StubMaker = StubPart (*)(CORBA::Object* existing, void* room) noexcept;

/// A pointer to a stub as its own class, and the owner that keeps the stub alive; both nullptr for nil.
struct OwnedStub {
  std::shared_ptr<CORBA::Object> owner;
  void* part = nullptr;

  /// Converts to a reference to the class of the StubMaker that set `part`.
  template <class T>
  [[gnu::always_inline]] CORBA::object_reference<T> as() && noexcept {
    return CORBA::object_reference<T>(std::shared_ptr<T>(std::move(owner), static_cast<T*>(part)));
  }
};

/// The properties of a stub class that narrowing needs. The instance for a class is declared in its generated header
/// and defined in the generated source.
template <class T>
struct stub_class {
  /// If `room` is nullptr, returns the existing object as a T, nullptr if it is not a T. Otherwise constructs a new T
  /// in `room`.
  static StubPart part(CORBA::Object* existing, void* room) noexcept;
};

template <class T>
[[gnu::always_inline]] inline CORBA::object_reference<T> narrow_unchecked(
    const CORBA::object_reference<CORBA::Object>& from);
}  // namespace dimma

namespace CORBA {

class InterfaceDef;
class ORB;
class ObjectAccess;
class NVList;
class NamedValue;
class Policy;
class Request;

using PolicyType = std::uint32_t;
using PolicyTypeSeq = std::vector<PolicyType>;
using PolicyList = std::vector<object_reference<Policy>>;

/// How policies are combined with policies that are already set. A policy replaces an existing one of its type either
/// way.
enum class SetOverrideType : std::uint32_t {
  SET_OVERRIDE,  ///< the given policies replace all existing policies
  ADD_OVERRIDE   ///< the given policies are added to the existing ones
};

/// The base of all stubs and local objects. Stubs are made by narrowing, never by an application. All functions may be
/// called from any thread; those that have to call the object throw system exceptions like any call.
class Object : public std::enable_shared_from_this<Object> {
 public:
  using _ref_type = object_reference<Object>;

  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  /// Returns true if the object has the interface with this repository id. Calls the object if the reference does not
  /// name it.
  bool _is_a(const std::string& repository_id) const;
  /// Returns true if the object is known not to exist; false if it answers. Calls the object.
  bool _non_existent() const;
  /// Returns true if both references have the same contents, and so refer to the same object. Makes no call.
  bool _is_equivalent(object_reference<Object> other) const;
  /// Returns a number from 0 to `maximum`, the same for equivalent references.
  std::uint32_t _hash(std::uint32_t maximum) const;
  /// Returns true for an object of a local interface.
  bool _is_local() const noexcept { return !reference_; }
  /// Returns the repository id of the most derived interface. Calls the object if the reference does not name it.
  std::string _repository_id() const;
  /// Returns the interface repository's description of the object's interface. Calls the object. Needs <ir.hpp>, the
  /// generated header of ir.idl (share/dimma/idl). Throws what the object raises: INTF_REPOS if it has no repository
  /// (OMG minor 1) or the repository lacks the interface (OMG minor 2); NO_IMPLEMENT for a local object.
  template <class Definition = InterfaceDef>
  object_reference<Definition> _get_interface() const {
    return dimma::narrow_unchecked<Definition>(_get_interface_object());
  }
  /// An extension of dimma: like _get_interface(), but returns an Object.
  object_reference<Object> _get_interface_object() const;
  /// Returns the component that the object is part of, nil if it is not part of one. Calls the object. Throws
  /// NO_IMPLEMENT for a local object.
  object_reference<Object> _get_component() const;
  /// Returns the ORB that the reference came from. Throws NO_IMPLEMENT for a local object.
  object_reference<ORB> _get_orb() const;

  /// Returns another reference to the same object, whose calls follow the given policies (<dimma/messaging.hpp>), and
  /// with ADD_OVERRIDE also the policies of this reference. Throws what PolicyManager::set_policy_overrides throws, and
  /// NO_IMPLEMENT for a local object.
  object_reference<Object> _set_policy_overrides(const PolicyList& policies, SetOverrideType how) const;
  /// Returns the policies of the given types that are set for the reference; all policies if no types are given.
  PolicyList _get_policy_overrides(const PolicyTypeSeq& types) const;
  /// Returns the policy that this thread's calls through this reference follow: the reference's own, else the thread's,
  /// else the ORB's; nil if there is none. Both functions return the same, as dimma's references carry no policies of
  /// their server.
  object_reference<Policy> _get_client_policy(PolicyType type) const;
  object_reference<Policy> _get_policy(PolicyType type) const { return _get_client_policy(type); }
  /// Connects now rather than on the first call, and returns true. Throws what binding throws (TRANSIENT, ...). Sets
  /// `inconsistent` to empty, since no policies of dimma can contradict those of an object.
  bool _validate_connection(PolicyList& inconsistent) const;

  /// Makes a dynamic call of an operation, which is given by its name on the wire: <dimma/dii.hpp>. The second form
  /// takes existing arguments and an existing result, each of which may be nil. Both throw NO_IMPLEMENT for a local
  /// object.
  object_reference<Request> _request(const std::string& operation);
  void _create_request(const std::string& operation, object_reference<NVList> arguments,
                       object_reference<NamedValue> result, object_reference<Request>& request);

  /// For generated code: returns true if the stub's static type has the named interface. Makes no call.
  virtual bool _statically_is_a(std::string_view repository_id) const noexcept;

 protected:
  Object() = default;
  virtual ~Object();

 private:
  friend class ObjectAccess;
  friend struct detail::destroy;
  void _destroy_self() noexcept { delete this; }

  std::shared_ptr<dimma::ObjectReference> reference_;
};

/// The base of local objects, from which local interfaces derive.
class LocalObject : public virtual Object {
 public:
  using _ref_type = object_reference<LocalObject>;

 protected:
  LocalObject() = default;
  ~LocalObject() override = default;
};

/// Internal to dimma, for generated code and the ORB: makes stubs and accesses a stub's reference.
class ObjectAccess {
 public:
  /// For generated code and the ORB: returns the reference of a stub.
  static const std::shared_ptr<dimma::ObjectReference>& reference(const Object& object) noexcept {
    return object.reference_;
  }
  /// Makes a stub of type T for the reference; returns nil for nullptr.
  template <class T>
  [[gnu::always_inline]] static object_reference<T> make_stub(std::shared_ptr<dimma::ObjectReference> reference) {
    if (!reference) return {};
    return make_stub(sizeof(T), &dimma::stub_class<T>::part, std::move(reference)).template as<T>();
  }
  // Not a template, since its code is the same for all stubs. The stub is allocated together with its reference count.
  /// For generated code: makes a stub of the type that `maker` makes.
  static dimma::OwnedStub make_stub(std::size_t octets, dimma::StubMaker maker,
                                    std::shared_ptr<dimma::ObjectReference> reference);

 private:
  template <class T>
  friend struct dimma::stub_class;
  template <class T>
  [[gnu::always_inline]] static T* construct(void* room) noexcept {
    return ::new (room) T;  // does not throw
  }
  struct StubOwner;
};

}  // namespace CORBA

namespace dimma {

template <class T>
StubPart stub_class<T>::part(CORBA::Object* existing, void* room) noexcept {
  T* const stub = room == nullptr ? dynamic_cast<T*>(existing) : CORBA::ObjectAccess::construct<T>(room);
  return {stub, stub};
}

namespace detail {
// Implement the templates below for all stub classes.
OwnedStub narrow(const CORBA::object_reference<CORBA::Object>& from, std::size_t octets, StubMaker maker,
                 std::string_view repository_id);
OwnedStub narrow_unchecked(const CORBA::object_reference<CORBA::Object>& from, std::size_t octets, StubMaker maker);
OwnedStub read_stub(cdr::Decoder& in, std::size_t octets, StubMaker maker);
}  // namespace detail

/// Returns the reference as a T: the reference itself if it is a T, a new stub if the object has T's interface,
/// otherwise nil. IDL::traits<T>::narrow does the same for an unconstrained interface.
template <class T>
CORBA::object_reference<T> narrow(const CORBA::object_reference<CORBA::Object>& from) {
  return detail::narrow(from, sizeof(T), &stub_class<T>::part, T::_interface_tag.repository_id).template as<T>();
}

/// Like narrow, but trusts the caller (a signature, a typed parameter) instead of calling the object.
template <class T>
[[gnu::always_inline]] inline CORBA::object_reference<T> narrow_unchecked(
    const CORBA::object_reference<CORBA::Object>& from) {
  return detail::narrow_unchecked(from, sizeof(T), &stub_class<T>::part).template as<T>();
}

/// Base of the generated IDL::traits<Interface>.
template <class T>
struct interface_traits : reference_traits<CORBA::object_reference<T>, CORBA::weak_object_reference<T>> {
  using ref_type = CORBA::object_reference<T>;
  using is_local = std::false_type;
  using is_abstract = std::false_type;

  /// Returns nil for nil and for an object of another interface. Throws only the exceptions of calling the object.
  template <class U>
  static ref_type narrow(const CORBA::object_reference<U>& from) {
    return dimma::narrow<T>(from);
  }
  /// Returns the object that the abstract interface refers to; nil for a value.
  template <class U>
  static ref_type narrow(const CORBA::abstractbase_reference<U>& from) {
    return from ? dimma::narrow<T>(from->_to_object()) : ref_type();
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
};

/// Base of the IDL::traits of a local interface, generated or dimma's.
template <class T>
struct local_interface_traits : reference_traits<CORBA::object_reference<T>, CORBA::weak_object_reference<T>> {
  using ref_type = CORBA::object_reference<T>;
  using base_type = T;
  using is_local = std::true_type;
  using is_abstract = std::false_type;

  /// Returns the object as a T; nil if it is not a T or `from` is nil.
  template <class U>
  static ref_type narrow(const CORBA::object_reference<U>& from) noexcept {
    return CORBA::detail::dynamic_reference<ref_type>(from);
  }
  /// Returns the object that the abstract interface refers to; nil if it has another local interface. Makes no call.
  template <class U>
  static ref_type narrow(const CORBA::abstractbase_reference<U>& from) noexcept {
    return CORBA::detail::dynamic_reference<ref_type>(from);
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
  /// Makes a new object of class `Implementation`, constructed from the arguments.
  template <class Implementation = T, class... Arguments>
  static ref_type make_reference(Arguments&&... arguments) {
    return CORBA::make_reference<Implementation>(std::forward<Arguments>(arguments)...);
  }
};

namespace cdr {
/// Encode and decode object references (IORs). All profiles are kept unchanged, including those of unknown protocols.
void write_object(Encoder& out, const CORBA::object_reference<CORBA::Object>& object);
/// Returns nil for the nil IOR. The reference belongs to the ORB whose call is being decoded.
CORBA::object_reference<CORBA::Object> read_object(Decoder& in);

template <class T>
struct codec<CORBA::object_reference<T>> {
  static constexpr std::size_t octets_min = 12;
  [[gnu::always_inline]] static void write(Encoder& out, const CORBA::object_reference<T>& value) {
    write_object(out, value);
  }
  [[gnu::always_inline]] static void read(Decoder& in, CORBA::object_reference<T>& value) {
    if constexpr (std::is_same_v<T, CORBA::Object>) {
      value = read_object(in);
    } else if constexpr (std::is_abstract_v<T>) {
      in.malformed("a reference to a local object");
    } else {
      value = dimma::detail::read_stub(in, sizeof(T), &stub_class<T>::part).template as<T>();
    }
  }
};
}  // namespace cdr

/// An Any holds an object reference as a reference to Object, so that it can be extracted as Object or as the
/// TypeCode's interface.
template <class T>
requires(!std::is_same_v<T, const CORBA::TypeCode>) struct any_access<CORBA::object_reference<T>> {
  using Held = CORBA::object_reference<CORBA::Object>;
  static bool is_reference(CORBA::TCKind kind) noexcept {
    return kind == CORBA::TCKind::tk_objref || kind == CORBA::TCKind::tk_local_interface;
  }

  static CORBA::Any make(CORBA::object_reference<T> value) {
    return {typecode_of<T>::value._reference(), new TypedValue<Held>(Held(std::move(value)))};
  }

  static bool extract(const CORBA::Any& any, CORBA::object_reference<T>& value) {
    if (any._value() == nullptr || !is_reference(any._type()._without_aliases().kind())) return false;
    if (!std::is_same_v<T, CORBA::Object> && !any._type().equivalent(typecode_of<T>::value._reference())) return false;
    Held held;
    if (const void* const same = any._value()->of_type(&type_tag<Held>)) {
      held = *static_cast<const Held*>(same);
    } else {
      cdr::read_any_value(any, [&held](cdr::Decoder& in) { held = cdr::read_object(in); });
    }
    if constexpr (std::is_same_v<T, CORBA::Object>) {
      value = std::move(held);
    } else if constexpr (std::is_abstract_v<T>) {
      value = CORBA::detail::dynamic_reference<CORBA::object_reference<T>>(held);
    } else {
      value = narrow_unchecked<T>(held);
    }
    return true;
  }
};

}  // namespace dimma

/// Traits of local objects of a program's own classes, for make_reference().
template <class T>
requires std::derived_from<T, CORBA::Object>
struct IDL::traits<T> : dimma::local_interface_traits<T> {
};

template <>
struct IDL::traits<CORBA::Object>
    : dimma::reference_traits<CORBA::object_reference<CORBA::Object>, CORBA::weak_object_reference<CORBA::Object>> {
  using is_local = std::false_type;
  using is_abstract = std::false_type;
  template <class U>
  static ref_type narrow(const CORBA::object_reference<U>& from) {
    return from;
  }
  template <class U>
  static ref_type narrow(const CORBA::abstractbase_reference<U>& from) {
    return from ? from->_to_object() : ref_type();
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
};
