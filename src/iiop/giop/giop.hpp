#pragma once
// The parts that all GIOP messages share (CORBA 3.3 part 2, 9.4). The same code serves versions 1.0, 1.1 and 1.2, with
// the minor version as a parameter. It does no I/O, uses no threads, and does not allocate on the path of a call:
// decoded headers are views of the message.
//
//   octet  0    4     6       7      8      12
//          GIOP major minor   flags  type   size of what follows   the rest, aligned from octet 0
//               1     0..2    (1.0: the byte order alone)
//
// Reading: body_of() returns a decoder for a message from a MessageReader, positioned after the 12 octets above.
// read_request_header() and similar functions decode the rest of the header and leave the decoder at the body.
// Writing: begin_...() writes the header from the encoder's first octet on; the arguments follow; end_message() sets
// the size. Reading a malformed message throws CORBA::MARSHAL, whose text names the offset in the message.

#include "cdr/stream/exceptions.hpp"
#include "iiop/giop/fault.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/iop.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dimma::iiop {

using OctetView = std::span<const std::byte>;

inline constexpr std::uint8_t giop_minor_max = 2;
inline constexpr std::size_t header_octets = 12;
inline constexpr std::size_t size_offset = 8;  // in the header

enum class MessageType : std::uint8_t {
  request = 0,
  reply = 1,
  cancel_request = 2,
  locate_request = 3,
  locate_reply = 4,
  close_connection = 5,
  message_error = 6,
  fragment = 7,  // since GIOP 1.1
};
const char* to_string(MessageType type) noexcept;

struct MessageHeader {
  std::uint8_t minor = giop_minor_max;
  std::endian order = std::endian::native;
  bool more_fragments = false;
  MessageType type = MessageType::request;
  std::uint32_t size = 0;  // without the 12 octets of the header

  std::size_t message_octets() const noexcept { return header_octets + std::size_t{size}; }
};

enum class HeaderFault : std::uint8_t {
  none,
  magic,          // not GIOP
  version,        // not 1.0, 1.1 or 1.2
  flags,          // GIOP 1.0: the byte order is neither 0 nor 1
  type,           // that GIOP version has no such message
  fragmentation,  // announces fragments of a message that cannot have any
  too_large,      // above the limit for one message
};

struct ParsedHeader {
  MessageHeader header;
  HeaderFault fault = HeaderFault::none;

  explicit operator bool() const noexcept { return fault == HeaderFault::none; }
};

// True if a message of that type may be sent in fragments (9.4.9).
bool may_be_fragmented(MessageType type, std::uint8_t minor) noexcept;

// Inline, because it is on the path of every message.
[[gnu::always_inline]] inline ParsedHeader parse_header(std::span<const std::byte, header_octets> octets,
                                                        std::size_t message_octets_max) noexcept {
  constexpr std::uint8_t little_endian = 1;
  constexpr std::uint8_t more_fragments = 2;
  ParsedHeader parsed;
  MessageHeader& header = parsed.header;
  header.minor = std::to_integer<std::uint8_t>(octets[5]);
  const auto flags = std::to_integer<std::uint8_t>(octets[6]);
  header.order = (flags & little_endian) != 0 ? std::endian::little : std::endian::big;
  header.more_fragments = (flags & more_fragments) != 0;
  header.type = static_cast<MessageType>(octets[7]);
  header.size = cdr::detail::load<std::uint32_t>(octets.data() + 8, header.order != std::endian::native);
  if (std::memcmp(octets.data(), "GIOP", 4) != 0) {
    parsed.fault = HeaderFault::magic;
  } else if (octets[4] != std::byte{1} || header.minor > giop_minor_max) {
    parsed.fault = HeaderFault::version;
  } else if (header.minor == 0 && flags > little_endian) {
    parsed.fault = HeaderFault::flags;
  } else if (header.type > (header.minor == 0 ? MessageType::message_error : MessageType::fragment)) {
    parsed.fault = HeaderFault::type;
  } else if (header.more_fragments && !may_be_fragmented(header.type, header.minor)) {
    parsed.fault = HeaderFault::fragmentation;
  } else if (header.message_octets() > message_octets_max) {
    parsed.fault = HeaderFault::too_large;
  }
  return parsed;
}

// Describes the fault of a header that parse_header() refused: "magic 48 54 54 50 instead of GIOP".
std::string describe(HeaderFault fault, std::span<const std::byte, header_octets> octets);
Fault fault_of(HeaderFault fault, std::span<const std::byte, header_octets> octets);

// Returns a decoder for a whole message, positioned after the header, or after `behind` octets. Offsets that the
// decoder reports count from the message's first octet.
inline cdr::Decoder body_of(const MessageHeader& header, OctetView message, CORBA::CompletionStatus completed,
                            std::size_t behind = header_octets) {
  cdr::Decoder in(message, header.order, completed);
  in.skip(behind);
  return in;
}

// Makes the decoder use the cdr::PartEnds that follow a GIOP 1.1 message assembled from fragments. Such a message still
// has the more-fragments flag. Called with a decoder from body_of(), before anything is read.
void heed_parts(cdr::Decoder& in);
// Returns the octets of a message and of the cdr::PartEnds that follow it, if any. A copy of the message needs both.
OctetView with_part_ends(const MessageHeader& header, OctetView message) noexcept;

// Writes the 12 octets of a header except for the size.
void write_header(std::byte* at, std::uint8_t minor, MessageType type, std::endian order) noexcept;

// Starts a message at the encoder's first octet, and discards the encoder's contents. end_message() sets the size.
void begin_message(cdr::Encoder& out, std::uint8_t minor, MessageType type);

// The position of the body of a Request or Reply, for end_message().
struct BodyMark {
  std::size_t header_end;
  std::size_t body_start;
};
// In GIOP 1.2, the body of a Request or Reply begins at a multiple of 8, unless it is empty (9.4.2.3).
inline BodyMark begin_body(cdr::Encoder& out, std::uint8_t minor) {
  const std::size_t header_end = out.size();
  if (minor >= 2) out.align(8);
  return {header_end, out.size()};
}
// Skips the padding in front of a received body. Some senders pad even if the body is empty.
inline void align_body(cdr::Decoder& in) {
  const std::size_t padding = (8 - in.position()) & 7U;
  in.skip(padding <= in.remaining() ? padding : std::min(padding, in.left()));
}
[[noreturn]] void message_too_large(std::size_t octets);
// Sets the size of the message. Throws CORBA::MARSHAL if the message has 4 GiB or more.
[[gnu::always_inline]] inline void end_message(cdr::Encoder& out) {
  if (out.drained() != 0) return;  // the header has been sent, with a size known in advance
  const std::size_t size = out.size() + out.buffer().elsewhere() - header_octets;
  if (size > 0xffff'ffffU) message_too_large(out.message_octets());
  out.patch(size_offset, static_cast<std::uint32_t>(size));
}
[[gnu::always_inline]] inline void end_message(cdr::Encoder& out, BodyMark body) {
  if (out.size() == body.body_start && out.drained() == 0) out.truncate(body.header_end);
  end_message(out);
}

// An IOP::ServiceContext.
struct ServiceContext {
  std::uint32_t id = 0;
  OctetView data;
};

// A view of a list of service contexts in a message. The constructor checks the list, so iterating over it cannot fail.
class ServiceContexts {
 public:
  ServiceContexts() noexcept = default;
  // Decodes the list. Throws CORBA::MARSHAL.
  explicit ServiceContexts(cdr::Decoder& in) : order_(in.order()), count_(in.get_length(context_octets_min)) {
    if (count_ != 0) check(in);
  }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = ServiceContext;
    using difference_type = std::ptrdiff_t;
    using pointer = const ServiceContext*;
    using reference = ServiceContext;

    Iterator() noexcept : in_({}) {}
    ServiceContext operator*() const;
    Iterator& operator++();
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& left, const Iterator& right) noexcept { return left.left_ == right.left_; }

   private:
    friend class ServiceContexts;
    Iterator(cdr::Decoder in, std::uint32_t left) noexcept : in_(in), left_(left) {}

    cdr::Decoder in_;
    std::uint32_t left_ = 0;
  };

  Iterator begin() const noexcept { return {cdr::Decoder(octets_, order_, CORBA::COMPLETED_NO, position_), count_}; }
  Iterator end() const noexcept { return {}; }
  std::uint32_t size() const noexcept { return count_; }
  bool empty() const noexcept { return count_ == 0; }
  // Returns the data of the first context with that id, if there is one.
  std::optional<OctetView> find(std::uint32_t id) const;

 private:
  static constexpr std::size_t context_octets_min = 8;
  void check(cdr::Decoder& in);

  OctetView octets_;  // the octets after the count
  std::endian order_ = std::endian::native;
  std::uint8_t position_ = 0;  // the position of octets_ in the message, modulo 8
  std::uint32_t count_ = 0;
};

void write_service_contexts(cdr::Encoder& out, std::span<const ServiceContext> contexts);
// Convert to and from the form that interceptors use.
inline ServiceContext view_of(const iop::ServiceContext& context) noexcept {
  return {context.context_id(), std::as_bytes(std::span(context.context_data()))};
}
std::vector<iop::ServiceContext> copies_of(const ServiceContexts& contexts);

// Write complete messages, which need no end_message().
void write_cancel_request(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id);
void write_close_connection(cdr::Encoder& out, std::uint8_t minor);
void write_message_error(cdr::Encoder& out, std::uint8_t minor);
inline std::uint32_t read_cancel_request(cdr::Decoder& in) { return in.get<std::uint32_t>(); }

}  // namespace dimma::iiop
