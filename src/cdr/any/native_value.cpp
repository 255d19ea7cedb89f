#include "cdr/any/native_value.hpp"

#include "cdr/typecode/typecode_kinds.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace dimma::cdr {

namespace {

using CORBA::TCKind;
using CORBA::TypeCode;

std::size_t number_octets(TCKind kind) noexcept {
  switch (kind) {
    case TCKind::tk_octet:
      return 1;
    case TCKind::tk_short:
    case TCKind::tk_ushort:
      return 2;
    case TCKind::tk_long:
    case TCKind::tk_ulong:
    case TCKind::tk_float:
      return 4;
    case TCKind::tk_longlong:
    case TCKind::tk_ulonglong:
    case TCKind::tk_double:
      return 8;
    default:
      return 0;
  }
}

template <class Number>
void put_number(Encoder& out, const std::byte* value) {
  Number number = 0;
  std::memcpy(&number, value, sizeof number);
  out.put(number);
}

}  // namespace

NativeLayout native_layout(const TypeCode& aliased) {
  const TypeCode& type = aliased._without_aliases();
  if (const std::size_t octets = number_octets(type.kind()); octets != 0) return {octets, octets};
  if (type.kind() == TCKind::tk_array) {
    const NativeLayout element = native_layout(*type._description().content);
    return {element.octets * type._description().length, element.alignment};
  }
  if (type.kind() != TCKind::tk_struct) return {};
  NativeLayout whole;
  for (const auto& member : type._description().members) {
    const NativeLayout part = native_layout(*member.type);
    if (part.octets == 0) return {};
    whole.octets = detail::rounded_up(whole.octets, part.alignment) + part.octets;
    whole.alignment = std::max(whole.alignment, part.alignment);
  }
  whole.octets = detail::rounded_up(whole.octets, whole.alignment);
  return whole;
}

void write_native(Encoder& out, const TypeCode& aliased, const std::byte* value) {
  const TypeCode& type = aliased._without_aliases();
  switch (number_octets(type.kind())) {
    case 1:
      return put_number<std::uint8_t>(out, value);
    case 2:
      return put_number<std::uint16_t>(out, value);
    case 4:
      return put_number<std::uint32_t>(out, value);
    case 8:
      return put_number<std::uint64_t>(out, value);
    default:
      break;
  }
  if (type.kind() == TCKind::tk_array) {
    const std::size_t octets = native_layout(*type._description().content).octets;
    for (std::uint32_t i = 0; i < type._description().length; ++i, value += octets) {
      write_native(out, *type._description().content, value);
    }
    return;
  }
  std::size_t at = 0;
  for (const auto& member : type._description().members) {
    const NativeLayout part = native_layout(*member.type);
    at = detail::rounded_up(at, part.alignment);
    write_native(out, *member.type, value + at);
    at += part.octets;
  }
}

}  // namespace dimma::cdr
