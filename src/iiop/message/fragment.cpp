#include "iiop/message/fragment.hpp"

#include <dimma/generated/cdr/codec.hpp>

#include <bit>
#include <cstring>

namespace dimma::iiop {

std::uint32_t named_request(const MessageHeader& header, const std::byte* message) noexcept {
  return cdr::detail::load<std::uint32_t>(message + request_id_at, header.order != std::endian::native);
}

void mark(std::byte* message, const MessageHeader& header) noexcept {
  message[flags_offset] &= ~more_fragments_flag;
  if (header.more_fragments) message[flags_offset] |= more_fragments_flag;
  set_size(message, header.order, header.message_octets());
}

void set_size(std::byte* message, std::endian order, std::size_t message_octets) noexcept {
  auto size = static_cast<std::uint32_t>(message_octets - header_octets);
  if (order != std::endian::native) size = cdr::reversed(size);
  std::memcpy(message + size_offset, &size, sizeof size);
}

const char* describe(FragmentOutcome outcome) noexcept {
  switch (outcome) {
    case FragmentOutcome::complete:
      return "a whole message";
    case FragmentOutcome::incomplete:
      return "a message in progress";
    case FragmentOutcome::stray:
      return "a fragment without a message in progress";
    case FragmentOutcome::malformed:
      return "a malformed or misplaced fragment";
    case FragmentOutcome::too_large:
      return "fragments that exceed the message size limit (--dimma-max-message)";
    case FragmentOutcome::too_many:
      return "too many fragmented messages at once, or too many fragments of one message";
  }
  return "unknown";
}

Fault fault_of(FragmentOutcome outcome) {
  const bool is_too_large = outcome == FragmentOutcome::too_large;
  return {is_too_large ? Fault::Kind::too_large : Fault::Kind::malformed, describe(outcome)};
}

}  // namespace dimma::iiop
