#include "channel/request_batch.hpp"

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "channel/nested_wait.hpp"

#include <dimma/asio/detail/call_memory.hpp>

#include <utility>
#include <vector>

namespace dimma {

namespace {

using channel::BatchedSender;

channel::OpenBatch*& open_batch() noexcept {
  static constinit DIMMA_PER_THREAD channel::OpenBatch* batch = nullptr;
  return batch;
}

template <class T>
using Vector = std::vector<T, asio::detail::CallAllocator<T>>;

class Batch final : public asio::detail::RequestBatch {
 public:
  // Returns true if the caller has to arrange a call of send().
  bool add(std::shared_ptr<BatchedSender> sender) {
    const sync::LockGuard lock(mutex_);
    senders_.push_back(std::move(sender));
    return !std::exchange(is_awaited_, true);
  }
  void send() noexcept override {
    Vector<std::shared_ptr<BatchedSender>> senders;
    {
      const sync::LockGuard lock(mutex_);
      senders.swap(senders_);
      is_awaited_ = false;
    }
    for (const auto& sender : senders) sender->send_batched();
  }

 private:
  sync::Mutex mutex_;
  Vector<std::shared_ptr<BatchedSender>> senders_ DIMMA_GUARDED_BY(mutex_);
  bool is_awaited_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace

class asio::detail::RequestBatchScope::Open final : public channel::OpenBatch, private channel::BlockingObserver {
 public:
  explicit Open(SendSoon send_soon)
      : send_soon_(send_soon),
        batch_(std::allocate_shared<Batch>(CallAllocator<Batch>())),
        outer_batch_(std::exchange(open_batch(), this)),
        current_(*this) {}
  ~Open() {
    DIMMA_ASSERT(open_batch() == this);
    open_batch() = outer_batch_;
    batch_->send();
  }

  static void* operator new(std::size_t octets) { return take_call_memory(octets); }
  static void operator delete(void* memory, std::size_t octets) noexcept { give_call_memory(memory, octets); }

  void add(std::shared_ptr<BatchedSender> sender) override {
    if (!batch_->add(std::move(sender))) return;
    try {
      send_soon_(batch_);
    } catch (...) {  // NOLINT: out of memory, so the batch is sent at the end of the scope
    }
  }

 private:
  void before_block() override {
    batch_->send();
    if (auto* const outer = current_.outer()) outer->before_block();
  }
  void done_waiting() noexcept override {
    if (auto* const outer = current_.outer()) outer->done_waiting();
  }
  bool is_upcall() const noexcept override { return current_.outer() != nullptr && current_.outer()->is_upcall(); }

  const SendSoon send_soon_;
  const std::shared_ptr<Batch> batch_;
  channel::OpenBatch* const outer_batch_;
  const channel::CurrentUpcall current_;
};

channel::OpenBatch* channel::OpenBatch::of_this_thread() noexcept { return open_batch(); }

asio::detail::RequestBatchScope::RequestBatchScope(SendSoon send_soon) : open_(std::make_unique<Open>(send_soon)) {}

asio::detail::RequestBatchScope::~RequestBatchScope() = default;

}  // namespace dimma
