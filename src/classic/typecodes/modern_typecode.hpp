#pragma once
// TypeCodes of the modern mapping within those of the classic one.

#include <dimma/classic/typecode.hpp>
#include <dimma/typecode.hpp>

#include <utility>

namespace dimma::classic {

class TypeCodeAccess {
 public:
  // Returns the modern TypeCode, which is decoded if this is the first use of a constant of generated code.
  static const ::CORBA::TypeCode& modern(const CORBA::TypeCode& type) {
    if (type.source_ != nullptr && type.octets_ == 0) return *static_cast<const ::CORBA::TypeCode*>(type.source_);
    return **decoded(type);
  }

  // Makes a constant of the classic mapping from one of the modern mapping.
  static constexpr CORBA::TypeCode constant(const ::CORBA::TypeCode& modern) {
    return CORBA::TypeCode(&modern, 0, nullptr, 0);
  }

  // Returns a new TypeCode, which the caller owns; null for nil.
  static CORBA::TypeCode_ptr classic(::CORBA::typecode_reference type) {
    return type ? new Counted(std::move(type)) : nullptr;
  }

  static void add_ref(CORBA::TypeCode& type) noexcept;
  static void remove_ref(CORBA::TypeCode& type) noexcept;

 private:
  // A TypeCode that was received or made at run time.
  class Counted final : public CORBA::TypeCode {
   public:
    explicit Counted(::CORBA::typecode_reference type)
        : CORBA::TypeCode(nullptr, 0, &held_, 1), held_(std::move(type)) {}

   private:
    ::CORBA::typecode_reference held_;
  };

  static const ::CORBA::typecode_reference* decoded(const CORBA::TypeCode& type);
};

// Returns the modern reference of a classic TypeCode; nil for null.
inline ::CORBA::typecode_reference modern_of(const CORBA::TypeCode* type) {
  return type == nullptr ? ::CORBA::typecode_reference() : TypeCodeAccess::modern(*type)._reference();
}

}  // namespace dimma::classic
