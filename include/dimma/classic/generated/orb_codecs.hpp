#pragma once
/// The codec of the enumeration of module CORBA that IDL files use after `#include <orb.idl>`. For codec.hpp; internal
/// to dimma.

#include <dimma/classic/generated/basic_codec.hpp>
#include <dimma/classic/typecode.hpp>

namespace dimma {
namespace classic {

template <>
struct codec<CORBA::TCKind> : enum_codec<CORBA::TCKind, CORBA::tk_event + 1> {};

}  // namespace classic
}  // namespace dimma
