#pragma once
/// Abstract interfaces (CORBA 3.3 part 1, chapter 10; IDL to C++11, 6.22): an argument of such a type is a reference to
/// an object or a value, as the caller chooses. Generated stubs include this header if the IDL has an abstract
/// interface.
///
///   CORBA::abstractbase_reference<Describable> it = account;         // an object reference or one to a value
///   it->describe();                                                  // calls the object, or the value itself
///   if (auto object = it->_to_object()) ...                          // nil for a value
///   auto value = IDL::traits<Document>::narrow(it);                  // nil for an object, or another value

#include <dimma/object.hpp>
#include <dimma/traits.hpp>
#include <dimma/value.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace CORBA {

/// A weak reference to an abstract interface: does not keep the object or value alive.
template <class T>
class weak_abstractbase_reference;

/// Reference to an abstract interface: `IDL::traits<T>::ref_type`. References to objects of interfaces that inherit
/// from it, and to values that support it, convert to it; IDL::traits<...>::narrow converts back.
template <class T>
class abstractbase_reference
    : public detail::counted_reference<abstractbase_reference<T>, weak_abstractbase_reference, T> {
  using base = detail::counted_reference<abstractbase_reference<T>, weak_abstractbase_reference, T>;

 public:
  DIMMA_REFERENCE_MEMBERS(abstractbase_reference);
  template <class U>
  requires(!std::is_same_v<U, T> && std::is_convertible_v<U*, T*>)
      [[gnu::always_inline]] abstractbase_reference(const abstractbase_reference<U>& derived) noexcept
      : base(derived._shared(), derived._get()) {}
  template <class U>
  requires std::is_convertible_v<U*, T*>
  [[gnu::always_inline]] abstractbase_reference(const object_reference<U>& object) noexcept
      : base(object._shared(), object._get()) {}
  template <class U>
  requires std::is_convertible_v<U*, T*>
  [[gnu::always_inline]] abstractbase_reference(const valuetype_reference<U>& value) noexcept
      : base(value._shared(), value._get()) {}
  /// Takes a servant that is also a value; it is passed as a value.
  template <class U>
  requires(std::is_convertible_v<U*, T*>&& std::is_convertible_v<U*, ValueBase*>)
      [[gnu::always_inline]] abstractbase_reference(const servant_reference<U>& value) noexcept
      : base(value._shared(), value._get()) {}
};

/// A weak reference to an abstract interface: does not keep the object or value alive.
template <class T>
class weak_abstractbase_reference : public detail::weak_counted_reference<abstractbase_reference<T>, T> {
 public:
  using detail::weak_counted_reference<abstractbase_reference<T>, T>::weak_counted_reference;
};

/// The root of all abstract interfaces.
class AbstractBase {
 public:
  using _ref_type = abstractbase_reference<AbstractBase>;
  using _traits_type = IDL::traits<AbstractBase>;
  using _operations_type = AbstractBase;
  class _stub_type;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/AbstractBase:1.0"};

  AbstractBase& operator=(const AbstractBase&) = delete;

  /// Returns this object; nil if this is a value.
  object_reference<Object> _to_object() {
    auto* const object = dynamic_cast<Object*>(this);
    return object == nullptr ? nullptr : object_reference<Object>(object->shared_from_this());
  }
  /// Returns this value; nil if this is an object.
  valuetype_reference<ValueBase> _to_value() { return valuetype_reference<ValueBase>(value_.lock()); }

  /// Called by CORBA::make_reference.
  void _is_value(const std::shared_ptr<ValueBase>& itself) noexcept { value_ = itself; }

 protected:
  AbstractBase() = default;
  AbstractBase(const AbstractBase&) = default;
  virtual ~AbstractBase() = default;

 private:
  std::weak_ptr<ValueBase> value_;
};

/// Stub of a received object of which only the abstract interface is known. Every abstract interface has such a class.
class AbstractBase::_stub_type : public virtual Object, public virtual AbstractBase {
 protected:
  friend class ObjectAccess;
  _stub_type() = default;
  ~_stub_type() override = default;
};

inline constexpr TypeCode _tc_AbstractBase(TCKind::tk_abstract_interface,
                                           {.id = "IDL:omg.org/CORBA/AbstractBase:1.0", .name = "AbstractBase"});

}  // namespace CORBA

namespace dimma {

/// Returns a reference to the same object or value, which is assumed to support T. An object that has no stub gets one.
template <class T, class U>
CORBA::abstractbase_reference<T> as_abstract(const std::shared_ptr<U>& from) {
  if (auto same = std::dynamic_pointer_cast<T>(from)) return CORBA::abstractbase_reference<T>(std::move(same));
  const auto object = std::dynamic_pointer_cast<CORBA::Object>(from);
  if (!object || object->_is_local()) return {};
  return CORBA::ObjectAccess::make_stub<typename T::_stub_type>(CORBA::ObjectAccess::reference(*object));
}

/// Base of the generated IDL::traits of an abstract interface.
template <class T>
struct abstract_interface_traits
    : reference_traits<CORBA::abstractbase_reference<T>, CORBA::weak_abstractbase_reference<T>> {
  using ref_type = CORBA::abstractbase_reference<T>;
  using is_local = std::false_type;
  using is_abstract = std::true_type;

  /// Returns nil if `from` is nil or does not support T. Calls the object if its reference does not name its type.
  template <class U>
  static ref_type narrow(const CORBA::object_reference<U>& from) {
    if (auto same = std::dynamic_pointer_cast<T>(from._shared())) return ref_type(std::move(same));
    if (!from || from->_is_local() || !from->_is_a(std::string(T::_interface_tag.repository_id))) return {};
    return as_abstract<T>(from._shared());
  }
  /// Returns nil if the value does not support T.
  template <class U>
  static ref_type narrow(const CORBA::valuetype_reference<U>& from) noexcept {
    return ref_type(std::dynamic_pointer_cast<T>(from._shared()));
  }
  /// Narrows the object or value that `from` refers to.
  template <class U>
  static ref_type narrow(const CORBA::abstractbase_reference<U>& from) {
    if (auto same = std::dynamic_pointer_cast<T>(from._shared())) return ref_type(std::move(same));
    return from ? narrow(from->_to_object()) : ref_type();
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
};

template <class T>
struct printer<CORBA::abstractbase_reference<T>> {
  static void print(std::ostream& out, const CORBA::abstractbase_reference<T>& value) {
    print_text(out, value == nullptr ? std::string_view("nil") : T::_interface_tag.repository_id);
  }
};

template <>
struct typecode_of<CORBA::AbstractBase> : typecode_constant<CORBA::_tc_AbstractBase> {};
template <class T>
requires HasTypeCode<T>
struct typecode_of<CORBA::abstractbase_reference<T>> : typecode_of<T> {
};

namespace cdr {

/// A boolean says whether an object reference or a value follows (CORBA 3.3 part 2, 9.3.7). Nil is sent as a nil value.
template <class T>
struct codec<CORBA::abstractbase_reference<T>> {
  static constexpr std::size_t octets_min = 5;

  static void write(Encoder& out, const CORBA::abstractbase_reference<T>& value) {
    auto object = std::dynamic_pointer_cast<CORBA::Object>(value._shared());
    out.put(object != nullptr);
    if (object) return write_object(out, CORBA::object_reference<CORBA::Object>(std::move(object)));
    write_value(out, std::dynamic_pointer_cast<CORBA::ValueBase>(value._shared()));
  }

  static void read(Decoder& in, CORBA::abstractbase_reference<T>& value) {
    if (in.get_boolean()) {
      value = as_abstract<T>(read_object(in)._shared());
      return;
    }
    const auto any = read_value(in, nullptr);
    auto typed = std::dynamic_pointer_cast<T>(any);
    if (any && !typed) in.malformed("a value that does not support the abstract interface");
    value = CORBA::abstractbase_reference<T>(std::move(typed));
  }
};

}  // namespace cdr

/// The Any holds a reference to AbstractBase, so that it can be extracted as that type or as the TypeCode's interface.
template <class T>
struct any_access<CORBA::abstractbase_reference<T>> {
  using Held = CORBA::abstractbase_reference<CORBA::AbstractBase>;

  static CORBA::Any make(CORBA::abstractbase_reference<T> value) {
    return {typecode_of<T>::value._reference(), new TypedValue<Held>(Held(std::move(value)))};
  }

  static bool extract(const CORBA::Any& any, CORBA::abstractbase_reference<T>& value) {
    const CORBA::TypeCode& type = any._type()._without_aliases();
    if (any._value() == nullptr || type.kind() != CORBA::TCKind::tk_abstract_interface) return false;
    constexpr bool is_root = std::is_same_v<T, CORBA::AbstractBase>;
    if (!is_root && !type.equivalent(typecode_of<T>::value._reference())) return false;
    if (const void* const same = any._value()->of_type(&type_tag<Held>)) {
      value = as_abstract<T>(static_cast<const Held*>(same)->_shared());
    } else {
      cdr::read_any_value(any, [&value](cdr::Decoder& in) { cdr::read(in, value); });
    }
    return true;
  }
};

}  // namespace dimma

namespace CORBA {
template <class T>
std::ostream& operator<<(std::ostream& out, const abstractbase_reference<T>& value) {
  return dimma::write_on(out, value);
}
}  // namespace CORBA

namespace IDL {
template <>
struct traits<CORBA::AbstractBase> : dimma::abstract_interface_traits<CORBA::AbstractBase> {};
/// Gives a reference type the traits of its interface, for element_traits of a sequence of references.
template <class T>
struct traits<CORBA::abstractbase_reference<T>> : traits<T> {};
}  // namespace IDL
