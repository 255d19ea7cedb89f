// Converts text between code sets. All functions throw CORBA::DATA_CONVERSION, whose detail names the character that
// cannot be converted, and CORBA::CODESET_INCOMPATIBLE if there is no code set to convert to.
#pragma once

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/text.hpp>

#include <string>
#include <string_view>

namespace dimma::cdr {

// Convert strings between the native and the transmission code set. `form` must be one that requires a conversion.
std::string to_transmission(std::string_view native, NarrowForm form);
std::string from_transmission(std::string_view sent, NarrowForm form, CORBA::CompletionStatus completed);

// Convert wide text between code points and 16-bit units.
std::u16string to_units(std::wstring_view text, WideForm form);
std::wstring from_units(std::u16string_view units, WideForm form, CORBA::CompletionStatus completed);

// Throw CORBA::CODESET_INCOMPATIBLE if text in that form cannot be converted. The second function, for wide text, also
// throws CORBA::MARSHAL in GIOP 1.0, and CORBA::INV_OBJREF if the object accepts no wide characters.
void require_usable(NarrowForm form, CORBA::CompletionStatus completed);
void require_usable(TextForm form, CORBA::CompletionStatus completed);

// Throws with a detail such as "the character U+D800 at index 3 cannot be represented in UTF-16".
[[noreturn]] void no_image(std::uint32_t character, std::size_t index, const char* code_set,
                           CORBA::CompletionStatus completed);

}  // namespace dimma::cdr
