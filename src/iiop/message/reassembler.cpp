#include "iiop/message/reassembler.hpp"

#include "base/sync/assert.hpp"
#include "iiop/giop/giop_request.hpp"

#include <dimma/generated/cdr/parts.hpp>

#include <algorithm>

namespace dimma::iiop {

namespace {

// Returns true if a GIOP 1.1 message has that request id, which comes after the service contexts.
bool begins_with_id(const MessageHeader& header, OctetView octets, std::uint32_t request_id) noexcept {
  try {
    cdr::Decoder in = body_of(header, octets, CORBA::COMPLETED_NO);
    ServiceContexts contexts(in);
    return in.get<std::uint32_t>() == request_id;
  } catch (const CORBA::MARSHAL&) {
    return false;  // the id has not arrived yet
  }
}

}  // namespace

FragmentOutcome Reassembler::add(const MessageHeader& header, OctetView message) {
  if (message.size() < fragment_header_octets(header)) return FragmentOutcome::malformed;
  return header.type == MessageType::fragment ? append(header, message) : begin(header, message);
}

FragmentOutcome Reassembler::begin(const MessageHeader& header, OctetView message) {
  if (find(header, message.data()) != nullptr) return FragmentOutcome::malformed;
  if (partials_.size() >= partials_max) return FragmentOutcome::too_many;
  if (message.size() > room()) return FragmentOutcome::too_large;
  partials_.push_back({{header, message, GrowingMemory(std::exchange(room_, {}))}, {}});
  count(partials_.back(), message.size());
  return FragmentOutcome::incomplete;
}

FragmentOutcome Reassembler::append(const MessageHeader& header, OctetView message) {
  Partial* const partial = find(header, message.data());
  if (partial == nullptr) return FragmentOutcome::stray;
  const FragmentOutcome begun = partial->message.begin_fragment(header, room());
  if (begun != FragmentOutcome::incomplete) return begun;
  if (partial->ends.size() >= parts_max) return FragmentOutcome::too_many;
  const OctetView data = message.subspan(fragment_header_octets(header));
  partial->message.append(data);
  count(*partial, data.size());
  if (!partial->message.is_whole()) return FragmentOutcome::incomplete;
  give(*partial);
  return FragmentOutcome::complete;
}

void Reassembler::count(Partial& partial, std::size_t octets) {
  if (octets == 0) return;
  octets_in_progress_ += octets;
  if (names_its_request(partial.message.header())) return;
  partial.ends.push_back(static_cast<std::uint32_t>(partial.message.octets().size()));
}

void Reassembler::give(Partial& partial) {
  DIMMA_ASSERT(octets_in_progress_ >= partial.message.octets().size());
  octets_in_progress_ -= partial.message.octets().size();
  header_ = partial.message.unite();
  whole_ = partial.message.release().release();
  const auto ends = std::move(partial.ends);
  remove(partial);
  if (ends.empty()) return;
  whole_[flags_offset] |= more_fragments_flag;  // tells heed_parts() that PartEnds follow the message
  cdr::PartEnds::append(whole_, ends);
}

Reassembler::Partial* Reassembler::find(const MessageHeader& header, const std::byte* message) noexcept {
  const auto found = std::ranges::find_if(
      partials_, [&](const Partial& partial) { return partial.message.is_named_by(header, message); });
  return found == partials_.end() ? nullptr : &*found;
}

void Reassembler::remove(Partial& partial) noexcept {
  if (&partial != &partials_.back()) partial = std::move(partials_.back());
  partials_.pop_back();
}

bool Reassembler::cancel(std::uint32_t request_id) noexcept {
  const auto is_cancelled = [request_id](const Partial& partial) {
    const auto& message = partial.message;
    return message.is_of(request_id) ||
           (!names_its_request(message.header()) && begins_with_id(message.header(), message.octets(), request_id));
  };
  const auto found = std::ranges::find_if(partials_, is_cancelled);
  if (found == partials_.end()) return false;
  octets_in_progress_ -= found->message.octets().size();
  remove(*found);
  return true;
}

}  // namespace dimma::iiop
