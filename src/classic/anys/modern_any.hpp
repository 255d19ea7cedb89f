#pragma once
// The Any of the modern mapping within a classic one.

#include "classic/anys/held_value.hpp"

#include <dimma/any.hpp>
#include <dimma/classic/any.hpp>

namespace dimma::classic {

// A value that extraction has decoded. An Any has a list of them, one for each C++ type.
struct DecodedValue {
  OwnedValue value;
  const DecodedValue* next;
};

class AnyAccess {
 public:
  static const ::CORBA::Any& modern(const CORBA::Any& any) noexcept;
  static ::CORBA::Any& contents(CORBA::Any& any) noexcept;
  // Replaces the contents.
  static void set(CORBA::Any& any, ::CORBA::Any contents) noexcept;

  // Returns the value that was decoded by `how`; null if there is none.
  static const void* decoded(const CORBA::Any& any, const ValueType& how) noexcept;
  // Adds a decoded value, unless another thread has done so, and returns the one that the Any keeps.
  static const void* keep(const CORBA::Any& any, OwnedValue value);

  static void construct(CORBA::Any& any, ::CORBA::Any contents) noexcept;
  static void destroy(CORBA::Any& any) noexcept;
  static void take(CORBA::Any& any, CORBA::Any& other) noexcept;

 private:
  static void forget_decoded(CORBA::Any& any) noexcept;
};

}  // namespace dimma::classic
