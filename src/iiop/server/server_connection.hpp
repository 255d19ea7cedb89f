#pragma once
// One connection at the server's end: requests in, upcalls, replies out.
//
// One thread at a time has the reading side (see reading_side.hpp). Replies may come from several threads at once.

#include "base/log/log.hpp"
#include "base/sync/assert.hpp"
#include "base/sync/closable_count.hpp"
#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"
#include "channel/nested_wait.hpp"
#include "channel/session.hpp"
#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/giop/code_sets.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/message/streaming_receive.hpp"
#include "iiop/server/deferred_replies.hpp"
#include "iiop/server/held_requests.hpp"
#include "iiop/server/iiop_request.hpp"
#include "iiop/server/reading_side.hpp"
#include "iiop/server/reply_batch.hpp"
#include "iiop/server/reply_sender.hpp"
#include "iiop/server/server_core.hpp"
#include "iiop/server/usual_request.hpp"
#include "reactor/poller.hpp"

#include <list>
#include <memory>
#include <optional>

namespace dimma::iiop {

// The direction of a connection's requests: from the client that has opened it, which may be called back by `path` if
// that is set; or from the server to which this ORB has opened it.
struct ConnectionDirection {
  std::shared_ptr<ArrivalPath> path = nullptr;
  bool is_from_server = false;
};

class ServerConnection final : public reactor::Waiter,
                               private channel::BlockingObserver,
                               public std::enable_shared_from_this<ServerConnection> {
 public:
  ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream,
                   ConnectionDirection direction = {});
  ~ServerConnection() override;

  // Begins to serve: by the poller or by a thread of its own. Throws std::system_error.
  void start();

  // Serves on the calling thread until the connection ends or another thread has its reading side.
  void serve() noexcept;
  void readable() noexcept override;

  // Serves no further request. Sends CloseConnection and ends when those in progress are answered. `why`, like all
  // reasons, is a literal for the log.
  void close(const char* why = "the endpoint is being closed") noexcept;

  // Closes it if nothing has come since it was last asked, and nothing is in progress.
  bool close_if_idle() noexcept;

  // Called by the monitor while it is served: gives the reading side away if the upcall takes too long.
  void check_upcall(std::uint32_t tick) noexcept;
  // Called by the monitor while there are connections whose clients do not take their replies.
  void check_replies() noexcept { replies_.tick(); }

  // Replies that the client has not taken yet.
  bool has_unsent_replies() const noexcept { return replies_.pending(); }
  std::size_t unsent_octets() const noexcept { return replies_.octets_queued(); }

  // Keeps the connection on the list for others than the owner of its reading side; the last one to let go takes it
  // off. Returns false if it has been taken off already, as its stream has ended.
  bool hold() noexcept {
    auto holders = holders_.load();
    while (holders != 0) {
      if (holders_.compare_exchange_weak(holders, holders + 1)) return true;
    }
    return false;
  }
  void release() noexcept;

  // Requests in progress, and those of them whose upcalls wait for calls of their own.
  std::size_t in_progress() const noexcept { return requests_.users(); }
  std::size_t nested() const noexcept { return nested_.load(); }
  // Octets for messages beyond what an ordinary connection has.
  std::size_t memory_held() const noexcept { return memory_->octets(); }
  const std::shared_ptr<MemoryShare>& memory() const noexcept { return memory_; }

  // How the ORB is to take the connection's requests.
  RequestWay request_way() const noexcept { return is_both_ways_ ? way_of_both() : RequestWay::from_client; }
  const std::shared_ptr<ArrivalPath>& path() const noexcept { return direction_.path; }

  const std::shared_ptr<ServerCore>& core() const noexcept { return core_; }
  const transport::Stream& stream() const noexcept { return *stream_; }
  channel::Session& session() noexcept { return session_; }

  using Place = std::list<std::shared_ptr<ServerConnection>>::iterator;
  std::optional<Place> place() const noexcept { return place_; }
  void place(std::optional<Place> at) noexcept { place_ = at; }

  // For a request that is served by a thread of its own.
  void reply(IiopRequest& request) noexcept;
  void send(cdr::Encoder& message) noexcept;
  // Sends the replies that wait for others.
  [[gnu::cold]] void send_batch() noexcept;
  execution::TimedMutex& sending() noexcept DIMMA_RETURNS_LOCK(replies_.permit()) { return replies_.permit(); }
  // Sends a part of a reply. Throws COMM_FAILURE if the client is gone.
  void send_part(std::span<iovec> pieces) DIMMA_REQUIRES(sending());
  // True if a long reply may be sent in fragments while it is being written.
  bool client_accepts_streamed_fragments() const noexcept {
    return client_accepts_streamed_fragments_.load(std::memory_order_relaxed);
  }
  // True if the client traces its calls: one without a trace context is then not sampled.
  bool client_traces() const noexcept { return client_traces_.load(std::memory_order_relaxed); }
  // Gives its client up: nothing more is sent, nor served of what has been received already.
  void give_up(const char* why, log::Event event = log::Event::connection_broken) noexcept;
  // The same because a reply could not be sent.
  void give_up(const transport::Result& result) noexcept;
  void answer_no_resources(Serving& serving, const RequestHeader& header, std::uint8_t minor, const char* why) noexcept;
  HeldRequests& held() noexcept { return held_; }
  DeferredReplies& deferred() noexcept { return deferred_; }
  // For a request that is put aside by the thread that has read it. Returns true if that thread still has the reading
  // side; it then takes the message with keep_message().
  bool take_back_reading(ReadingSide::Epoch epoch) noexcept { return reading_.end_upcall(epoch); }
  MessageReader::Kept keep_message() { return reader_.keep(); }
  void begin_in_order() noexcept { in_order_.fetch_add(1); }
  void end_in_order() noexcept { sync::count_down(in_order_); }
  void begin_nested() noexcept { nested_.fetch_add(1); }
  void end_nested() noexcept { sync::count_down(nested_); }
  // Stops counting the request for the limit. Called before its reply can be answered by another request.
  void end_admitted() noexcept {
    if (core_->limits_messages) sync::count_down(admitted_);
  }
  void exit() noexcept {
    DIMMA_ASSERT(requests_.users() != 0);
    if (requests_.leave()) [[unlikely]]
      all_answered();
  }
  // Has the connection read again if it rests until a request has ended, and if one has.
  void read_on() noexcept;
  // The same if it rests until there are no unsent replies, and there are none.
  void read_on_after_replies() noexcept;

 private:
  // The next step of a thread that has served all that was received: look for more (an edge-triggered event may have
  // brought nothing), wait for more, or leave the connection to the poller.
  enum class Next : std::uint8_t { look, wait, park };
  // The state of a thread that serves the connection, kept from one request to the next.
  struct Turn {
    Serving& serving;
    ReadingSide::Epoch epoch;
    Next next;
    execution::WorkerPool::Stay stay{};
    UsualRequest header{};                 // the header of the last request that was served in turn
    std::optional<IiopRequest> request{};  // that request, which serves the next one too where that has the same header
  };

  // Each returns true if the calling thread still has the reading side of a connection that goes on.
  bool serve_next(Turn& turn);
  bool receive(Turn& turn);
  [[gnu::noinline]] bool receive_at_once(Turn& turn);
  bool has_received(Turn& turn, const transport::Result& result);
  Next next_of(Turn& turn) noexcept;
  void reply_in_turn(IiopRequest& request, bool still_reading) noexcept;
  void send_reply(IiopRequest& request) noexcept;
  void send_message(cdr::Encoder& message) noexcept;
  [[gnu::cold]] void reply_in_batch(IiopRequest& request) noexcept;
  bool is_kept_for_others(IiopRequest& request) noexcept;
  bool next_is_like(const IiopRequest& request) const noexcept;
  void end_batch() noexcept;
  transport::Result send_batch_locked() noexcept DIMMA_REQUIRES(replies_.permit());
  bool handle_message(Turn& turn);
  // Only for a peer that sends faster than it is read: with any other the thread would merely wait.
  bool may_serve_streamed() {
    return sync::has_threads && reader_.arrives_fast() && core_->serves_in_turn && begins_streamed();
  }
  bool begins_streamed();
  bool serve_streamed(Turn& turn);
  bool serve_request(Turn& turn);
  bool serve_request_apart(Turn& turn);
  bool has_header_of_last(Turn& turn) noexcept;
  [[gnu::noinline]] bool read_request(Turn& turn);
  // Opens the request of the current message. Throws CORBA::MARSHAL.
  template <class ReadHeader>
  cdr::Decoder open_request(ReadHeader read);
  void learn_of_client(const ServiceContexts& contexts);
  [[gnu::cold]] RequestWay way_of_both() const noexcept;
  bool upcall(Serving& serving, ReadingSide::Epoch epoch, IiopRequest& request);
  bool go_on_without(const IiopRequest& request, Serving& serving, bool still_reading);
  void begin_upcall(Serving& serving, ReadingSide::Epoch epoch, bool response_expected) noexcept;
  [[gnu::cold, gnu::noinline]] void begin_eagerly(Serving& serving) noexcept;
  [[gnu::cold, gnu::noinline]] void end_apart(Serving& serving) noexcept;
  bool serve_otherwise(Turn& turn);
  bool serve_otherwise(Turn& turn, const RequestHeader& header, const cdr::Decoder& body);
  bool serve_by_a_new_thread(const RequestHeader& header, const cdr::Decoder& body);
  bool rest();
  bool must_rest_for_replies() const noexcept {
    return replies_.pending() && core_->mode != ServerCore::Mode::thread_per_connection;
  }
  bool rest_for_replies() noexcept;
  void begin_to_read() noexcept;
  bool cancel_request();
  bool serve_locate_request(Serving& serving);
  void answer_locate_request(Serving& serving);
  [[gnu::cold, gnu::noinline]] bool refuse(const Fault& fault);  // MessageError, and the end
  [[gnu::cold, gnu::noinline]] bool refuse(const char* what, const CORBA::MARSHAL& malformed);
  [[gnu::cold, gnu::noinline]] bool refuse_type();
  [[gnu::cold, gnu::noinline]] void say_refused(const RequestHeader& header) const noexcept;
  [[gnu::cold, gnu::noinline]] bool end_by_client();
  void refuse_for_want_of_memory() noexcept;

  void before_block() override;
  void done_waiting() noexcept override;
  // True if the limit of requests in progress allows one more.
  bool admits_more() const noexcept {
    return !core_->limits_messages || admitted_.load() - nested_.load() < core_->messages_max;
  }
  bool may_read_on() const noexcept {
    return in_order_.load() == 0 && (core_->refuses_more || admits_more()) && has_room_for_a_message() &&
           held_.has_room_for_another();
  }
  // While requests in progress hold so much that there is no room for another of the largest, the next one stays
  // unread.
  bool has_room_for_a_message() const noexcept { return memory_->has_room_for(core_->reading.message_octets_max); }
  // Gives the reading side away during an upcall, if there may be one more request in progress.
  enum class Giving : std::uint8_t { if_there_is_room, for_a_nested_call };
  void give_away_if_admitted(Giving giving = Giving::if_there_is_room) noexcept;
  void hand_over() noexcept;
  void begin_to_watch();
  void end_watching() noexcept;
  void park() noexcept;
  [[gnu::cold, gnu::noinline]] void end(const transport::Result& received) noexcept;
  [[gnu::cold, gnu::noinline]] void end(const char* why) noexcept { end(std::string(why)); }
  [[gnu::cold, gnu::noinline]] void end(const std::string& why) noexcept;
  void end_when_answered() noexcept;
  void stop_reading() noexcept;
  [[gnu::cold, gnu::noinline]] void all_answered() noexcept;
  void release_answered() noexcept;
  [[gnu::cold]] void say(log::Event event, const std::string& what) const noexcept;

  void say_farewell() noexcept;

  class StreamedRequest;

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Stream> stream_;
  const std::string peer_;  // as the log names it
  channel::StreamSession session_{*stream_};
  const ConnectionDirection direction_;
  const bool is_both_ways_;
  std::optional<Place> place_;  // in the core's list, under its lock

  const std::shared_ptr<MemoryShare> memory_;

  // Belongs to the owner of the reading side.
  MessageReader reader_;
  Serving* serving_ = nullptr;
  StreamedRequest* streaming_ = nullptr;  // the one in progress, while it is still arriving
  cdr::TextForm text_form_;
  static constexpr std::uint8_t no_minor = 0xff;
  sync::Atomic<std::uint8_t> minor_{no_minor};  // the GIOP minor version of the client's last message
  sync::Atomic<bool> client_accepts_streamed_fragments_{false};
  sync::Atomic<bool> client_traces_{false};

  ReadingSide reading_;
  // The members below are owned by the thread that has the reading side.
  reactor::EdgeWatch* edges_ = nullptr;           // the handle's edge-triggered watch, if it has one
  bool has_taken_all_ = false;                    // the last receive has taken all octets that were there
  bool staying_pays_ = false;                     // the client's next request comes soon, as far as is known
  Deadline given_at_{};                           // when it was last given to a thread
  sync::Atomic<bool> eager_{false};               // hand the reading side over before each upcall
  sync::Atomic<std::uint32_t> quick_upcalls_{0};  // in a row, after which it was
  sync::Atomic<std::uint32_t> served_{0};
  std::uint32_t checked_at_ = 0;  // a tick; this and the next are the monitor's
  std::uint32_t served_when_checked_ = 0;
  enum class Heard : std::uint8_t { nothing_yet, something, nothing_since_asked };
  sync::Atomic<Heard> heard_{Heard::nothing_yet};  // asked: by close_if_idle()
  const std::chrono::nanoseconds opened_;          // coarse_now()
  std::chrono::nanoseconds silent_since_{0};       // when close_if_idle() first heard nothing, whose it is
  sync::Atomic<bool> in_message_{false};           // it has received a part of one

  HeldRequests held_{*this};
  DeferredReplies deferred_;
  ReplySender replies_{*this, *core_, *stream_};
  ReplyBatch batch_;
  sync::Atomic<bool> has_batch_{false};  // something is in it
  sync::Atomic<std::uint32_t> holders_{1};
  sync::Atomic<bool> rests_for_replies_{false};
  ClosableCount requests_;  // in progress; when closed, no more are served
  sync::Atomic<std::uint32_t> nested_{0};
  sync::Atomic<std::uint32_t> admitted_{0};  // those of them that count for the limit, where there is one
  sync::Atomic<std::uint32_t> in_order_{0};  // oneways that are served by threads of their own
  sync::Atomic<bool> resting_{false};
  sync::Atomic<bool> farewell_said_{false};
  sync::Atomic<bool> has_only_to_answer_{false};   // its client sends no more; until the last reply
  std::uint32_t in_progress_at_end_ = 0;           // set before has_only_to_answer_
  sync::Atomic<const char*> why_closed_{nullptr};  // set when this end closes the connection
};

}  // namespace dimma::iiop
