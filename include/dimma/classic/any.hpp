#pragma once
/// CORBA::Any (CORBA 3.3 part 1, 8.10; formal/2012-07-02, 4.16): a value of any IDL type with its TypeCode.
///
///   any <<= CORBA::Long(5);                  any <<= point;   // a copy; any <<= new M::Point takes the value over
///   const M::Point* held;
///   if (any >>= held) ...                    // false, and `held` unchanged, if the Any holds another type
///
/// `<<=` for a pointer to a value takes the value over, and for anything else copies or duplicates it. `>>=` returns
/// pointers to values, strings and references that belong to the Any: they are valid until it is changed or destroyed.
/// Extraction looks through aliases, and compares the types as TypeCode::equivalent does.

#include <dimma/classic/object.hpp>
#include <dimma/classic/typecode.hpp>
#include <dimma/classic/values/struct_var.hpp>
#include <dimma/classic/values/types.hpp>

#include <type_traits>

namespace dimma {
namespace classic {

class AnyAccess;
class Input;
class Output;
template <class T>
struct codec;
template <class T>
struct ObjectElements;

namespace detail {
template <class Elements>
struct elements_codec;

/// The room for an Any of the modern mapping, which the library constructs in it.
struct AnyRoom {
  void* words[3];
};
}  // namespace detail

namespace CORBA {

class Fixed;
class ValueBase;

/// A value of any IDL type; a new one has the type `_tc_null` and no value. Copies share the value. A constant Any may
/// be used by several threads at once.
class Any {
 public:
  /// A boolean to insert: like the next ones, it tells the operators a value's IDL type where its C++ type does not.
  struct from_boolean {
    explicit from_boolean(Boolean value) : val(value) {}
    Boolean val;
  };
  /// An octet to insert.
  struct from_octet {
    explicit from_octet(Octet value) : val(value) {}
    Octet val;
  };
  /// A char to insert.
  struct from_char {
    explicit from_char(Char value) : val(value) {}
    Char val;
  };
  /// A wchar to insert.
  struct from_wchar {
    explicit from_wchar(WChar value) : val(value) {}
    WChar val;
  };
  /// A string with a bound; 0 means no bound. The string is copied, unless `nocopy` is true: then the Any owns it, and
  /// it is from string_alloc() or string_dup(). Inserting a longer string than the bound throws BAD_PARAM.
  struct from_string {
    from_string(Char* text, ULong bound_value, Boolean nocopy_value = false)
        : val(text), bound(bound_value), nocopy(nocopy_value) {}
    from_string(const Char* text, ULong bound_value)
        : val(const_cast<Char*>(text)), bound(bound_value), nocopy(false) {}
    Char* val;
    ULong bound;
    Boolean nocopy;
  };
  /// Like from_string, for wide strings.
  struct from_wstring {
    from_wstring(WChar* text, ULong bound_value, Boolean nocopy_value = false)
        : val(text), bound(bound_value), nocopy(nocopy_value) {}
    from_wstring(const WChar* text, ULong bound_value)
        : val(const_cast<WChar*>(text)), bound(bound_value), nocopy(false) {}
    WChar* val;
    ULong bound;
    Boolean nocopy;
  };
  /// A boolean to extract.
  struct to_boolean {
    explicit to_boolean(Boolean& value) : ref(value) {}
    Boolean& ref;
  };
  /// An octet to extract.
  struct to_octet {
    explicit to_octet(Octet& value) : ref(value) {}
    Octet& ref;
  };
  /// A char to extract.
  struct to_char {
    explicit to_char(Char& value) : ref(value) {}
    Char& ref;
  };
  /// A wchar to extract.
  struct to_wchar {
    explicit to_wchar(WChar& value) : ref(value) {}
    WChar& ref;
  };
  /// A number of the type fixed<digits, scale>, into which it has to fit, and which need not be generated. Excess
  /// digits after the point are cut off. Inserting throws DATA_CONVERSION if there are too many before the point, and
  /// BAD_PARAM if there is no such type.
  struct from_fixed {
    from_fixed(const Fixed& number, UShort digits_value, UShort scale_value)
        : val(number), digits(digits_value), scale(scale_value) {}
    const Fixed& val;
    UShort digits;
    UShort scale;
  };
  /// A number to extract, of the type fixed<digits, scale>.
  struct to_fixed {
    to_fixed(Fixed& number, UShort digits_value, UShort scale_value)
        : val(number), digits(digits_value), scale(scale_value) {}
    Fixed& val;
    UShort digits;
    UShort scale;
  };
  /// A string with the bound; 0 means no bound. The Any keeps the string.
  struct to_string {
    to_string(const Char*& text, ULong bound_value) : val(text), bound(bound_value) {}
    const Char*& val;
    ULong bound;
  };
  /// Like to_string, for wide strings.
  struct to_wstring {
    to_wstring(const WChar*& text, ULong bound_value) : val(text), bound(bound_value) {}
    const WChar*& val;
    ULong bound;
  };
  /// A reference to an object of any interface. The caller owns it, unlike the results of all other extractions. If the
  /// Any holds no reference, the variable is nil.
  struct to_object {
    explicit to_object(Object_out object) : ref(object.ptr()) {}
    Object_ptr& ref;
  };

  /// A value of any valuetype (<dimma/classic/valuetypes/value_in_any.hpp>). The caller owns it, too.
  struct to_value {
    explicit to_value(ValueBase*& value) : ref(value) {}
    ValueBase*& ref;
  };

  Any();
  Any(const Any& other);
  Any(Any&& other) noexcept;
  ~Any();
  Any& operator=(const Any& other);
  Any& operator=(Any&& other) noexcept;

  /// Returns the TypeCode of the value, which the caller releases.
  TypeCode_ptr type() const;
  /// Replaces the TypeCode by an equivalent one. Throws BAD_TYPECODE if it is not equivalent.
  void type(TypeCode_ptr equivalent);

 private:
  friend class classic::AnyAccess;

  detail::AnyRoom room_;
  mutable void* decoded_;  // the values that extraction has decoded, a list that only grows
};

typedef VariableVar<Any> Any_var;
typedef VariableOut<Any> Any_out;

/// Insert a number. Boolean, Octet, Char and WChar are inserted by `Any::from_boolean` and so on.
void operator<<=(Any& any, Short value);
void operator<<=(Any& any, UShort value);
void operator<<=(Any& any, Long value);
void operator<<=(Any& any, ULong value);
void operator<<=(Any& any, LongLong value);
void operator<<=(Any& any, ULongLong value);
void operator<<=(Any& any, Float value);
void operator<<=(Any& any, Double value);
void operator<<=(Any& any, LongDouble value);
void operator<<=(Any& any, Any::from_boolean value);
void operator<<=(Any& any, Any::from_octet value);
void operator<<=(Any& any, Any::from_char value);
void operator<<=(Any& any, Any::from_wchar value);
void operator<<=(Any& any, Any::from_fixed number);
/// An error, since these types would otherwise be inserted as numbers.
template <class T>
typename std::enable_if<std::is_same<T, Boolean>::value || std::is_same<T, Octet>::value ||
                        std::is_same<T, Char>::value || std::is_same<T, WChar>::value>::type
operator<<=(Any& any, T value) = delete;

/// Insert a copy of a string. Throw BAD_PARAM for null.
void operator<<=(Any& any, const Char* text);
void operator<<=(Any& any, const WChar* text);
void operator<<=(Any& any, Any::from_string text);
void operator<<=(Any& any, Any::from_wstring text);

/// Insert an Any into an Any: a copy, or the Any itself, which is then owned. Throw BAD_PARAM for null.
void operator<<=(Any& any, const Any& value);
void operator<<=(Any& any, Any* value);

/// Insert a reference, which may be nil: duplicated, or taken over from the variable that the pointer refers to.
void operator<<=(Any& any, TypeCode_ptr type);
void operator<<=(Any& any, TypeCode_ptr* type);
void operator<<=(Any& any, Object_ptr object);
void operator<<=(Any& any, Object_ptr* object);

/// Extract a value. Return false and change nothing if the Any holds another type.
Boolean operator>>=(const Any& any, Short& value);
Boolean operator>>=(const Any& any, UShort& value);
Boolean operator>>=(const Any& any, Long& value);
Boolean operator>>=(const Any& any, ULong& value);
Boolean operator>>=(const Any& any, LongLong& value);
Boolean operator>>=(const Any& any, ULongLong& value);
Boolean operator>>=(const Any& any, Float& value);
Boolean operator>>=(const Any& any, Double& value);
Boolean operator>>=(const Any& any, LongDouble& value);
Boolean operator>>=(const Any& any, Any::to_boolean value);
Boolean operator>>=(const Any& any, Any::to_octet value);
Boolean operator>>=(const Any& any, Any::to_char value);
Boolean operator>>=(const Any& any, Any::to_wchar value);
Boolean operator>>=(const Any& any, Any::to_fixed number);
Boolean operator>>=(const Any& any, const Char*& text);
Boolean operator>>=(const Any& any, const WChar*& text);
Boolean operator>>=(const Any& any, Any::to_string text);
Boolean operator>>=(const Any& any, Any::to_wstring text);
Boolean operator>>=(const Any& any, const Any*& value);
Boolean operator>>=(const Any& any, TypeCode_ptr& type);
/// Extracts a reference of the type Object itself, which the Any keeps.
Boolean operator>>=(const Any& any, Object_ptr& object);
/// Extracts a reference of any interface, which the caller owns.
Boolean operator>>=(const Any& any, Any::to_object object);
/// Deprecated by the mapping: extract the same without `const`. The caller must not change it.
Boolean operator>>=(const Any& any, Char*& text);
Boolean operator>>=(const Any& any, WChar*& text);
Boolean operator>>=(const Any& any, Any*& value);

}  // namespace CORBA

template <>
struct codec<CORBA::Any> {
  enum { octets_min = 4 };
  static void write(Output& out, const CORBA::Any& value);
  static void read(Input& in, CORBA::Any& value);
};

/// Write and read a TypeCode. Writing nil throws BAD_PARAM; the caller owns the one that is read.
void write_typecode(Output& out, CORBA::TypeCode_ptr type);
CORBA::TypeCode_ptr read_typecode(Input& in);

template <>
struct codec<ObjectMember<CORBA::TypeCode> > {
  enum { octets_min = 4 };
  static void write(Output& out, const ObjectMember<CORBA::TypeCode>& value) { write_typecode(out, value.in()); }
  static void read(Input& in, ObjectMember<CORBA::TypeCode>& value) { value = read_typecode(in); }
};

template <>
struct detail::elements_codec<ObjectElements<CORBA::TypeCode> > {
  enum { octets_min = 4 };
  static void write(Output& out, CORBA::TypeCode* const* types, CORBA::ULong count);
  static void read(Input& in, CORBA::TypeCode** types, CORBA::ULong count);
};

}  // namespace classic
}  // namespace dimma
