#include "iiop/giop/giop_request.hpp"

#include "base/sync/sync.hpp"
#include "iiop/giop/profile.hpp"

#include <dimma/generated/cdr/short_text.hpp>
#include <dimma/minor.hpp>

#include <cstring>
#include <string>

namespace dimma::iiop {

namespace {

OctetView read_octets(cdr::Decoder& in) { return in.get_octets(in.get_length(1)); }

void write_octets(cdr::Encoder& out, OctetView octets) {
  out.put_length(octets.size());
  out.put_octets(octets);
}

[[noreturn]] void no_such_target(const cdr::Decoder& in, const std::string& what) {
  throw CORBA::MARSHAL(minor::marshal_addressing, in.completed(),
                       "a target named by " + what + ", before offset " + std::to_string(in.offset()));
}

OctetView key_of_profile(const cdr::Decoder& in, std::uint32_t tag, OctetView profile) {
  if (tag != tag_internet_iop) no_such_target(in, "a profile with tag " + std::to_string(tag));
  return object_key_view(profile, in.completed());
}

// Reads a GIOP::IORAddressingInfo: the index of a profile, and the reference that contains the profile.
OctetView key_of_reference(cdr::Decoder& in) {
  const auto selected = in.get<std::uint32_t>();
  in.get_string_view();  // type id
  constexpr std::size_t profile_octets_min = 8;
  const std::uint32_t count = in.get_length(profile_octets_min);
  if (selected >= count) {
    no_such_target(in, "profile " + std::to_string(selected) + " of a reference with " + std::to_string(count));
  }
  OctetView key;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto tag = in.get<std::uint32_t>();
    const OctetView profile = read_octets(in);
    if (i == selected) key = key_of_profile(in, tag, profile);
  }
  return key;
}

// Reads a GIOP::TargetAddress.
OctetView read_target(cdr::Decoder& in, Addressing& addressing) {
  const auto mode = in.get<std::int16_t>();
  addressing = static_cast<Addressing>(mode);
  switch (addressing) {
    case Addressing::key:
      return read_octets(in);
    case Addressing::profile: {
      const auto tag = in.get<std::uint32_t>();
      const OctetView profile = read_octets(in);
      return key_of_profile(in, tag, profile);
    }
    case Addressing::reference:
      return key_of_reference(in);
  }
  no_such_target(in, "addressing mode " + std::to_string(mode));
}

void write_target(cdr::Encoder& out, const Target& target) {
  out.put(static_cast<std::int16_t>(target.addressing));
  switch (target.addressing) {
    case Addressing::key:
      write_octets(out, target.object_key);
      return;
    case Addressing::profile:
      out.put(target.profile_tag);
      write_octets(out, target.profile);
      return;
    case Addressing::reference:
      out.put(std::uint32_t{0});  // the index of the profile: the reference has only this one
      out.put_string({});
      out.put(std::uint32_t{1});
      out.put(target.profile_tag);
      write_octets(out, target.profile);
      return;
  }
}

Response read_response(cdr::Decoder& in, std::uint8_t minor) {
  if (minor < 2) return in.get_boolean() ? Response::with_target : Response::none;
  constexpr unsigned defined_bits = 3;
  switch (in.get<std::uint8_t>() & defined_bits) {
    case 0:
      return Response::none;
    case 1:
      return Response::with_server;
    case 3:
      return Response::with_target;
    default:
      in.malformed("invalid response flags");
  }
}

constexpr std::size_t reserved_octets = 3;

// Reads in one step the header of nearly all GIOP 1.2 requests, addressed by key and without service contexts:
//   octet 12: id; 16: response flags; 20: addressing; 24: length of the key; 28: key; then, each at a multiple of 4,
//   length of the operation's name, name with its zero, number of contexts
// Returns false, and reads nothing, for any other header and for a malformed one, which read_request_header() reports.
bool read_plain_header(cdr::Decoder& in, RequestHeader& header) {
  constexpr std::size_t key_at = 16;
  constexpr std::size_t ulong_octets = 4;
  constexpr auto padded = [](std::size_t octets) { return (octets + 3) & ~std::size_t{3}; };
  const std::byte* const at = in.rest().data();
  const std::size_t octets = in.remaining();
  const bool swap = in.order() != std::endian::native;
  const auto ulong_at = [at, swap](std::size_t offset) { return cdr::detail::load<std::uint32_t>(at + offset, swap); };

  if (in.position() != header_octets % 8 || octets < key_at) return false;
  const auto flags = std::to_integer<std::uint8_t>(at[4]) & 3U;
  if (flags == 2 || at[8] != std::byte{0} || at[9] != std::byte{0}) return false;
  const std::size_t key_octets = ulong_at(12);
  if (key_octets > octets - key_at) return false;
  const std::size_t name_at = padded(key_at + key_octets) + ulong_octets;
  if (name_at > octets) return false;
  const std::size_t name_octets = ulong_at(name_at - ulong_octets);
  if (name_octets == 0 || name_octets > octets - name_at) return false;
  const std::size_t contexts_at = padded(name_at + name_octets);
  if (contexts_at + ulong_octets > octets || ulong_at(contexts_at) != 0) return false;
  const char* const name = reinterpret_cast<const char*>(at + name_at);
  if (name[name_octets - 1] != 0) return false;

  header.request_id = ulong_at(0);
  header.response = static_cast<Response>(flags);
  header.object_key = {at + key_at, key_octets};
  header.operation = {name, name_octets - 1};
  in.skip(contexts_at + ulong_octets);
  return true;
}

}  // namespace

RequestHeader read_request_header(cdr::Decoder& in, std::uint8_t minor) {
  RequestHeader header;
  if (minor >= 2 && read_plain_header(in, header)) {
    align_body(in);
    return header;
  }
  if (minor >= 2) {
    header.request_id = in.get<std::uint32_t>();
    header.response = read_response(in, minor);
    in.skip(reserved_octets);
    header.object_key = read_target(in, header.addressing);
    header.operation = in.get_string_view();
    header.contexts = ServiceContexts(in);
    align_body(in);
    return header;
  }
  heed_parts(in);
  header.contexts = ServiceContexts(in);
  header.request_id = in.get<std::uint32_t>();
  header.response = read_response(in, minor);
  if (minor == 1) in.skip(reserved_octets);
  header.object_key = read_octets(in);
  header.operation = in.get_string_view();
  read_octets(in);  // the principal, which is not used
  return header;
}

LocateRequestHeader read_locate_request(cdr::Decoder& in, std::uint8_t minor) {
  LocateRequestHeader header;
  header.request_id = in.get<std::uint32_t>();
  header.object_key = minor >= 2 ? read_target(in, header.addressing) : read_octets(in);
  return header;
}

std::uint64_t RequestTemplate::next_number() noexcept {
  static sync::Atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

RequestTemplate::RequestTemplate(std::uint8_t minor, const Target& target, std::endian order,
                                 std::span<const ServiceContext> contexts)
    : minor_(minor), order_(order) {
  cdr::Buffer buffer(256);
  cdr::Encoder out(buffer, order);
  begin_message(out, minor, MessageType::request);
  if (minor < 2) write_service_contexts(out, contexts);
  out.align(4);
  request_id_at_ = out.size();
  out.put(std::uint32_t{0});
  response_at_ = out.size();
  out.put(std::uint8_t{0});
  if (minor >= 1) {
    for (std::size_t i = 0; i < reserved_octets; ++i) out.put(std::uint8_t{0});
  }
  if (minor >= 2) {
    write_target(out, target);
  } else {
    write_octets(out, target.object_key);
  }
  out.align(4);
  before_operation_.assign(out.octets().begin(), out.octets().end());

  out.reset();
  if (minor >= 2) {
    write_service_contexts(out, contexts);
  } else {
    out.put(std::uint32_t{0});  // no principal
  }
  after_operation_.assign(out.octets().begin(), out.octets().end());
}

namespace {

// Copies octets that are usually so few that a call of memcpy would cost more than the copy.
void copy_few(std::byte* to, const void* from, std::size_t octets) noexcept {
  if (octets <= cdr::detail::short_text_max) {
    cdr::detail::copy_short(to, from, octets);
  } else {
    std::memcpy(to, from, octets);
  }
}

}  // namespace

void RequestTemplate::write(cdr::Encoder& out, std::uint32_t request_id, std::string_view operation,
                            Response response) const {
  constexpr std::size_t alignment = 4;  // for the part before the operation, its length, and the part after it
  const std::size_t before = before_operation_.size();
  const std::size_t characters = operation.size() + 1;  // with the terminating zero
  const std::size_t padded = (characters + alignment - 1) / alignment * alignment;
  out.reset();
  std::byte* at = out.append(before + sizeof(std::uint32_t) + padded + after_operation_.size());
  std::memcpy(at, before_operation_.data(), before);
  out.patch(request_id_at_, request_id);
  const auto flags = static_cast<std::byte>(response);
  at[response_at_] = minor_ >= 2 ? flags : flags & std::byte{1};
  out.patch(before, static_cast<std::uint32_t>(characters));
  at += before + sizeof(std::uint32_t);
  std::memset(at + padded - alignment, 0, alignment);  // includes the terminating zero and the padding
  copy_few(at, operation.data(), operation.size());
  constexpr std::size_t no_contexts = sizeof(std::uint32_t);
  if (after_operation_.size() == no_contexts) {
    std::memcpy(at + padded, after_operation_.data(), no_contexts);
  } else {
    std::memcpy(at + padded, after_operation_.data(), after_operation_.size());
  }
}

void write_locate_request(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, const Target& target) {
  begin_message(out, minor, MessageType::locate_request);
  out.put(request_id);
  if (minor >= 2) {
    write_target(out, target);
  } else {
    write_octets(out, target.object_key);
  }
  end_message(out);
}

}  // namespace dimma::iiop
