#include "iiop/client/connection/streaming_request.hpp"

#include "iiop/message/streaming_send.hpp"

namespace dimma::iiop {

namespace {

class StreamingRequest final : public StreamingSend {
 public:
  StreamingRequest(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                   function_ref<void(cdr::Encoder&)> write, Deadline deadline)
      : StreamingSend(
            out, write,
            {target.accepts_streamed_fragments(), connection.unstreamed_octets_max(), connection.sending(), deadline}),
        connection_(connection),
        in_fragments_(target.accepts_streamed_fragments()),
        minor_(target.minor()),
        deadline_(deadline) {}
  ~StreamingRequest() {
    // If the connection is broken, there is nothing to cancel, and the octets that have arrived can still be read.
    if (!is_connections_ || finished() || !connection_.has_begun() || connection_.broken()) return;
    if (in_fragments_) {
      connection_.call_off(minor_, request_id());
    } else {
      connection_.shut_down();  // otherwise the server would wait for the rest without a limit
    }
  }
  using StreamingSend::begun;

  void finish() {
    is_ending_ = true;
    StreamingSend::finish();
    if (connection_.is_late()) connection_.too_late(CORBA::COMPLETED_MAYBE);
  }

 private:
  // Octets that cannot be sent before the deadline are kept by the connection and sent later. A message in fragments is
  // then cancelled, so that the server does not execute it. A message of known length has to be sent in full.
  void send(std::span<iovec> pieces) override {
    if (!is_connections_) connection_.begin_message(deadline_);
    is_connections_ = true;
    connection_.send_part(pieces, deadline_);
    if (in_fragments_ && !is_ending_ && connection_.is_late()) connection_.too_late(CORBA::COMPLETED_NO);
  }

  ClientConnection& connection_;
  const bool in_fragments_;
  const std::uint8_t minor_;
  const Deadline deadline_;
  bool is_connections_ = false;  // true if the connection is sending this message
  bool is_ending_ = false;
};

}  // namespace

void send_in_parts(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                   const channel::Request& request, std::uint32_t id, HeaderForm form) {
  const auto write = [&](cdr::Encoder& to) { target.write_request(to, id, request, form); };
  if (out.buffer().gathers() && target.packets_max() == execution::no_limit) {
    StreamingRequest parted(connection, out, target, write, request.deadline);
    write(out);
    if (parted.begun()) return parted.finish();
  } else {
    write(out);
  }
  connection.send(out, target.packets_max(), request.deadline);
}

}  // namespace dimma::iiop
