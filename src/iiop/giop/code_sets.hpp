#pragma once
// Code set negotiation (CORBA 3.3 part 2, 7.10.2). References name the code sets that a server accepts. The client
// chooses among them, and announces its choice in a service context of the first request on each connection. The
// numbers are those of the OSF registry.

#include "cdr/text/code_sets.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/giop/profile_components.hpp"

#include <dimma/generated/cdr/text.hpp>

#include <cstdint>

namespace dimma::iiop {

using cdr::code_set_latin1;
using cdr::code_set_ucs2;
using cdr::code_set_utf16;
using cdr::code_set_utf8;
inline constexpr std::uint32_t context_code_sets = 1;  // IOP::CodeSets

// The code sets that dimma accepts: for char ISO 8859-1 and UTF-8, one of them as the native one; for wchar UTF-16 and
// UCS-2.
CodeSets own_code_sets(std::uint32_t native_code_set = code_set_utf8);

// The code sets on which a client and a server agree; 0 if there is none. `wide_offered` is false if the server accepts
// no wide characters at all.
struct AgreedCodeSets {
  std::uint32_t for_char = 0;
  std::uint32_t for_wchar = 0;
  bool wide_offered = true;

  friend bool operator==(const AgreedCodeSets&, const AgreedCodeSets&) = default;
};
// Chooses the code sets by the steps of CORBA 3.3 part 2, 7.10.2.6.
AgreedCodeSets agree(const CodeSets& client, const CodeSets& server);

// Like agree() above, for the components of a reference. If none of them names code sets, assumes that the server
// accepts ISO 8859-1 and, as most do, UTF-16. Throws CORBA::INV_OBJREF if the component is malformed.
AgreedCodeSets agree(const std::vector<channel::Tagged>& components, std::uint32_t native_code_set = code_set_utf8);

cdr::TextForm text_form(const AgreedCodeSets& agreed, std::uint8_t giop_minor,
                        std::uint32_t native_code_set = code_set_utf8);
// The text form of a client that has sent no code sets yet.
cdr::TextForm assumed_text_form(std::uint32_t native_code_set);

// Encodes a CONV_FRAME::CodeSetContext.
channel::Octets encode_context(const AgreedCodeSets& agreed);
// Returns the code sets that a connection's client has chosen; ISO 8859-1 and UTF-16 if the context is missing or
// malformed.
AgreedCodeSets read_context(const ServiceContexts& contexts);

}  // namespace dimma::iiop
