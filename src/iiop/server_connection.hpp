#pragma once
// One connection at the server's end: requests in, upcalls, replies out.
//
// One thread at a time has the reading side (see upcall.hpp). Replies may come from several threads at once.

#include "base/sync.hpp"
#include "iiop/giop_reader.hpp"
#include "iiop/giop_request.hpp"
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

  // The monitor's visit: gives the reading side away when the upcall takes too long.
  void check(std::uint32_t tick) noexcept;

  const std::shared_ptr<ServerCore>& core() const noexcept { return core_; }
  const transport::Stream& stream() const noexcept { return *stream_; }

  using Place = std::list<std::shared_ptr<ServerConnection>>::iterator;
  std::optional<Place> place() const noexcept { return place_; }
  void place(std::optional<Place> at) noexcept { place_ = at; }

 private:
  // Each returns whether the calling thread still has the reading side of a connection that goes on.
  bool serve_next(Serving& serving, ReadingSide::Turn turn, bool& may_block);
  bool receive(bool& may_block);
  bool handle_message(Serving& serving, ReadingSide::Turn turn);
  bool serve_request(Serving& serving, ReadingSide::Turn turn);
  bool upcall(Serving& serving, ReadingSide::Turn turn, ServerRequest& request);
  void answer_locate_request(Serving& serving);
  bool refuse();  // MessageError, and the end

  void about_to_wait() noexcept override { give_away(); }
  void give_away() noexcept;
  void park() noexcept;
  void end() noexcept;

  bool enter() noexcept;
  void leave() noexcept;
  void say_farewell() noexcept;
  void send(cdr::Encoder& message) noexcept;

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Stream> stream_;
  std::optional<Place> place_;  // in the core's list, under its lock

  // Belongs to whoever has the reading side.
  MessageReader reader_;
  Serving* serving_ = nullptr;
  sync::Atomic<std::uint8_t> minor_{0};

  ReadingSide reading_;
  sync::Atomic<bool> eager_{false};  // hand the reading side over before each upcall
  sync::Atomic<std::uint32_t> served_{0};
  std::uint32_t served_at_tick_ = 0;  // the monitor's

  qos::Turn sending_;
  sync::Atomic<std::uint32_t> in_progress_{0};
  sync::Atomic<bool> closing_{false};
  sync::Atomic<bool> farewell_said_{false};
};

}  // namespace dimma::iiop
