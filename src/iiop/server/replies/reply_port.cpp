#include "iiop/server/replies/reply_port.hpp"

#include "iiop/giop/giop.hpp"

#include <dimma/minor.hpp>
#include <dimma/sealed.hpp>

#include <cerrno>

namespace dimma::iiop {

namespace {
constexpr std::chrono::milliseconds farewell_limit{100};
}  // namespace

transport::Result ReplyPort::send_long_locked(cdr::Encoder& message) noexcept {
  // Called only within this function, with the permit held.
  const auto send_pieces = [this](std::span<iovec> pieces)
                               DIMMA_NO_THREAD_SAFETY_ANALYSIS { return sender_.send(pieces); };
  return send_long_message(send_pieces, message, core_.rules.settings, core_.rules.packets_max);
}

void ReplyPort::send(cdr::Encoder& message) noexcept { send_inline(message); }

void ReplyPort::send_part(std::span<iovec> pieces) {
  const auto result = is_shut() ? transport::Result{transport::Status::closed} : sender_.send(pieces);
  if (result) return;
  give_up(result);
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_YES,
                            "the reply could not be sent: " + transport::describe(result));
}

bool ReplyPort::send_or_batch(cdr::Encoder& message, bool next_is_like) noexcept {
  const bool is_quick = batch_.may_wait(core_.tick.load(std::memory_order_relaxed), [] { return Clock::now(); });
  const bool waits = is_quick && next_is_like;
  const bool is_long = message.size() > ReplyBatch::message_octets_max || message.buffer().elsewhere() != 0;
  if (is_long) send_batch();
  if (is_long || (!waits && !has_batch())) {
    send(message);
    return false;
  }
  transport::Result result;
  {
    const sync::LockGuard lock(permit());
    if (is_shut()) return false;
    if (batch_.add({message.buffer().data(), message.size()})) {
      has_batch_.store(true, std::memory_order_relaxed);
      if (waits && !batch_.is_due()) return true;
      result = send_batch_locked();
    } else {
      result.status = transport::Status::failed;
    }
  }
  if (!result) give_up(result);
  return false;
}

transport::Result ReplyPort::send_batch_locked() noexcept {
  if (batch_.empty()) return {};
  auto piece = batch_.piece();
  const auto result = sender_.send({&piece, 1});
  batch_.clear();
  has_batch_.store(false, std::memory_order_relaxed);
  return result;
}

void ReplyPort::end_batch() noexcept {
  batch_.pause();
  send_batch();
}

void ReplyPort::send_batch_now() noexcept {
  transport::Result result;
  {
    const sync::LockGuard lock(permit());
    if (!is_shut()) result = send_batch_locked();
  }
  if (!result) give_up(result);
}

void ReplyPort::say_farewell(std::uint8_t minor) noexcept {
  const dimma::unsealed at_the_end;
  if (!permit().take(Clock::now() + farewell_limit)) return sender_.shut_down();
  const sync::LockGuard lock(permit(), std::adopt_lock);
  if (is_shut_.exchange(true)) return;
  send_batch_locked();
  try {
    cdr::Buffer buffer(32);
    cdr::Encoder out(buffer, core_.rules.settings.byte_order);
    write_close_connection(out, minor);
    iovec piece{buffer.data(), out.size()};
    sender_.send_last({&piece, 1});
  } catch (const std::exception&) {
    sender_.shut_down();  // the client sees only the end of the stream
  }
}

void ReplyPort::give_up(const transport::Result& result) noexcept {
  const bool is_full = result.status == transport::Status::failed && result.error == ENOBUFS;
  if (is_full) return owner_.give_up("the client does not read its replies", log::Event::connection_stalled);
  owner_.give_up("a reply could not be sent", log::Event::connection_broken);
}

}  // namespace dimma::iiop
