#pragma once
/// Values (CORBA 3.3 part 1, chapter 9; IDL to C++11, 6.18): CORBA::ValueBase, the factories that make received values,
/// and the parts that generated code uses. Generated stubs include this header if the IDL has valuetypes.
///
///   auto node = CORBA::make_reference<IDL::traits<Node>::obv_type>(5, nullptr);   // a valuetype without operations
///   orb->register_value_factory("IDL:Account:1.0", CORBA::make_reference<AccountFactory>());
///
/// A value is a reference-counted object of this process. It is copied when it is passed to an operation, even of an
/// object in this process. Values that form a reference cycle keep each other alive until the program that created or
/// received them breaks the cycle. A value is as thread-safe as its members.

#include <dimma/any.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dimma {

/// The compile-time properties of a valuetype; generated, one constant per type.
struct ValueType {
  std::string_view repository_id;
  /// The type to truncate to if this type cannot be created; nullptr if there is none.
  const ValueType* truncatable_to = nullptr;
  bool is_custom = false;
  /// Makes an empty value of the type that it is given, which is this one; nullptr if that requires a factory.
  std::shared_ptr<CORBA::ValueBase> (*make)(const ValueType& type) = nullptr;
};

/// While it exists, a type that needs no factory is registered with all ORBs of the process. Generated, one static
/// variable per type.
class KnownValueType {
 public:
  explicit KnownValueType(const ValueType& type);
  ~KnownValueType();
  KnownValueType(const KnownValueType&) = delete;
  KnownValueType& operator=(const KnownValueType&) = delete;

 private:
  const ValueType& type_;
};

}  // namespace dimma

namespace CORBA {

/// The base of all values. Made by CORBA::make_reference, or by a factory when a value is received.
class ValueBase {
 public:
  using _ref_type = valuetype_reference<ValueBase>;
  using _traits_type = IDL::traits<ValueBase>;

  ValueBase& operator=(const ValueBase&) = delete;

  /// Returns a copy of the value and of the values that it holds; nil unless an implementation overrides it.
  virtual valuetype_reference<ValueBase> _copy_value() const;

  // For generated code and the ORB.

  virtual const dimma::ValueType& _type_of_value() const noexcept = 0;
  /// Write and read the state, beginning with that of the bases.
  virtual void _write_state(dimma::cdr::Encoder& out) const = 0;
  virtual void _read_state(dimma::cdr::Decoder& in) = 0;
  /// Clears the members that could hold values.
  virtual void _forget_state() {}

 protected:
  ValueBase() = default;
  ValueBase(const ValueBase&) = default;
  virtual ~ValueBase();

 private:
  friend struct detail::destroy;
  void _destroy_self() noexcept { delete this; }
};

/// Makes empty values for values being received. An application derives a factory from the `factory_type` of a
/// valuetype's traits and registers it with the ORB. Called from any thread, by several at once.
class ValueFactoryBase {
 public:
  using _ref_type = valuefactory_reference<ValueFactoryBase>;

  ValueFactoryBase(const ValueFactoryBase&) = delete;
  ValueFactoryBase& operator=(const ValueFactoryBase&) = delete;
  /// Returns a value of the implementation's class, in any state, since the state is overwritten.
  virtual valuetype_reference<ValueBase> create_for_unmarshal() = 0;
  /// Returns the repository id of the factory's valuetype if generated code knows it, otherwise an empty string.
  virtual std::string _obv_repository_id() const;

 protected:
  ValueFactoryBase() = default;
  virtual ~ValueFactoryBase();

 private:
  friend struct detail::destroy;
  void _destroy_self() noexcept { delete this; }
};

/// The native type in ORB::register_value_factory.
using ValueFactory = valuefactory_reference<ValueFactoryBase>;

inline constexpr TypeCode _tc_ValueBase(TCKind::tk_value,
                                        {.id = "IDL:omg.org/CORBA/ValueBase:1.0", .name = "ValueBase"});

}  // namespace CORBA

namespace dimma {

/// Makes a value with its default constructor.
template <class Implementation>
std::shared_ptr<CORBA::ValueBase> make_value(const ValueType& /*type*/) {
  return CORBA::make_reference<Implementation>()._shared();
}

/// The factory of a valuetype without operations and initializers: `factory_type` of its traits.
template <class Implementation>
class ReadyFactory : public CORBA::ValueFactoryBase {
 public:
  using _ref_type = CORBA::valuefactory_reference<ReadyFactory>;
  CORBA::valuetype_reference<CORBA::ValueBase> create_for_unmarshal() override {
    return CORBA::make_reference<Implementation>();
  }
  std::string _obv_repository_id() const override { return std::string(Implementation::_value_type.repository_id); }
};

/// Base of the factories of a valuetype that has operations and no initializers: `factory_type` of its traits.
template <class Value>
class NamedFactory : public CORBA::ValueFactoryBase {
 public:
  using _ref_type = CORBA::valuefactory_reference<NamedFactory>;
  std::string _obv_repository_id() const override { return std::string(Value::_value_type.repository_id); }
};

/// The base of all IDL::traits of values.
template <class T>
struct valuetype_traits_base : reference_traits<CORBA::valuetype_reference<T>, CORBA::weak_valuetype_reference<T>> {
  using ref_type = CORBA::valuetype_reference<T>;
  using base_type = T;
  using is_local = std::false_type;

  /// Returns the value as a T; nil if it is not a T or `from` is nil.
  template <class U>
  static ref_type narrow(const CORBA::valuetype_reference<U>& from) noexcept {
    return CORBA::detail::dynamic_reference<ref_type>(from);
  }
  /// Returns the value that the abstract interface refers to; nil for an object.
  template <class U>
  static ref_type narrow(const CORBA::abstractbase_reference<U>& from) noexcept {
    return CORBA::detail::dynamic_reference<ref_type>(from);
  }
  /// Returns nil.
  static ref_type narrow(std::nullptr_t) noexcept { return {}; }
  /// Makes a new value of class `Implementation`, constructed from the arguments.
  template <class Implementation = T, class... Arguments>
  static CORBA::valuetype_reference<Implementation> make_reference(Arguments&&... arguments) {
    return CORBA::make_reference<Implementation>(std::forward<Arguments>(arguments)...);
  }
};

/// Base of the generated IDL::traits of a valuetype with state.
template <class T, class Obv, class Factory, bool Truncatable>
struct valuetype_traits : valuetype_traits_base<T> {
  using obv_type = Obv;
  using factory_type = Factory;
  using factory_ref_type = CORBA::valuefactory_reference<Factory>;
  using weak_factory_ref_type = CORBA::weak_valuefactory_reference<Factory>;
  using is_abstract = std::false_type;
  using is_truncatable = std::bool_constant<Truncatable>;
};

/// Base of the generated IDL::traits of an abstract valuetype.
template <class T>
struct abstract_valuetype_traits : valuetype_traits_base<T> {
  using is_abstract = std::true_type;
  using is_truncatable = std::false_type;
};

/// Base of the generated IDL::traits of a value box.
template <class T, class Boxed>
struct value_box_traits : valuetype_traits_base<T> {
  using obv_type = T;
  using factory_type = ReadyFactory<T>;
  using factory_ref_type = CORBA::valuefactory_reference<factory_type>;
  using weak_factory_ref_type = CORBA::weak_valuefactory_reference<factory_type>;
  using is_abstract = std::false_type;
  using is_truncatable = std::false_type;
  using boxed_traits = IDL::traits<Boxed>;
};

/// Base of generated value boxes: a value that contains a single value of another type.
template <class T>
class ValueBox : public virtual CORBA::ValueBase {
 public:
  void _value(const T& value) { value_ = value; }
  void _value(T&& value) { value_ = std::move(value); }
  /// Returns the boxed value, by value for types that the mapping passes by value: numbers, enumerations, references.
  std::conditional_t<std::is_scalar_v<T>, T, const T&> _value() const { return value_; }
  T& _value() { return value_; }

 protected:
  ValueBox() : value_() {}
  explicit ValueBox(T value) : value_(std::move(value)) {}

 private:
  T value_;
};

template <>
struct typecode_of<CORBA::ValueBase> : typecode_constant<CORBA::_tc_ValueBase> {};
template <class T>
requires HasTypeCode<T>
struct typecode_of<CORBA::valuetype_reference<T>> : typecode_of<T> {
};

/// An Any holds a value as a reference to ValueBase, so that it can be extracted as ValueBase or as the TypeCode's
/// type, without a copy.
template <class T>
struct any_access<CORBA::valuetype_reference<T>> {
  using Held = CORBA::valuetype_reference<CORBA::ValueBase>;

  static CORBA::Any make(CORBA::valuetype_reference<T> value) {
    return {typecode_of<T>::value._reference(), new TypedValue<Held>(Held(std::move(value)))};
  }

  static bool extract(const CORBA::Any& any, CORBA::valuetype_reference<T>& value) {
    const CORBA::TCKind kind = any._type()._without_aliases().kind();
    if (any._value() == nullptr) return false;
    if (kind != CORBA::TCKind::tk_value && kind != CORBA::TCKind::tk_value_box) return false;
    if (!std::is_same_v<T, CORBA::ValueBase> && !any._type().equivalent(typecode_of<T>::value._reference()))
      return false;
    Held held;
    if (const void* const same = any._value()->of_type(&type_tag<Held>)) {
      held = *static_cast<const Held*>(same);
    } else {
      cdr::read_any_value(any, [&held](cdr::Decoder& in) { held = Held(cdr::read_value(in, nullptr)); });
    }
    const auto typed = CORBA::detail::dynamic_reference<CORBA::valuetype_reference<T>>(held);
    if (held && !typed) return false;  // a received value whose type could not be created here
    value = typed;
    return true;
  }
};

namespace cdr {

template <class T>
struct codec<CORBA::valuetype_reference<T>> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const CORBA::valuetype_reference<T>& value) { write_value(out, value._shared()); }
  static void read(Decoder& in, CORBA::valuetype_reference<T>& value) {
    if constexpr (std::is_same_v<T, CORBA::ValueBase>) {
      value = CORBA::valuetype_reference<T>(read_value(in, nullptr));
    } else {
      const auto any = read_value(in, &T::_value_type);
      T* const typed = dynamic_cast<T*>(any.get());
      if (any && typed == nullptr) not_a_value_of(in, T::_value_type);
      value = CORBA::valuetype_reference<T>(any, typed);
    }
  }
};

}  // namespace cdr

}  // namespace dimma

namespace IDL {
/// Traits of a program's own value classes.
template <class T>
requires std::derived_from<T, CORBA::ValueBase>
struct traits<T> : dimma::valuetype_traits_base<T> {
};
template <>
struct traits<CORBA::ValueBase> : dimma::valuetype_traits_base<CORBA::ValueBase> {
  using is_abstract = std::true_type;
  using is_truncatable = std::false_type;
};
/// Gives a reference type the traits of its valuetype, for element_traits of a sequence of references.
template <class T>
struct traits<CORBA::valuetype_reference<T>> : traits<T> {};
}  // namespace IDL

namespace CORBA {
/// Another name for the traits of a valuetype.
template <class T>
using valuetype_traits = IDL::traits<T>;
}  // namespace CORBA
