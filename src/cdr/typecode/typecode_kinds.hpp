// The parts that the TypeCodes of each kind have (CORBA 3.3 part 2, 9.3.5.1).
#pragma once

#include <dimma/typecode.hpp>

namespace dimma::cdr {

// Written in place of a kind; refers to a TypeCode that was written before.
inline constexpr std::uint32_t typecode_indirection = 0xffff'ffff;

// Returns true if the kind has a repository id and a name.
constexpr bool is_named(CORBA::TCKind kind) noexcept {
  switch (kind) {
    case CORBA::TCKind::tk_objref:
    case CORBA::TCKind::tk_struct:
    case CORBA::TCKind::tk_union:
    case CORBA::TCKind::tk_enum:
    case CORBA::TCKind::tk_alias:
    case CORBA::TCKind::tk_except:
    case CORBA::TCKind::tk_value:
    case CORBA::TCKind::tk_value_box:
    case CORBA::TCKind::tk_native:
    case CORBA::TCKind::tk_abstract_interface:
    case CORBA::TCKind::tk_local_interface:
    case CORBA::TCKind::tk_component:
    case CORBA::TCKind::tk_home:
    case CORBA::TCKind::tk_event:
      return true;
    default:
      return false;
  }
}

constexpr bool is_value(CORBA::TCKind kind) noexcept {
  return kind == CORBA::TCKind::tk_value || kind == CORBA::TCKind::tk_event;
}

constexpr bool has_members(CORBA::TCKind kind) noexcept {
  return kind == CORBA::TCKind::tk_struct || kind == CORBA::TCKind::tk_union || kind == CORBA::TCKind::tk_enum ||
         kind == CORBA::TCKind::tk_except || is_value(kind);
}

constexpr bool has_typed_members(CORBA::TCKind kind) noexcept {
  return has_members(kind) && kind != CORBA::TCKind::tk_enum;
}

// Returns true if TypeCode::content_type() is valid for the kind.
constexpr bool has_content(CORBA::TCKind kind) noexcept {
  return kind == CORBA::TCKind::tk_sequence || kind == CORBA::TCKind::tk_array || kind == CORBA::TCKind::tk_alias ||
         kind == CORBA::TCKind::tk_value_box;
}

constexpr bool has_length(CORBA::TCKind kind) noexcept {
  return kind == CORBA::TCKind::tk_string || kind == CORBA::TCKind::tk_wstring || kind == CORBA::TCKind::tk_sequence ||
         kind == CORBA::TCKind::tk_array;
}

constexpr bool is_discriminator(CORBA::TCKind kind) noexcept {
  switch (kind) {
    case CORBA::TCKind::tk_boolean:
    case CORBA::TCKind::tk_char:
    case CORBA::TCKind::tk_octet:
    case CORBA::TCKind::tk_wchar:
    case CORBA::TCKind::tk_short:
    case CORBA::TCKind::tk_ushort:
    case CORBA::TCKind::tk_long:
    case CORBA::TCKind::tk_ulong:
    case CORBA::TCKind::tk_enum:
    case CORBA::TCKind::tk_longlong:
    case CORBA::TCKind::tk_ulonglong:
      return true;
    default:
      return false;
  }
}

// Returns true if the kind's parameters are encoded in an encapsulation.
constexpr bool is_complex(CORBA::TCKind kind) noexcept {
  return is_named(kind) || kind == CORBA::TCKind::tk_sequence || kind == CORBA::TCKind::tk_array;
}

}  // namespace dimma::cdr
