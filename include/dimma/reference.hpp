#pragma once
/// References of the mapping (IDL to C++11, 6.9 and 6.20): CORBA::object_reference, CORBA::servant_reference,
/// CORBA::valuetype_reference (also called CORBA::value_reference), CORBA::valuefactory_reference and their weak forms,
/// CORBA::make_reference, and the templates IDL::traits and CORBA::servant_traits that generated code specialises. All
/// behave like std::shared_ptr: counted, copyable, and with the same thread safety. A reference to an incomplete type
/// can be declared. References to abstract interfaces are in <dimma/abstract_base.hpp>.

#include <dimma/exception.hpp>

#include <concepts>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace PortableServer {
class Servant;
}

namespace IDL {
/// The compile-time properties of a mapped type; specialised for each type.
template <class T>
struct traits;
}  // namespace IDL

namespace CORBA {

class AbstractBase;
class Object;
class ValueBase;
class ValueFactoryBase;

/// The traits of a servant's interface: base_type, ref_type, weak_ref_type, tie_type, narrow.
template <class T>
struct servant_traits;

template <class T>
class abstractbase_reference;
/// A reference that does not keep its object alive. lock() returns a counted reference, nil if the object is gone.
template <class T>
class weak_object_reference;
/// Like weak_object_reference.
template <class T>
class weak_servant_reference;
/// Like weak_object_reference.
template <class T>
class weak_valuetype_reference;
/// Like weak_object_reference.
template <class T>
class weak_valuefactory_reference;

namespace detail {
/// Throws INV_OBJREF, since an operation was called on a nil reference.
[[noreturn]] void raise_nil();

/// The base of all references: a shared pointer that throws if a nil reference is dereferenced. Its functions are
/// inlined into their callers, so that a type with references adds little to an object file.
template <class Derived, template <class> class Weak, class T>
class counted_reference {
 public:
  using element_type = T;

  [[gnu::always_inline]] counted_reference() noexcept = default;
  [[gnu::always_inline]] explicit counted_reference(std::shared_ptr<T> pointer) noexcept
      : pointer_(std::move(pointer)) {}
  /// Refers to `part`, an object that `owner` keeps alive.
  template <class Whole>
  [[gnu::always_inline]] counted_reference(const std::shared_ptr<Whole>& owner, T* part) noexcept
      : pointer_(owner, part) {}

  [[gnu::always_inline]] counted_reference(const counted_reference&) noexcept = default;
  [[gnu::always_inline]] counted_reference(counted_reference&&) noexcept = default;
  [[gnu::always_inline]] counted_reference& operator=(const counted_reference&) noexcept = default;
  [[gnu::always_inline]] counted_reference& operator=(counted_reference&&) noexcept = default;
  [[gnu::always_inline]] ~counted_reference() = default;

  [[gnu::always_inline]] explicit operator bool() const noexcept { return pointer_ != nullptr; }
  /// Throws CORBA::INV_OBJREF if nil.
  [[gnu::always_inline]] T* operator->() const {
    if (pointer_ == nullptr) [[unlikely]]
      raise_nil();
    return _get();
  }
  [[gnu::always_inline]] T& operator*() const { return *operator->(); }

  [[gnu::always_inline]] void reset() noexcept { pointer_.reset(); }
  [[gnu::always_inline]] void swap(Derived& other) noexcept { pointer_.swap(other.pointer_); }
  Weak<T> weak_reference() const noexcept { return Weak<T>(static_cast<const Derived&>(*this)); }

  [[gnu::always_inline]] friend bool operator==(const Derived& reference, std::nullptr_t) noexcept {
    return reference.pointer_ == nullptr;
  }
  friend void swap(Derived& left, Derived& right) noexcept { left.swap(right); }

  /// Internal to dimma: returns the object, nullptr if nil, and the pointer that keeps it alive.
  [[gnu::always_inline]] T* _get() const noexcept { return pointer_.get(); }
  [[gnu::always_inline]] const std::shared_ptr<T>& _shared() const noexcept { return pointer_; }

 private:
  std::shared_ptr<T> pointer_;
};

/// Returns a reference of another type to the same object; nil if the object is not of that type.
template <class Reference, class From>
Reference dynamic_reference(const From& from) noexcept {
  auto* const part = dynamic_cast<typename Reference::element_type*>(from._get());
  return part == nullptr ? Reference() : Reference(from._shared(), part);
}

template <class Reference, class T>
class weak_counted_reference {
 public:
  weak_counted_reference() noexcept = default;
  weak_counted_reference(std::nullptr_t) noexcept {}  // NOLINT: implicit by the mapping
  weak_counted_reference(const Reference& strong) noexcept : pointer_(strong._shared()) {}  // NOLINT: as std::weak_ptr

  Reference lock() const noexcept { return Reference(pointer_.lock()); }
  bool expired() const noexcept { return pointer_.expired(); }
  void reset() noexcept { pointer_.reset(); }
  void swap(weak_counted_reference& other) noexcept { pointer_.swap(other.pointer_); }
  friend void swap(weak_counted_reference& left, weak_counted_reference& right) noexcept { left.swap(right); }

 private:
  std::weak_ptr<T> pointer_;
};
}  // namespace detail

// Defines the nil, copying and moving members of a reference class.
#define DIMMA_REFERENCE_MEMBERS(NAME)                                                                       \
  [[gnu::always_inline]] NAME() noexcept = default;                                                         \
  [[gnu::always_inline]] NAME(std::nullptr_t) noexcept {} /* NOLINT: implicit by the mapping */             \
  [[gnu::always_inline]] explicit NAME(std::shared_ptr<T> pointer) noexcept : base(std::move(pointer)) {}   \
  template <class Whole>                                                                                    \
  [[gnu::always_inline]] NAME(const std::shared_ptr<Whole>& owner, T* part) noexcept : base(owner, part) {} \
  [[gnu::always_inline]] NAME(const NAME&) noexcept = default;                                              \
  [[gnu::always_inline]] NAME(NAME&&) noexcept = default;                                                   \
  [[gnu::always_inline]] NAME& operator=(const NAME&) noexcept = default;                                   \
  [[gnu::always_inline]] NAME& operator=(NAME&&) noexcept = default;                                        \
  [[gnu::always_inline]] ~NAME() = default

/// Reference to an object: `IDL::traits<T>::ref_type`. Widening to a base interface is implicit; narrowing is
/// IDL::traits<T>::narrow.
template <class T>
class object_reference : public detail::counted_reference<object_reference<T>, weak_object_reference, T> {
  using base = detail::counted_reference<object_reference<T>, weak_object_reference, T>;

 public:
  DIMMA_REFERENCE_MEMBERS(object_reference);
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
      [[gnu::always_inline]] object_reference(const object_reference<U>& derived) noexcept
      : base(derived._shared(), derived._get()) {}
};

/// Reference to a servant: `CORBA::servant_traits<T>::ref_type`, where T is the skeleton or the implementation.
template <class T>
class servant_reference : public detail::counted_reference<servant_reference<T>, weak_servant_reference, T> {
  using base = detail::counted_reference<servant_reference<T>, weak_servant_reference, T>;

 public:
  DIMMA_REFERENCE_MEMBERS(servant_reference);
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
      [[gnu::always_inline]] servant_reference(const servant_reference<U>& derived) noexcept
      : base(derived._shared(), derived._get()) {}
};

/// Reference to a value: `IDL::traits<T>::ref_type`. Two references are equal if they refer to the same value.
template <class T>
class valuetype_reference : public detail::counted_reference<valuetype_reference<T>, weak_valuetype_reference, T> {
  using base = detail::counted_reference<valuetype_reference<T>, weak_valuetype_reference, T>;

 public:
  DIMMA_REFERENCE_MEMBERS(valuetype_reference);
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
      [[gnu::always_inline]] valuetype_reference(const valuetype_reference<U>& derived) noexcept
      : base(derived._shared(), derived._get()) {}
  /// Takes a servant that is also a value: one that supports the interface it serves.
  template <class U>
  requires std::is_convertible_v<U*, T*>
  [[gnu::always_inline]] valuetype_reference(const servant_reference<U>& servant) noexcept
      : base(servant._shared(), servant._get()) {}

  template <class U>
  friend bool operator==(const valuetype_reference& left, const valuetype_reference<U>& right) noexcept {
    return left._get() == right._get();
  }
};
template <class T>
using value_reference = valuetype_reference<T>;

/// Reference to a factory of values: `IDL::traits<T>::factory_ref_type`.
template <class T>
class valuefactory_reference
    : public detail::counted_reference<valuefactory_reference<T>, weak_valuefactory_reference, T> {
  using base = detail::counted_reference<valuefactory_reference<T>, weak_valuefactory_reference, T>;

 public:
  DIMMA_REFERENCE_MEMBERS(valuefactory_reference);
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
      [[gnu::always_inline]] valuefactory_reference(const valuefactory_reference<U>& derived) noexcept
      : base(derived._shared(), derived._get()) {}
};

/// A reference that does not keep its object alive. lock() returns a counted reference, nil if the object is gone.
template <class T>
class weak_object_reference : public detail::weak_counted_reference<object_reference<T>, T> {
 public:
  using detail::weak_counted_reference<object_reference<T>, T>::weak_counted_reference;
};
/// Like weak_object_reference.
template <class T>
class weak_servant_reference : public detail::weak_counted_reference<servant_reference<T>, T> {
 public:
  using detail::weak_counted_reference<servant_reference<T>, T>::weak_counted_reference;
};

/// Like weak_object_reference.
template <class T>
class weak_valuetype_reference : public detail::weak_counted_reference<valuetype_reference<T>, T> {
 public:
  using detail::weak_counted_reference<valuetype_reference<T>, T>::weak_counted_reference;
};
/// Like weak_object_reference.
template <class T>
class weak_valuefactory_reference : public detail::weak_counted_reference<valuefactory_reference<T>, T> {
 public:
  using detail::weak_counted_reference<valuefactory_reference<T>, T>::weak_counted_reference;
};
template <class T>
using weak_value_reference = weak_valuetype_reference<T>;

namespace detail {
/// A deleter that deletes through a base class, so that the implementation's destructor need not be public.
struct destroy {
  template <class Base>
  void operator()(Base* object) const noexcept {
    object->_destroy_self();
  }
};

/// If T is a value that supports an abstract interface, gives it a weak reference to itself.
template <class T, class Owner>
void tell_value_itself(T* made, const std::shared_ptr<Owner>& owner) noexcept {
  if constexpr (std::is_base_of_v<AbstractBase, T> && std::is_base_of_v<ValueBase, T>) {
    made->_is_value(std::shared_ptr<ValueBase>(owner, static_cast<ValueBase*>(made)));
  }
}
}  // namespace detail

/// Makes an implementation and the first reference to it: a servant_reference for a class derived from a skeleton, a
/// valuetype_reference for a value, a valuefactory_reference for a factory of values, an object_reference for a class
/// derived from a local interface. This is the only way to make them (IDL to C++11, 6.26). A class with a protected
/// constructor declares the matching overload as a friend:
///
///   template <class T, class, class... Arguments>
///   friend CORBA::servant_reference<T> CORBA::make_reference(Arguments&&... arguments);
template <class T, class = std::enable_if_t<std::is_base_of_v<PortableServer::Servant, T>>, class... Arguments>
servant_reference<T> make_reference(Arguments&&... arguments) {
  T* const made = new T(std::forward<Arguments>(arguments)...);
  std::shared_ptr<PortableServer::Servant> owner(static_cast<PortableServer::Servant*>(made), detail::destroy{});
  detail::tell_value_itself(made, owner);
  return servant_reference<T>(owner, made);
}

template <class T,
          class = std::enable_if_t<std::is_base_of_v<ValueBase, T> && !std::is_base_of_v<PortableServer::Servant, T>>,
          class... Arguments>
/// Makes a new value of type T, constructed from the arguments.
valuetype_reference<T> make_reference(Arguments&&... arguments) {
  T* const made = new T(std::forward<Arguments>(arguments)...);
  std::shared_ptr<ValueBase> owner(static_cast<ValueBase*>(made), detail::destroy{});
  detail::tell_value_itself(made, owner);
  return valuetype_reference<T>(owner, made);
}

/// Makes a new factory of values, constructed from the arguments.
template <class T, class = std::enable_if_t<std::is_base_of_v<ValueFactoryBase, T>>, class... Arguments>
valuefactory_reference<T> make_reference(Arguments&&... arguments) {
  T* const made = new T(std::forward<Arguments>(arguments)...);
  std::shared_ptr<ValueFactoryBase> owner(static_cast<ValueFactoryBase*>(made), detail::destroy{});
  return valuefactory_reference<T>(owner, made);
}

template <class T,
          class = std::enable_if_t<std::is_base_of_v<Object, T> && !std::is_base_of_v<PortableServer::Servant, T> &&
                                   !std::is_base_of_v<ValueBase, T>>,
          class... Arguments>
/// Makes a local object. The arguments are passed to T's constructor.
object_reference<T> make_reference(Arguments&&... arguments) {
  T* const made = new T(std::forward<Arguments>(arguments)...);
  std::shared_ptr<Object> owner(static_cast<Object*>(made), detail::destroy{});
  return object_reference<T>(owner, made);
}

}  // namespace CORBA

namespace dimma {

template <class T>
struct printable_traits;  // <dimma/print.hpp>

/// The common part of the traits of all interfaces and valuetypes: how references are held and passed.
template <class Reference, class Weak>
struct reference_traits : printable_traits<Reference> {
  using value_type = Reference;
  using ref_type = Reference;
  using weak_ref_type = Weak;
  using in_type = Reference;
  using out_type = Reference&;
  using inout_type = Reference&;
};

}  // namespace dimma
