#pragma once
// The number of the modern mapping within one of the classic mapping.

#include <dimma/classic/values/fixed.hpp>
#include <dimma/fixed.hpp>

#include <cstring>
#include <type_traits>

namespace dimma::classic {

class FixedAccess {
 public:
  static IDL::fixed_number modern(const CORBA::Fixed& number) noexcept {
    IDL::fixed_number copy;
    std::memcpy(&copy, number.room_, sizeof copy);
    return copy;
  }

  // Removes the zeros at the end of the digits after the point.
  static void set(CORBA::Fixed& number, const IDL::fixed_number& value);
  static CORBA::Fixed classic(const IDL::fixed_number& value) {
    CORBA::Fixed number;
    set(number, value);
    return number;
  }

 private:
  static_assert(sizeof(IDL::fixed_number) <= sizeof CORBA::Fixed::room_);
  static_assert(std::is_trivially_copyable_v<IDL::fixed_number>);
};

}  // namespace dimma::classic
