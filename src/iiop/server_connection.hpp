#pragma once
// One connection at the server's end: requests in, upcalls, replies out.
//
// One thread at a time has the reading side (see upcall.hpp). Replies may come from several threads at once.

#include "base/sync.hpp"
#include "iiop/code_sets.hpp"
#include "iiop/early_message.hpp"
#include "iiop/giop_reader.hpp"
#include "iiop/giop_request.hpp"
#include "iiop/iiop_request.hpp"
#include "iiop/nested.hpp"
#include "iiop/server_core.hpp"
#include "iiop/upcall.hpp"
#include "qos/turn.hpp"
#include "transport/poller.hpp"

#include <list>
#include <memory>
#include <optional>

namespace dimma::iiop {

class ServerConnection final : public transport::Waiter,
                               private Waitable,
                               public std::enable_shared_from_this<ServerConnection> {
 public:
  ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream);
  ~ServerConnection() override;

  // Begins to serve: by the poller or by a thread of its own. Throws std::system_error.
  void start();

  // Serves on the calling thread until the connection ends or another thread has its reading side.
  void serve() noexcept;
  void readable() noexcept override;

  // Serves no further request; when those in progress are answered, says CloseConnection and ends.
  void close() noexcept;

  // Closes it if nothing has come since it was last asked, and nothing is in progress.
  bool close_if_idle() noexcept;

  // The monitor's visit: gives the reading side away when the upcall takes too long.
  void check(std::uint32_t tick) noexcept;

  // Requests in progress, and those of them whose upcalls wait for calls of their own.
  std::size_t in_progress() const noexcept { return in_progress_.load(); }
  std::size_t nested() const noexcept { return nested_.load(); }

  const std::shared_ptr<ServerCore>& core() const noexcept { return core_; }
  const transport::Stream& stream() const noexcept { return *stream_; }

  using Place = std::list<std::shared_ptr<ServerConnection>>::iterator;
  std::optional<Place> place() const noexcept { return place_; }
  void place(std::optional<Place> at) noexcept { place_ = at; }

  // For a request that is served by a thread of its own.
  void reply(IiopRequest& request) noexcept;
  void send(cdr::Encoder& message) noexcept;
  // For a reply in parts, by who holds the turn to send. Throws COMM_FAILURE when the client is gone.
  qos::Turn& sending() noexcept { return sending_; }
  void send_part(std::span<iovec> pieces);
  // Whether a long reply may go in fragments while it is being written.
  bool client_takes_open_ends() const noexcept { return client_takes_open_ends_.load(std::memory_order_relaxed); }
  // The rest of what was begun will not come.
  void give_up() noexcept { stream_->shutdown(); }
  void answer_no_resources(Serving& serving, const RequestHeader& header, std::uint8_t minor,
                           const char* why) noexcept;
  void begin_in_order() noexcept { in_order_.fetch_add(1); }
  void end_in_order() noexcept { in_order_.fetch_sub(1); }
  void begin_nested() noexcept { nested_.fetch_add(1); }
  void end_nested() noexcept { nested_.fetch_sub(1); }
  // The request counts no more for the limit: before its reply can be answered by another request.
  void end_admitted() noexcept {
    if (core_->limits_messages) admitted_.fetch_sub(1);
  }
  void leave() noexcept;
  // Has the connection read again if it rests until a request has ended, and if one has.
  void read_on() noexcept;

 private:
  // Each returns whether the calling thread still has the reading side of a connection that goes on.
  bool serve_next(Serving& serving, ReadingSide::Turn turn, bool& may_block);
  bool receive(bool& may_block);
  bool handle_message(Serving& serving, ReadingSide::Turn turn);
  bool may_serve_early();
  bool serve_early(Serving& serving, ReadingSide::Turn turn);
  bool serve_request(Serving& serving, ReadingSide::Turn turn);
  void learn_of_client(const ServiceContexts& contexts);
  bool upcall(Serving& serving, ReadingSide::Turn turn, ServerRequest& request);
  void begin_upcall(ReadingSide::Turn turn, bool response_expected) noexcept;
  bool serve_otherwise(Serving& serving, ReadingSide::Turn turn, const RequestHeader& header,
                       const cdr::Decoder& body);
  bool serve_by_a_new_thread(const RequestHeader& header, const cdr::Decoder& body);
  bool rest();
  void answer_locate_request(Serving& serving);
  bool refuse();  // MessageError, and the end

  void about_to_wait() override;
  void done_waiting() noexcept override;
  // Whether one more request may be served, as far as its number goes.
  bool admits_more() const noexcept {
    return !core_->limits_messages || admitted_.load() - nested_.load() < core_->messages_most;
  }
  bool may_read_on() const noexcept {
    return in_order_.load() == 0 && (core_->refuses_more || admits_more());
  }
  // Gives the reading side away during an upcall, if there may be one more request in progress.
  void give_away_if_admitted() noexcept;
  void hand_over() noexcept;
  void park() noexcept;
  void end() noexcept;

  bool enter() noexcept;
  void say_farewell() noexcept;

  class EarlyRequest;

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Stream> stream_;
  std::optional<Place> place_;  // in the core's list, under its lock

  // Belongs to whoever has the reading side.
  MessageReader reader_;
  Serving* serving_ = nullptr;
  EarlyRequest* early_ = nullptr;  // the one in progress, while it is still arriving
  cdr::TextForm text_form_;
  sync::Atomic<std::uint8_t> minor_{0};
  sync::Atomic<bool> client_takes_open_ends_{false};

  ReadingSide reading_;
  sync::Atomic<bool> eager_{false};  // hand the reading side over before each upcall
  sync::Atomic<std::uint32_t> served_{0};
  std::uint32_t served_at_tick_ = 0;  // the monitor's
  enum class Heard : std::uint8_t { nothing_yet, something, nothing_since_asked };
  sync::Atomic<Heard> heard_{Heard::nothing_yet};  // asked: by close_if_idle()
  const std::chrono::nanoseconds opened_;          // coarse_now()

  qos::Turn sending_;
  sync::Atomic<std::uint32_t> in_progress_{0};
  sync::Atomic<std::uint32_t> nested_{0};
  sync::Atomic<std::uint32_t> admitted_{0};  // those of them that count for the limit, where there is one
  sync::Atomic<std::uint32_t> in_order_{0};  // oneways that are served by threads of their own
  sync::Atomic<bool> resting_{false};
  sync::Atomic<bool> closing_{false};
  sync::Atomic<bool> farewell_said_{false};
};

}  // namespace dimma::iiop
