// How a server's connection ends: by its client, by a failure, by the server, or because it is idle.

#include "iiop/giop/giop.hpp"

#include "base/sync/count_down.hpp"
#include "iiop/server/server_connection.hpp"

#include <dimma/sealed.hpp>

namespace dimma::iiop {

namespace {
constexpr std::chrono::milliseconds farewell_limit{100};
// However short the limit for idle connections, one that has just been opened is given this long.
constexpr std::chrono::seconds unheard_limit{10};
// The same for a connection on which a part of a message has come.
constexpr std::chrono::seconds stalled_limit{30};
}  // namespace

void ServerConnection::say(log::Event event, const std::string& what) const noexcept {
  log::write(event, [&] {
    return log::Entry{
        .text = "the connection with " + peer_ + " " + what, .peer = peer_, .endpoint = to_string(stream_->local())};
  });
}

// A connection that never received anything is no loss: a port scan, or a handshake that has failed.
void ServerConnection::end(const transport::Result& received) noexcept {
  const dimma::unsealed at_the_end;
  const char* const own = why_closed_.load();
  const auto how = transport::describe(received);
  const bool is_heard = heard_.load(std::memory_order_relaxed) != Heard::nothing_yet;
  if (own == nullptr && reader_.is_in_message()) {
    say(log::Event::connection_broken, "ended within a message: " + how);
  } else if (own == nullptr && is_heard && received.status == transport::Status::failed) {
    say(log::Event::connection_broken, "broke: " + how);
  }
  if (received.status == transport::Status::end) return end_when_answered();
  end(own != nullptr ? own : how);
}

void ServerConnection::end(const std::string& why) noexcept {
  say(log::Event::connection_closed, "is closed: " + why);
  stream_->end_sending();
  stream_->shutdown();
  held_.abandon();
  stop_reading();
  release();
}

void ServerConnection::stop_reading() noexcept {
  deferred_.abandon();
  if (core_->mode != ServerCore::Mode::thread_per_connection) end_watching();
}

// The client has closed its sending side (RFC 9293, 3.6). It may have closed the other one too, which shows only when a
// reply is sent. So servants that reply later are told that their caller may be gone.
void ServerConnection::end_when_answered() noexcept {
  if (has_batch_.load(std::memory_order_relaxed)) send_batch();
  stop_reading();
  held_.abandon_held_by_managers();
  in_progress_at_end_ = requests_.users();
  has_only_to_answer_.store(true);
  if (requests_.close()) release_answered();
}

// Called when no request is in progress, and none will begin.
void ServerConnection::all_answered() noexcept {
  if (has_only_to_answer_.load()) return release_answered();
  say_farewell();
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
  replies_.end_when_sent();
  release();
}

void ServerConnection::release() noexcept {
  if (sync::count_down(holders_) == 0) core_->forget(*this);
}

void ServerConnection::close(const char* why) noexcept {
  const char* none = nullptr;
  why_closed_.compare_exchange_strong(none, why);
  replies_.begin_closing();
  const bool is_unused = requests_.close();
  held_.abandon();
  if (is_unused) all_answered();
}

bool ServerConnection::close_if_idle() noexcept {
  if (requests_.users() != 0 || requests_.is_closed() || replies_.pending()) return false;
  // It is for its client to close, or its client may be called back, as references that came over it are kept.
  if (direction_.is_from_server || (direction_.path && direction_.path.use_count() > 1)) return false;
  if (heard_.load(std::memory_order_relaxed) == Heard::nothing_yet) {
    // As a rule its first request is on its way: the one for which it was opened, perhaps again.
    if (coarse_now() - opened_ < unheard_limit) return false;
  } else if (heard_.exchange(Heard::nothing_since_asked) != Heard::nothing_since_asked) {
    silent_since_ = coarse_now();
    return false;
  } else if (in_message_.load(std::memory_order_relaxed) && coarse_now() - silent_since_ < stalled_limit) {
    return false;
  }
  close("it was idle (--dimma-idle)");
  return true;
}

void ServerConnection::say_farewell() noexcept {
  const dimma::unsealed at_the_end;
  if (!replies_.permit().take(Clock::now() + farewell_limit)) return stream_->shutdown();
  const sync::LockGuard lock(replies_.permit(), std::adopt_lock);
  if (farewell_said_.exchange(true)) return;
  send_batch_locked();
  try {
    cdr::Buffer buffer(32);
    cdr::Encoder out(buffer, core_->settings.byte_order);
    const auto minor = minor_.load(std::memory_order_relaxed);
    write_close_connection(out, minor == no_minor ? std::uint8_t{0} : minor);  // which every client knows
    iovec piece{buffer.data(), out.size()};
    replies_.send_last({&piece, 1});
  } catch (const std::exception&) {
    stream_->shutdown();  // the client learns it from the end of the stream
  }
}

}  // namespace dimma::iiop
