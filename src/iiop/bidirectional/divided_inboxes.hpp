#pragma once
// The octets that a divided connection has received and that its halves have not taken yet.

#include "iiop/bidirectional/message_router.hpp"
#include "iiop/message/memory_budget.hpp"
#include "reactor/descriptor.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace dimma::iiop {

// Guarded by the connection's lock.
class DividedInboxes {
 public:
  using Halves = MessageRouter::Halves;
  class Inbox;

  explicit DividedInboxes(std::shared_ptr<MemoryShare> memory) noexcept : held_(std::move(memory)) {}

  // `which` is one half.
  Inbox& of(Halves which) noexcept { return which == MessageRouter::requests ? requests_ : replies_; }
  const Inbox& of(Halves which) const noexcept { return which == MessageRouter::requests ? requests_ : replies_; }

  // Appends octets to the inboxes of these halves, and rings their bells. Drops the octets for a half that nobody has
  // asked for. Throws std::bad_alloc, also if the limit of the memory is reached.
  void put(Halves to, OctetView octets);
  // Moves octets out of an inbox, and returns their number.
  std::size_t take(Halves from, std::span<std::byte> into) noexcept;
  // If an inbox is full, nothing more may be received for either half.
  bool have_room() const noexcept { return !requests_.is_full() && !replies_.is_full(); }
  bool wait_for_bell() const noexcept { return requests_.waits_for_bell() || replies_.waits_for_bell(); }
  void ring() noexcept {
    requests_.ring();
    replies_.ring();
  }

  // The inbox of one half. Its bell is a descriptor that polls readable when the bell has rung.
  class Inbox {
   public:
    // Called when the half is made. Throws std::system_error.
    static reactor::Descriptor make_bell();
    void open(reactor::Descriptor bell) noexcept { bell_ = std::move(bell); }
    bool is_open() const noexcept { return static_cast<bool>(bell_); }

    std::size_t size() const noexcept { return octets_.size() - begin_; }
    bool is_full() const noexcept;

    // The limit for a receive without a deadline; zero: none.
    std::chrono::milliseconds timeout() const noexcept { return timeout_; }
    void limit_waits(std::chrono::milliseconds timeout) noexcept { timeout_ = timeout; }

    void ask_for_bell() noexcept { asks_for_bell_ = true; }
    bool waits_for_bell() const noexcept { return asks_for_bell_ && !has_rung_; }
    // Rings the bell if it has been asked for.
    void ring() noexcept;
    void silence_bell() noexcept;

   private:
    friend class DividedInboxes;
    void put(OctetView octets);
    std::size_t take(std::span<std::byte> into) noexcept;

    std::vector<std::byte> octets_;
    std::size_t begin_ = 0;
    std::chrono::milliseconds timeout_{0};
    reactor::Descriptor bell_;  // an eventfd
    bool asks_for_bell_ = false;
    bool has_rung_ = false;
  };

 private:
  std::size_t size() const noexcept { return requests_.size() + replies_.size(); }

  Inbox requests_;
  Inbox replies_;
  MemoryLease held_;  // for both
};

}  // namespace dimma::iiop
