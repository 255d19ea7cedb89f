#include "iiop/parted_request.hpp"

#include "iiop/parted_message.hpp"

namespace dimma::iiop {

namespace {

class PartedRequest final : public PartedMessage {
 public:
  PartedRequest(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                function_ref<void(cdr::Encoder&)> write, transport::Deadline deadline)
      : PartedMessage(out, write, {target.takes_open_ends(), connection.unparted_octets_most(), connection.sending()}),
        connection_(connection),
        minor_(target.minor()),
        deadline_(deadline) {}
  ~PartedRequest() {
    if (!begun() || finished()) return;
    if (can_be_left()) {
      release();
      connection_.cancel(minor_, request_id());
    } else {
      connection_.shut_down();  // the server waits for the rest for ever
    }
  }
  using PartedMessage::begun;
  using PartedMessage::finish;

 private:
  void send(std::span<iovec> pieces) override { connection_.send_part(pieces, deadline_); }

  ClientConnection& connection_;
  const std::uint8_t minor_;
  const transport::Deadline deadline_;
};

}  // namespace

void send_in_parts(ClientConnection& connection, cdr::Encoder& out, const ChannelTarget& target,
                   const channel::Request& request, std::uint32_t id, HeaderForm form) {
  const auto write = [&](cdr::Encoder& to) { target.write_request(to, id, request, form); };
  if (out.buffer().gathers() && target.packets_most() == qos::no_limit) {
    PartedRequest parted(connection, out, target, write, request.deadline);
    write(out);
    if (parted.begun()) return parted.finish();
  } else {
    write(out);
  }
  connection.send(out, target.packets_most(), request.deadline);
}

}  // namespace dimma::iiop
