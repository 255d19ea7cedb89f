#include "iiop/parted_message.hpp"

#include "iiop/send.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

PartedMessage::PartedMessage(cdr::Encoder& out, function_ref<void(cdr::Encoder&)> write, std::size_t octets_most,
                             qos::Turn& sending)
    : out_(out), write_(write), octets_most_(octets_most), sending_(sending, std::defer_lock) {
  out_.buffer().drain(this);
}

PartedMessage::~PartedMessage() { out_.buffer().drain(nullptr); }

void PartedMessage::drain(cdr::Encoder& out) {
  if (declined_) return;
  if (!begun()) {
    const std::size_t total = cdr::octets_of_message(write_, out.order());
    declined_ = total > octets_most_;
    if (declined_) return;
    out.patch(size_offset, static_cast<std::uint32_t>(total - header_octets));
    sending_.lock();
    total_ = total;
  }
  send_what_is_there();
}

void PartedMessage::finish() {
  if (out_.message_octets() != total_) {
    throw CORBA::INTERNAL(minor::internal_message_changed, CORBA::COMPLETED_MAYBE,
                          "a message of " + std::to_string(total_) + " octets that became one of " +
                              std::to_string(out_.message_octets()) + " while it was being sent");
  }
  send_what_is_there();
  finished_ = true;
}

void PartedMessage::send_what_is_there() {
  auto pieces = pieces_of(out_);
  if (!pieces.empty()) send(pieces);
  out_.take_drained();
}

}  // namespace dimma::iiop
