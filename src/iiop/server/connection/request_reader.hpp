#pragma once
// The reading side of a server connection: turns octets into messages, on one thread at a time. Decides whether a
// thread that has served all received messages waits for more, or leaves the connection to the poller.

#include "base/sync/sync.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/server/connection/silence.hpp"
#include "iiop/server/connection/upcall_pace.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/reading_lease.hpp"
#include "iiop/server/requests/reading_pause.hpp"
#include "iiop/server/requests/reading_side.hpp"
#include "iiop/server/requests/request_origin.hpp"
#include "reactor/poller.hpp"

#include <cstddef>
#include <cstdint>

namespace dimma::iiop {

// The connection whose messages are read.
class ReadingOwner : public reactor::Waiter {
 public:
  // Starts a thread that serves the connection, for an endpoint with one thread for each connection.
  virtual void serve_by_own_thread() noexcept = 0;
};

class RequestReader {
 public:
  // The state of a thread that reads.
  struct Reading {
    ReadingLease lease;
    // The next step when all received messages have been served: look for more (an edge-triggered event may have
    // brought nothing), wait for more, or leave the connection to the poller.
    enum class Next : std::uint8_t { look, wait, park } next;
    execution::WorkerPool::Stay stay{};
  };
  // The result of receiving.
  enum class Received : std::uint8_t {
    message,  // a complete message of the usual form
    octets,   // messages().next() has to be called
    nothing,  // the thread no longer has a lease
    end,      // the stream has ended; result() is the reason
  };

  // `connection` and `owner` are the same object, of which this reader is a member.
  RequestReader(RequestOrigin& connection, ReadingOwner& owner);

  // Registers the stream with the poller. Throws std::system_error.
  void watch();
  void end_watch() noexcept;

  // Makes the calling thread the reader. Called when the poller, or the thread that had the reading side, has chosen
  // it.
  Reading begin() noexcept;
  // Receives octets. Called when messages().next() needs more. Throws CORBA::NO_MEMORY.
  [[gnu::always_inline]] Received receive(Reading& reading);
  // Stops reading until a request has ended, whose thread then calls read_on(). Goes on at once if one has ended
  // already.
  void rest(Reading& reading) noexcept { pause(for_requests_, &RequestReader::may_read_on, reading); }
  void read_on() noexcept { end(for_requests_, &RequestReader::may_read_on); }
  // Stops reading until the client has taken its replies. Goes on at once if it has taken them already.
  void rest_for_replies(Reading& reading) noexcept {
    pause(for_replies_, &RequestReader::has_no_unsent_replies, reading);
  }
  void read_on_after_replies() noexcept { end(for_replies_, &RequestReader::has_no_unsent_replies); }

  // True if the requests in progress allow the next one to be read.
  bool may_read_on() const noexcept;
  // False if the requests in progress hold so much memory that there is no room for another one of the maximum size.
  // The next request then stays unread.
  bool has_room_for_a_message() const noexcept;

  // Returns true if it has begun to read a long message that is decoded while it arrives. Only for a peer that sends
  // faster than it is read: with any other peer the thread would merely wait.
  bool begins_streamed() { return sync::has_threads && messages_.arrives_fast() && begin_streamed(); }
  static constexpr std::uint32_t streamed_at_once_max = 32;  // per endpoint: bounds what stalling peers can occupy

  // The members below are only for the thread that has the reading side.
  MessageReader& messages() noexcept { return messages_; }
  const transport::Result& result() const noexcept { return result_; }
  // Called when there may be more octets to receive.
  void may_have_left_octets() noexcept { has_taken_all_ = false; }
  // Called when an upcall is about to begin. Its request and reply are in `serving`.
  void serves_with(Serving& serving) noexcept { serving_ = &serving; }

  // The members below are for threads that give the reading side away during an upcall, and for the monitor.

  const ReadingSide& side() const noexcept { return side_; }
  // Gives the reading side away during an upcall, if one more request may be in progress.
  enum class Giving : std::uint8_t { if_there_is_room, for_a_nested_call };
  void give_away_if_admitted(Giving giving = Giving::if_there_is_room) noexcept;
  // Makes another thread read on, after the reading side has been taken from its owner.
  void read_elsewhere() noexcept;

  UpcallPace& pace() noexcept { return pace_; }
  Silence& silence() noexcept { return silence_; }

 private:
  Received received(Reading& reading, const transport::Result& result);
  [[gnu::noinline]] Received receive_at_once(Reading& reading);
  Reading::Next next_of(Reading& reading) noexcept;
  std::span<std::byte> space();
  bool begin_streamed();
  // Stops reading until there is something to read.
  void park(Reading& reading) noexcept {
    reading.lease.drop();
    park();
  }
  void park() noexcept;
  void hand_over() noexcept;
  using Condition = bool (RequestReader::*)() const noexcept;
  bool has_no_unsent_replies() const noexcept { return !connection_.replies().pending(); }
  void pause(ReadingPause& pause, Condition may_read, Reading& reading) noexcept;
  void end(ReadingPause& pause, Condition may_read) noexcept;

  RequestOrigin& connection_;
  ServerCore& core_;
  transport::Stream& stream_;
  ReadingOwner& owner_;
  MessageReader messages_;
  ReadingSide side_;
  UpcallPace pace_;
  Silence silence_;
  // The members below are owned by the thread that has the reading side.
  Serving* serving_ = nullptr;
  transport::Result result_{};
  reactor::EdgeWatch* edges_ = nullptr;  // the handle's edge-triggered watch, if it has one
  bool has_taken_all_ = false;           // the last receive has taken all octets that were there
  bool staying_pays_ = false;            // the client's next request is expected soon
  Deadline given_at_{};                  // when the reading side was last given to a thread

  ReadingPause for_requests_;
  ReadingPause for_replies_;
};

// Inlined, because it is on the path of every request.
[[gnu::always_inline]] inline RequestReader::Reading::Next RequestReader::next_of(Reading& reading) noexcept {
  if (core_.rules.has_thread_per_connection()) return Reading::Next::wait;
  if (!staying_pays_ || !core_.workers->someone_waits() || !reading.stay.begin(*core_.workers)) {
    return Reading::Next::park;
  }
  has_taken_all_ = false;
  return Reading::Next::wait;
}

[[gnu::always_inline]] inline std::span<std::byte> RequestReader::space() {
  const auto space = messages_.space();
  silence_.in_message(messages_.is_in_message());
  return space;
}

[[gnu::always_inline]] inline RequestReader::Received RequestReader::received(Reading& reading,
                                                                              const transport::Result& result) {
  if (result) {
    messages_.received(result.octets);
    silence_.heard();
    reading.next = next_of(reading);
    // Received octets stay in the buffer while the client does not take its replies.
    return !connection_.replies().holds_up_reading() && messages_.take_usual() ? Received::message : Received::octets;
  }
  if (result.status == transport::Status::timeout) {
    staying_pays_ = false;
    has_taken_all_ = true;
    pace_.paused();
    park(reading);
    return Received::nothing;
  }
  result_ = result;
  return Received::end;
}

[[gnu::always_inline]] inline RequestReader::Received RequestReader::receive(Reading& reading) {
  if (reading.next == Reading::Next::wait) return received(reading, stream_.receive(space()));
  if (reading.next == Reading::Next::look) return receive_at_once(reading);
  park(reading);
  return Received::nothing;
}

}  // namespace dimma::iiop
