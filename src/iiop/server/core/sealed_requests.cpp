#include "iiop/server/core/sealed_requests.hpp"

#include "cdr/stream/exceptions.hpp"
#include "iiop/server/core/served_request.hpp"
#include "iiop/server/core/serving.hpp"

#include <dimma/minor.hpp>

#include <optional>
#include <utility>

namespace dimma::iiop {

// The state of a thread while it serves a connection whose requests are sealed.
struct SealedRequests::Turn {
  SealedRequests* requests = nullptr;  // nullptr: the thread serves no such connection
  SealedStream* stream = nullptr;
  bool is_in_upcall = false;  // requests that the thread serves meanwhile count for the upcall
  bool has_new_place = false;
  bool has_served = false;  // has served a request since the last receive
  HeapUse before;           // the thread's use of the heap before the part to be judged

  bool is_warm() const noexcept;
};

class SealedRequests::SealedStream final : public transport::Stream {
 public:
  SealedStream(std::unique_ptr<transport::Stream> within, SealedRequests& requests)
      : within_(std::move(within)), requests_(requests) {}
  ~SealedStream() override { leave(); }

  transport::Result receive(std::span<std::byte> into, Deadline deadline) override {
    leave();
    const auto result = within_->receive(into, deadline);
    if (result.octets != 0) requests_.begin(*this);
    return result;
  }
  transport::Result send(std::span<iovec> pieces, Deadline deadline) override {
    return within_->send(pieces, deadline);
  }
  bool prepare_poll() noexcept override {
    leave();
    return within_->prepare_poll();
  }
  void shutdown() noexcept override { within_->shutdown(); }
  void end_sending() noexcept override { within_->end_sending(); }

  void receive_timeout(std::chrono::milliseconds limit) override { within_->receive_timeout(limit); }
  int handle() const noexcept override { return within_->handle(); }
  int send_handle() const noexcept override { return within_->send_handle(); }
  bool shows_edges() const noexcept override { return within_->shows_edges(); }
  bool octets_wait() const noexcept override { return within_->octets_wait(); }
  bool peer_is_silent() const noexcept override { return within_->peer_is_silent(); }
  transport::Endpoint local() const override { return within_->local(); }
  transport::Endpoint peer() const override { return within_->peer(); }
  Peer identify_peer() const override { return within_->identify_peer(); }
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return within_->loans(); }

  // True once a request has been served. The first request allocates the buffers and the facts about the client.
  bool is_warm() const noexcept { return is_warm_.load(std::memory_order_relaxed); }
  void warmed_up() noexcept { is_warm_.store(true, std::memory_order_relaxed); }

 private:
  const std::unique_ptr<transport::Stream> within_;
  SealedRequests& requests_;
  sync::Atomic<bool> is_warm_{false};
};

bool SealedRequests::Turn::is_warm() const noexcept { return stream->is_warm() && !has_new_place; }

SealedRequests::Turn& SealedRequests::turn() noexcept {
  constinit static DIMMA_PER_THREAD Turn of_this_thread;
  return of_this_thread;
}

std::unique_ptr<transport::Stream> SealedRequests::sealed(std::unique_ptr<transport::Stream> stream) {
  return std::make_unique<SealedStream>(std::move(stream), *this);
}

void SealedRequests::begin(SealedStream& stream) noexcept {
  auto& turn = SealedRequests::turn();
  if (turn.is_in_upcall) return;
  auto& thread = *sealing::this_thread();
  ++thread.depth;
  thread.wants_place = calls_.wants_place();
  turn.requests = this;
  turn.stream = &stream;
  turn.before = thread.used;
}

void SealedRequests::begin_to_serve(const Serving& place) noexcept {
  auto& turn = SealedRequests::turn();
  if (!turn.is_in_upcall) turn.has_new_place = place.is_new;
}

// The place stays new if only part of a message arrived, or a message that is not a request.
void SealedRequests::end_serving(Serving& place) noexcept {
  const auto& turn = SealedRequests::turn();
  if (!turn.is_in_upcall) place.is_new = turn.has_new_place && !turn.has_served;
}

void SealedRequests::leave() noexcept {
  auto& turn = SealedRequests::turn();
  if (turn.requests == nullptr || turn.is_in_upcall) return;
  auto& thread = *sealing::this_thread();
  --thread.depth;
  thread.wants_place = false;
  const HeapUse used = thread.used - turn.before;
  const bool is_warm = turn.is_warm();
  auto& requests = *std::exchange(turn.requests, nullptr);
  auto& stream = *std::exchange(turn.stream, nullptr);
  const bool has_served = std::exchange(turn.has_served, false);
  if (has_served) turn.has_new_place = false;
  if (!is_warm) {
    if (has_served) stream.warmed_up();
    requests.calls_.warmed_up(used);
  } else if (used != HeapUse{}) {
    requests.calls_.took("an operation, after its upcall,", used, thread.place);
  }
}

void SealedRequests::dispatch(ServerRequest& request) noexcept {
  auto& turn = SealedRequests::turn();
  if (turn.requests != this || turn.is_in_upcall) return within_.dispatch(request);
  dispatch_sealed(request, turn);
}

void SealedRequests::dispatch_sealed(ServerRequest& request, Turn& turn) noexcept {
  turn.is_in_upcall = true;
  within_.dispatch(request);
  turn.is_in_upcall = false;
  turn.has_served = true;
  auto& thread = *sealing::this_thread();
  const HeapUse used = thread.used - turn.before;
  if (used == HeapUse{} || !turn.is_warm()) return;
  judge(request, used);
  turn.before = thread.used;
  thread.wants_place = calls_.wants_place();
}

void SealedRequests::judge(ServerRequest& request, const HeapUse& used) noexcept {
  const auto& made = static_cast<ServedRequest&>(request);
  if (made.is_put_aside() || made.is_forwarded()) return calls_.apart(used);
  const dimma::unsealed while_said;
  const auto& place = sealing::this_thread()->place;
  calls_.took(request.operation(), used, place);
  if (!calls_.raises() || !request.response_expected() || made.is_answered()) return;
  const auto completed = request.executed() ? CORBA::COMPLETED_YES : CORBA::COMPLETED_MAYBE;
  try {
    const std::string text = calls_.in_words(request.operation(), used, place);
    const CORBA::NO_MEMORY exception(minor::no_memory_sealed, completed, text);
    try {
      cdr::write_exception(request.begin_failure(text), exception);
    } catch (const CORBA::SystemException&) {
      // The buffer has no room for the text.
      cdr::write_exception(request.begin_reply(ServerRequest::ReplyStatus::system_exception), exception);
    }
  } catch (const std::exception&) {
    // Out of memory. The first reply is sent, unless the new one was begun: an incomplete reply ends the connection.
  }
}

channel::Located SealedRequests::locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                                        channel::Session* session) noexcept {
  return within_.locate(object_key, forward_to, session);
}

}  // namespace dimma::iiop
