// Ends server connections that the client or the server closes, that fail, or that are idle.

#include "base/sync/count_down.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/server/connection/server_connection.hpp"

#include <dimma/sealed.hpp>

#include <algorithm>

namespace dimma::iiop {

void ServerConnection::say(log::Event event, const std::string& what) const noexcept {
  log::write(event, [&] {
    return log::Entry{.text = "the connection with " + client().name() + " " + what,
                      .peer = client().name(),
                      .endpoint = to_string(stream().local())};
  });
}

// Does not log the failure of a connection that never received anything, such as a port scan or a failed handshake.
void ServerConnection::end(const transport::Result& received) noexcept {
  const dimma::unsealed at_the_end;
  const char* const own = why_closed_.load();
  const auto how = transport::describe(received);
  const bool is_heard = !reader_.silence().has_heard_nothing_ever();
  if (own == nullptr && reader_.messages().is_in_message()) {
    say(log::Event::connection_broken, "ended within a message: " + how);
  } else if (own == nullptr && is_heard && received.status == transport::Status::failed) {
    say(log::Event::connection_broken, "broke: " + how);
  }
  if (received.status == transport::Status::end) return end_when_answered();
  end(own != nullptr ? own : how);
}

void ServerConnection::end(const std::string& why) noexcept {
  say(log::Event::connection_closed, "is closed: " + why);
  stream().end_sending();
  stream().shutdown();
  held_.abandon();
  stop_reading();
  release();
}

void ServerConnection::stop_reading() noexcept {
  deferred_.abandon();
  if (!core()->rules.has_thread_per_connection()) reader_.end_watch();
}

// Called when the client has closed its sending side (RFC 9293, 3.6). It may have closed the other side too, which
// shows only when a reply is sent. So servants that reply later are notified that their caller may be gone.
void ServerConnection::end_when_answered() noexcept {
  replies().send_batch();
  stop_reading();
  held_.abandon_held_by_managers();
  in_progress_at_end_ = counts().in_progress();
  has_only_to_answer_.store(true);
  if (counts().close()) release_answered();
}

// Called when no request is in progress, and none will begin.
void ServerConnection::all_answered() noexcept {
  if (has_only_to_answer_.load()) return release_answered();
  replies().say_farewell(client().minor_or(0));  // every client accepts 1.0
}

void ServerConnection::release_answered() noexcept {
  if (!has_only_to_answer_.exchange(false)) return;  // another thread does it
  const dimma::unsealed at_the_end;
  const char* const own = why_closed_.load();
  std::string why = own != nullptr ? own : "the client has ended it";
  if (in_progress_at_end_ != 0) {
    why += ", with " + std::to_string(in_progress_at_end_) +
           (in_progress_at_end_ == 1 ? " request in progress" : " requests in progress");
  }
  say(log::Event::connection_closed, "is closed: " + why);
  replies().end_when_sent();
  release();
}

void ServerConnection::release() noexcept {
  if (sync::count_down(holders_) == 0) core()->forget(*this);
}

void ServerConnection::close(const char* why) noexcept {
  const char* none = nullptr;
  why_closed_.compare_exchange_strong(none, why);
  replies().begin_closing();
  const bool is_unused = counts().close();
  held_.abandon();
  if (is_unused) all_answered();
}

bool ServerConnection::close_if_idle() noexcept {
  if (counts().in_progress() != 0 || counts().is_closed() || replies().pending()) return false;
  // A connection that this ORB opened is closed by its client side. One whose client may be called back stays open as
  // long as references that arrived over it exist.
  if (direction_.is_from_server || (direction_.path && direction_.path.use_count() > 1)) return false;
  if (!reader_.silence().lasts(coarse_now())) return false;
  close("it was idle (--dimma-idle)");
  return true;
}

bool ServerConnection::hold() noexcept {
  auto holders = holders_.load();
  while (holders != 0) {
    if (holders_.compare_exchange_weak(holders, holders + 1)) return true;
  }
  return false;
}

ConnectionUse ServerConnection::use() const noexcept {
  return {.in_progress = counts().in_progress(),
          .nested = counts().nested(),
          .memory_held = memory()->octets(),
          .has_unsent_replies = replies().pending(),
          .unsent_octets = replies().octets_queued(),
          .request_way = request_way()};
}

void ServerConnection::give_up(const char* why, log::Event event) noexcept {
  const char* none = nullptr;
  if (!counts().is_closed() && why_closed_.compare_exchange_strong(none, why)) {
    say(event, std::string("is aborted: ") + why);
  }
  counts().close();
  replies().shut();
  stream().shutdown();
}

// Called if there is no memory for a message, usually because the connection has reached its limit.
void ServerConnection::refuse_for_want_of_memory(RequestReader::Reading& reading) noexcept {
  try {
    say(log::Event::memory_exhausted, std::string("is closed: ") + no_memory_left);
    why_closed_.store(no_memory_left);
    refuse(reading, {Fault::Kind::memory_exhausted, no_memory_left});
  } catch (const std::exception&) {
    end(no_memory_left);
  }
}

void ServerConnection::end_by(ServingLoop::End how, const Fault& fault, RequestReader::Reading& reading) {
  if (how == ServingLoop::End::fault) return refuse(reading, fault);
  const dimma::unsealed at_the_end;
  reading.lease.drop();
  if (how == ServingLoop::End::of_stream) return end(reader_.result());
  if (how == ServingLoop::End::closed) return end("the client sent CloseConnection");
  constexpr const char* why = "the client sent MessageError";
  say(log::Event::message_malformed, std::string("is closed: ") + why);
  end(why);
}

void ServerConnection::refuse(RequestReader::Reading& reading, const Fault& fault) {
  if (why_closed_.load() == nullptr) say(event_of(fault.kind), "is closed: " + fault.text);
  replies().end_batch();
  const auto& settings = core()->rules.settings;
  cdr::Buffer buffer(32);
  cdr::Encoder out(buffer, settings.byte_order);
  // Uses the version of the client's last message, or the highest one if it has not sent any.
  write_message_error(out, std::min(client().minor_or(settings.giop_minor), settings.giop_minor));
  replies().send(out);
  if (replies().holds_up_reading()) {
    // The error is queued after replies that the client has not taken. Nothing is served or sent after the error.
    counts().close();
    replies().shut();
    replies().end_when_sent();
    reader_.rest_for_replies(reading);
    if (!reading.lease) return;
  }
  reading.lease.drop();
  end(fault.text);
}

}  // namespace dimma::iiop
