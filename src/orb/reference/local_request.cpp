#include "orb/reference/local_request.hpp"

#include "base/loans_within_process.hpp"
#include "channel/discarded_reply.hpp"
#include "channel/nested_wait.hpp"
#include "channel/reply.hpp"
#include "channel/wait_for_others.hpp"
#include "orb/state/ior.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/caller.hpp"

namespace dimma::orb {

namespace {

// Shared by the caller, which waits for the reply, and the servant, which completes it later.
struct AwaitedReply {
  explicit AwaitedReply(ServerRequest* awaited) noexcept : request(awaited) {}

  sync::Mutex mutex;
  sync::Condition changed;
  ServerRequest* request DIMMA_GUARDED_BY(mutex);  // nullptr if the caller no longer waits
  bool is_being_made DIMMA_GUARDED_BY(mutex) = false;
  bool is_completed DIMMA_GUARDED_BY(mutex) = false;
};

class LocalReply final : public DetachedReply {
 public:
  LocalReply(std::shared_ptr<AwaitedReply> awaited, std::string_view operation)
      : awaited_(std::move(awaited)), without_caller_(operation) {}

  void complete(function_ref<void(ServerRequest&)> serve) noexcept override {
    ServerRequest* request = nullptr;
    {
      const sync::LockGuard lock(awaited_->mutex);
      request = awaited_->request;
      awaited_->is_being_made = request != nullptr;
    }
    if (request == nullptr) return without_caller_.complete(serve);
    serve(*request);
    // The lock is taken because the caller may destroy the request once it sees is_completed.
    const sync::LockGuard lock(awaited_->mutex);
    awaited_->is_completed = true;
    awaited_->changed.notify_all();
  }

 private:
  const std::shared_ptr<AwaitedReply> awaited_;
  channel::DiscardedReply without_caller_;
};

class LocalRequest final : public ServerRequest {
 public:
  LocalRequest(const channel::Request& request, std::string_view object_key, const cdr::Decoder& arguments)
      : ServerRequest(request.operation.name, octets_of(object_key), !request.operation.oneway, arguments),
        request_(request),
        out_(buffer_) {}

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    status_ = status;
    came_along_.assign(reply_contexts_.begin(), reply_contexts_.end());
    out_.reset();
    return out_;
  }
  cdr::Encoder& begin_failure(std::string_view words) override {
    words_ = words;
    return begin_reply(ReplyStatus::system_exception);
  }
  std::vector<iop::ServiceContext> service_contexts() const override {
    if (request_.call_options == nullptr) return {};
    return {request_.call_options->service_contexts.begin(), request_.call_options->service_contexts.end()};
  }
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { reply_contexts_ = contexts; }

  channel::Session* session() override { return &collocated_session(); }

  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> /*observer*/) override {
    if (!response_expected()) return std::make_shared<channel::DiscardedReply>(operation());
    auto awaited = std::make_shared<AwaitedReply>(this);
    auto reply = std::make_shared<LocalReply>(awaited, operation());
    awaited_ = std::move(awaited);
    return reply;
  }

  channel::Outcome outcome() {
    if (!response_expected()) return {};
    if (awaited_) await();
    if (request_.call_options != nullptr && request_.call_options->reply_contexts != nullptr) {
      *request_.call_options->reply_contexts = std::move(came_along_);
    }
    cdr::Decoder body(out_.octets());
    return channel::finish_call(request_, status_, body, [this] { return words_; });
  }

 private:
  void await() {
    try {
      const channel::NestedWait waiting;
      const auto completed = [&]() DIMMA_REQUIRES(awaited_->mutex) { return awaited_->is_completed; };
      if (channel::wait_for_others(awaited_->mutex, awaited_->changed, completed) || !abandon()) return;
    } catch (const CORBA::SystemException&) {
      if (abandon()) throw;
      return;
    }
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_MAYBE,
                              "the servant replies later, and the only thread is already in too many nested waits");
  }
  // Returns false if the reply was completed meanwhile.
  bool abandon() noexcept {
    sync::UniqueLock lock(awaited_->mutex);
    awaited_->request = nullptr;
    if (!awaited_->is_being_made) return true;
    awaited_->changed.wait(lock, [&]() DIMMA_REQUIRES(awaited_->mutex) { return awaited_->is_completed; });
    return false;
  }

  const channel::Request& request_;
  std::shared_ptr<AwaitedReply> awaited_;  // set if the servant replies later
  cdr::Buffer buffer_;
  cdr::Encoder out_;
  ReplyStatus status_ = ReplyStatus::no_exception;
  std::string words_;  // text of a system exception
  std::span<const iop::ServiceContext> reply_contexts_;
  std::vector<iop::ServiceContext> came_along_;
};

}  // namespace

channel::Outcome call_within_process(OrbState& orb, std::string_view object_key, const channel::Request& request) {
  cdr::Buffer buffer;
  buffer.loans(loans_within_process().get(), request.operation.oneway);
  cdr::Encoder out(buffer);
  request.arguments(out);
  LocalRequest served(request, object_key, cdr::Decoder(out.octets()));
  orb.local_objects().dispatcher().dispatch(served);
  return served.outcome();
}

}  // namespace dimma::orb
