#pragma once
// The text of a system exception, which GIOP has no room for. It is sent in a service context of dimma's own in the
// reply. Its data is an encapsulated string, in UTF-8 unless the exception's detail is not. Other ORBs ignore it.

#include "iiop/giop/giop.hpp"

#include <dimma/iop.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::iiop {

inline constexpr std::uint32_t context_exception_text = 0x64696d02;
inline constexpr std::size_t exception_text_octets_max = 1024;

// Returns no more of the text than that, and no part of a character.
std::string_view cut_exception_text(std::string_view text) noexcept;

iop::ServiceContext exception_text(std::string_view text);

// The text, with blanks for control characters, which might do things to a terminal. Empty if there is none, or if it
// is malformed or longer than what is sent. Throws std::bad_alloc.
std::string read_exception_text(const ServiceContexts& contexts);

}  // namespace dimma::iiop
