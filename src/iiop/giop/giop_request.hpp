#pragma once
// Request and LocateRequest (CORBA 3.3 part 2, 9.4.2 and 9.4.5).

#include "cdr/stream/same_octets.hpp"
#include "iiop/giop/giop.hpp"

#include <string_view>
#include <vector>

namespace dimma::iiop {

// The response_flags of GIOP 1.2. In versions 1.0 and 1.1, a boolean states whether a response is expected.
enum class Response : std::uint8_t {
  none = 0,         // oneway, SYNC_NONE or SYNC_WITH_TRANSPORT
  with_server = 1,  // answered before the upcall
  with_target = 3,  // answered by the object
};

// The form in which GIOP 1.2 names the target (GIOP::AddressingDisposition).
enum class Addressing : std::int16_t { key = 0, profile = 1, reference = 2 };

// The differences between a client's next request on a connection and an ordinary one. The first request names the
// client's code sets and, to a dimma server, the type of the client's ORB. A request may also announce the addresses at
// which the client can be called back, or name the target by something other than the key.
class HeaderForm {
 public:
  using Bits = std::uint8_t;
  static constexpr Bits introducing = 1;
  static constexpr Bits offering = 8;  // the bit after the two of the addressing

  constexpr explicit HeaderForm(Bits bits) noexcept : bits_(bits) {}
  bool is_plain() const noexcept { return bits_ == 0; }
  bool introduces() const noexcept { return (bits_ & introducing) != 0; }
  bool offers() const noexcept { return (bits_ & offering) != 0; }
  Addressing addressing() const noexcept { return static_cast<Addressing>((bits_ >> 1U) & 3U); }
  static constexpr Bits bits_of(Addressing addressing) noexcept {
    return static_cast<Bits>(static_cast<unsigned>(addressing) << 1U);
  }

 private:
  Bits bits_;
};

struct RequestHeader {
  std::uint32_t request_id = 0;
  Response response = Response::with_target;
  Addressing addressing = Addressing::key;  // how the target was named; the key is extracted in each case
  OctetView object_key;
  std::string_view operation;
  ServiceContexts contexts;

  bool response_expected() const noexcept { return response != Response::none; }
};
// Decodes the header of a Request with a decoder from body_of(), and leaves `in` at the body. All views are into the
// message.
RequestHeader read_request_header(cdr::Decoder& in, std::uint8_t minor);

struct LocateRequestHeader {
  std::uint32_t request_id = 0;
  Addressing addressing = Addressing::key;
  OctetView object_key;
};
LocateRequestHeader read_locate_request(cdr::Decoder& in, std::uint8_t minor);

// The target of a request. The views must be valid only while a RequestTemplate is made or a LocateRequest is written.
// `profile_tag` and `profile` are used only for a server that answered NEEDS_ADDRESSING_MODE.
struct Target {
  OctetView object_key;
  Addressing addressing = Addressing::key;  // other values require GIOP 1.2
  std::uint32_t profile_tag = 0;
  OctetView profile = {};
};

// Describes the header that a RequestTemplate last wrote at the beginning of a buffer.
struct StandingHeader {
  std::uint64_t of = 0;  // the number of the template; 0: there is no header
  std::uint32_t octets = 0;
  std::uint32_t name_octets = 0;  // the length of the operation's name
  Response response = Response::none;
};

// The parts of a Request that are fixed at bind time, encoded once. A call copies them and sets the fields that differ.
// Immutable and thread-safe.
class RequestTemplate {
 public:
  RequestTemplate(std::uint8_t minor, const Target& target, std::endian order = std::endian::native,
                  std::span<const ServiceContext> contexts = {});

  // Writes the header of a Request from the encoder's first octet on. The encoder must have the template's byte order.
  // The body follows between begin_body() and end_message().
  void write(cdr::Encoder& out, std::uint32_t request_id, std::string_view operation, Response response) const;
  // Like write(), but sets only the request id if the encoder's buffer already holds the same header. `standing`
  // describes the header in the buffer, and is updated.
  [[gnu::always_inline]] void write_over(cdr::Encoder& out, StandingHeader& standing, std::uint32_t request_id,
                                         std::string_view operation, Response response) const {
    const std::byte* const name = out.buffer().data() + before_operation_.size() + sizeof(std::uint32_t);
    if (standing.of == number_ && standing.name_octets == operation.size() && standing.response == response &&
        cdr::is_same_text(name, operation.data(), operation.size())) {
      out.append(standing.octets);
      out.patch(request_id_at_, request_id);
      return;
    }
    write(out, request_id, operation, response);
    standing = {number_, static_cast<std::uint32_t>(out.size()), static_cast<std::uint32_t>(operation.size()),
                response};
  }

  std::uint8_t minor() const noexcept { return minor_; }
  std::endian order() const noexcept { return order_; }

 private:
  static std::uint64_t next_number() noexcept;

  std::uint64_t number_ = next_number();  // unique; a copy keeps it, because it writes the same header
  std::uint8_t minor_;
  std::endian order_;
  std::size_t request_id_at_ = 0;
  std::size_t response_at_ = 0;
  std::vector<std::byte> before_operation_;  // from the first octet to a multiple of 4
  std::vector<std::byte> after_operation_;   // needs an alignment of 4
};

// Writes a complete LocateRequest, which needs no end_message().
void write_locate_request(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, const Target& target);

}  // namespace dimma::iiop
