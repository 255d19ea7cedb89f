#pragma once
// The text of a system exception, for which GIOP has no field. A reply carries it in a dimma-specific service context,
// which other ORBs ignore: an encapsulated string, in UTF-8 unless the exception's detail is not.

#include "iiop/giop/giop.hpp"

#include <dimma/iop.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dimma::iiop {

inline constexpr std::uint32_t context_exception_text = 0x64696d02;
inline constexpr std::size_t exception_text_octets_max = 1024;

// Cuts the text to at most exception_text_octets_max octets, and not within a UTF-8 character.
std::string_view cut_exception_text(std::string_view text) noexcept;

iop::ServiceContext exception_text(std::string_view text);

// Returns the text, with control characters replaced by blanks, because they could affect a terminal. Empty if there is
// no text, or if it is malformed or longer than exception_text_octets_max. Throws std::bad_alloc.
std::string read_exception_text(const ServiceContexts& contexts);

}  // namespace dimma::iiop
