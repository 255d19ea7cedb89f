#pragma once
/// CORBA::Any (CORBA 3.3 part 1, 8.10 and 8.11; IDL to C++11, 6.17 and 6.24): a value of any IDL type with its
/// TypeCode.
///
///   any <<= 5;                           any <<= M::S(1, "x");
///   if (M::S s; any >>= s) ...           // false, and s unchanged, when the Any holds another type
///
/// Values are copied or moved in and copied out. Sequences, arrays, bounded strings and the like are inserted without
/// the name of an alias; `any.type(M::_tc_Alias)` adds one. Extraction looks through aliases.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/cdr/values.hpp>
#include <dimma/generated/function_ref.hpp>
#include <dimma/generated/typecode_of.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

namespace dimma {

/// The contents of an Any. Immutable, reference-counted, and shared by copies of the Any.
class AnyValue {
 public:
  AnyValue() = default;
  AnyValue(const AnyValue&) = delete;
  AnyValue& operator=(const AnyValue&) = delete;
  virtual ~AnyValue();
  /// Encodes the value as a value of `type`.
  virtual void write(cdr::Encoder& out, const CORBA::TypeCode& type) const = 0;
  /// Returns a pointer to the value if its C++ type is the one that `tag` identifies (type_tag), otherwise nullptr.
  virtual const void* of_type(const void* tag) const noexcept = 0;

 private:
  friend class AnyValuePointer;
  mutable std::uint32_t holders_ = 1;
};

/// A reference-counting pointer to a value that was created with `new`; may be nullptr. Generated code uses it for each
/// exception, where std::shared_ptr would be expensive to compile.
class AnyValuePointer {
 public:
  AnyValuePointer() = default;
  AnyValuePointer(const AnyValue* made) noexcept : value_(made) {}  // NOLINT: implicit, so that it reads like a pointer
  AnyValuePointer(const AnyValuePointer& other) noexcept : value_(other.value_) {
    if (value_ != nullptr) hold();
  }
  AnyValuePointer(AnyValuePointer&& other) noexcept : value_(other.value_) { other.value_ = nullptr; }
  AnyValuePointer& operator=(AnyValuePointer other) noexcept {
    swap(other);
    return *this;
  }
  ~AnyValuePointer() {
    if (value_ != nullptr) release();
  }

  /// Returns the value, without passing on ownership; nullptr if there is none.
  const AnyValue* get() const noexcept { return value_; }
  void swap(AnyValuePointer& other) noexcept {
    const AnyValue* const mine = value_;
    value_ = other.value_;
    other.value_ = mine;
  }

 private:
  void hold() noexcept;
  void release() noexcept;

  const AnyValue* value_ = nullptr;
};

/// A variable whose address identifies the type.
template <class T>
inline constexpr char type_tag = 0;

namespace cdr {
/// Calls `read` with a decoder for the encoded value, in this machine's byte order and without its TypeCode.
void read_any_value(const CORBA::Any& any, function_ref<void(Decoder&)> read);
/// Writes a value without its TypeCode, encoded like an argument. An Any without a value writes nothing.
void write_any_value(Encoder& out, const CORBA::Any& any);
CORBA::Any read_any_value(Decoder& in, CORBA::typecode_reference type);
}  // namespace cdr

}  // namespace dimma

namespace CORBA {

/// A value of any IDL type; a new one has the type `_tc_null`. Not thread-safe while it is being changed.
class Any {
 public:
  Any() = default;

  typecode_reference type() const { return type_ ? type_ : _tc_null._reference(); }
  /// Replaces the TypeCode by an equivalent one. Throws BAD_TYPECODE if it is not equivalent.
  void type(const typecode_reference& equivalent);

  void swap(Any& other) noexcept {
    type_.swap(other.type_);
    value_.swap(other.value_);
  }
  friend void swap(Any& left, Any& right) noexcept { left.swap(right); }

  /// Internal to dimma, for the operators and the ORB.
  Any(typecode_reference type, dimma::AnyValuePointer value) noexcept
      : type_(std::move(type)), value_(std::move(value)) {}
  const dimma::AnyValue* _value() const noexcept { return value_.get(); }
  const TypeCode& _type() const noexcept { return type_ ? *type_ : _tc_null; }
  static Any _enumerator(const typecode_reference& enumeration, std::uint32_t ordinal);

 private:
  typecode_reference type_;
  dimma::AnyValuePointer value_;
};

}  // namespace CORBA

namespace dimma {

template <class T>
concept Exceptional = std::derived_from<T, CORBA::Exception>;

/// A value in its C++ form.
template <class T>
class TypedValue final : public AnyValue {
 public:
  explicit TypedValue(T&& value) : value_(static_cast<T&&>(value)) {}
  void write(cdr::Encoder& out, const CORBA::TypeCode&) const override {
    if constexpr (Exceptional<T>) out.put_string(value_._rep_id());
    cdr::codec<T>::write(out, value_);
  }
  const void* of_type(const void* tag) const noexcept override { return tag == &type_tag<T> ? &value_ : nullptr; }

 private:
  T value_;
};

/// Makes an Any that holds an IDL exception. One class serves all exceptions, as there are many of them and few are put
/// into an Any. Takes ownership of `*exception`. `tag` identifies its most derived type, and `whole` points to the same
/// object as that type.
CORBA::Any any_of_exception(const CORBA::TypeCode& type, const CORBA::UserException* exception, const void* whole,
                            const void* tag);
template <class T>
[[gnu::always_inline]] inline CORBA::Any any_of_exception(const CORBA::TypeCode& type, const T* made) {
  return any_of_exception(type, made, made, &type_tag<T>);
}

/// Inserts values of a type into an Any and extracts them.
template <class T>
struct any_access {
  /// For generated code: makes an Any that holds the value.
  static CORBA::Any make(T value) {
    if constexpr (std::derived_from<T, CORBA::UserException>) {
      return any_of_exception(typecode_of<T>::value, new T(static_cast<T&&>(value)));
    } else {
      return {typecode_of<T>::value._reference(), new TypedValue<T>(static_cast<T&&>(value))};
    }
  }

  /// Copies the value out. Returns false and leaves `value` unchanged if the Any holds another type.
  static bool extract(const CORBA::Any& any, T& value) {
    const auto* const held = any._value();
    if (held == nullptr || !any._type().equivalent(typecode_of<T>::value._reference())) return false;
    if (const void* const same = held->of_type(&type_tag<T>)) {
      value = *static_cast<const T*>(same);
      return true;
    }
    T read = T();
    cdr::read_any_value(any, [&read](cdr::Decoder& in) {
      if constexpr (Exceptional<T>) in.get_string_view();
      cdr::codec<T>::read(in, read);
    });
    value = std::move(read);
    return true;
  }
};

}  // namespace dimma

namespace CORBA {

template <class T>
requires dimma::HasTypeCode<std::remove_cvref_t<T>>
void operator<<=(Any& any, T&& value) { any = dimma::any_access<std::remove_cvref_t<T>>::make(std::forward<T>(value)); }
/// These overloads keep text from being inserted as a boolean.
inline void operator<<=(Any& any, const char* text) { any = dimma::any_access<std::string>::make(text); }
inline void operator<<=(Any& any, const wchar_t* text) { any = dimma::any_access<std::wstring>::make(text); }

/// Inserts a constant such as `_tc_long`, which is a TypeCode and not a reference to one.
inline void operator<<=(Any& any, const TypeCode& type) {
  any = dimma::any_access<typecode_reference>::make(type._reference());
}

/// Insert an exception, passed by reference to a base, as its most derived type.
inline void operator<<=(Any& any, const UserException& exception) { exception._insert(any); }
void operator<<=(Any& any, const SystemException& exception);
void operator<<=(Any& any, const Exception& exception);

/// Inserts a reference to an implementation, as returned by CORBA::make_reference, as a reference to its interface.
template <template <class> class Reference, class T>
requires(!dimma::HasTypeCode<Reference<T>>) && std::convertible_to<const Reference<T>&, typename T::_ref_type> void
                                               operator<<=(Any& any, const Reference<T>& reference) {
  any <<= typename T::_ref_type(reference);
}

/// Returns false and leaves `value` unchanged if the Any holds a value of another type.
template <class T>
requires dimma::HasTypeCode<T>
bool operator>>=(const Any& any, T& value) { return dimma::any_access<T>::extract(any, value); }

}  // namespace CORBA

namespace dimma::cdr {

template <>
struct codec<CORBA::TCKind> : enum_codec<CORBA::TCKind, tckind_count> {};

/// Write and read the members of all system exceptions: minor code and completion status.
void write_system_exception(Encoder& out, const CORBA::SystemException& value);
void read_system_exception(Decoder& in, CORBA::SystemException& value);
template <class Exception>
requires std::derived_from<Exception, CORBA::SystemException>
struct codec<Exception> {
  static constexpr std::size_t octets_min = 8;
  static void write(Encoder& out, const Exception& value) { write_system_exception(out, value); }
  static void read(Decoder& in, Exception& value) { read_system_exception(in, value); }
};

template <>
struct codec<CORBA::typecode_reference> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const CORBA::typecode_reference& value);
  static void read(Decoder& in, CORBA::typecode_reference& value);
};

template <>
struct codec<CORBA::Any> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const CORBA::Any& value);
  static void read(Decoder& in, CORBA::Any& value);
};

}  // namespace dimma::cdr
