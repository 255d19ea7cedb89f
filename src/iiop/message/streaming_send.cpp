#include "iiop/message/streaming_send.hpp"

#include "base/sync/assert.hpp"
#include "iiop/message/send.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::iiop {

namespace {
// The earlier the first fragment arrives, the earlier both ends work in parallel, but the fragment must be long enough
// for the peer to begin decoding (giop_reader.hpp). Each fragment is about twice as long as the previous one, so that
// it arrives when that one has been decoded. Computing the length of a message in advance pays only for a longer first
// part.
constexpr std::size_t first_fragment_octets = std::size_t{72} << 10;
}  // namespace

StreamingSend::StreamingSend(cdr::Encoder& out, function_ref<void(cdr::Encoder&)> write, const Terms& terms)
    : out_(out), write_(write), terms_(terms), sending_(terms.sending, std::defer_lock) {
  out_.buffer().drain(this, terms.in_fragments ? first_fragment_octets : octets_at_once);
}

StreamingSend::~StreamingSend() { out_.buffer().drain(nullptr); }

void StreamingSend::drain(cdr::Encoder& out) {
  if (declined_ || (!begun_ && !begin())) return;
  if (out.message_octets() > out.buffer().limit()) out.buffer().grow(out.message_octets(), 0);  // throws CORBA::MARSHAL
  send_what_is_there(false);
  if (terms_.in_fragments) out.buffer().drain(this, std::min(2 * out.buffer().drain_octets(), octets_at_once));
}

bool StreamingSend::begin() {
  const std::size_t octets =
      terms_.in_fragments ? out_.message_octets() : cdr::octets_of_message(write_, out_.order(), &out_.buffer());
  declined_ = octets > terms_.octets_max;
  if (declined_) return false;
  if (!terms_.in_fragments) {
    out_.patch(size_offset, static_cast<std::uint32_t>(octets - header_octets));
    total_ = octets;
  }
  if (!terms_.sending.take(terms_.deadline)) {
    throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO,
                         "the connection was busy with other messages until the deadline");
  }
  sending_ = std::unique_lock(terms_.sending, std::adopt_lock);
  return true;
}

void StreamingSend::finish() {
  if (!terms_.in_fragments && out_.message_octets() != total_) {
    throw CORBA::INTERNAL(minor::internal_message_changed, CORBA::COMPLETED_MAYBE,
                          "a message of " + std::to_string(total_) + " octets changed to " +
                              std::to_string(out_.message_octets()) + " octets while it was being sent");
  }
  send_what_is_there(true);
  finished_ = true;
}

void StreamingSend::break_off() {
  out_.buffer().clear_external_blocks();
  out_.truncate(fragments_.octets_kept());
  finish();
}

void StreamingSend::send_what_is_there(bool is_last) {
  DIMMA_ASSERT(sending_.owns_lock());
  failed_ = begun_ = true;  // until sending has succeeded
  if (terms_.in_fragments) {
    send(fragments_.cut(out_, is_last));
    fragments_.sent(out_);
  } else {
    auto pieces = pieces_of(out_);
    if (!pieces.empty()) send(pieces);
    out_.take_drained();
  }
  failed_ = false;
}

}  // namespace dimma::iiop
