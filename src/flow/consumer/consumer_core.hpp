#pragma once
// State shared by the threads of a consumer. Owned by shared_ptr: each thread keeps it alive until the thread has
// ended.

#include "base/sync/sync.hpp"

#if !DIMMA_THREADS
#include "flow/consumer/consumer_core_single_threaded.hpp"
#else

#include "channel/channel.hpp"
#include "execution/threads.hpp"
#include "flow/consumer/message_queue.hpp"
#include "flow/wire/settings.hpp"

#include <memory>
#include <vector>

namespace dimma::flow {

class ConsumerCore : public std::enable_shared_from_this<ConsumerCore> {
 public:
  ConsumerCore(std::unique_ptr<transport::DatagramSocket> socket, const EngineeringQoS& qos, const Settings& settings,
               channel::Dispatcher& dispatcher);

  // Starts the threads. Throws QoSError for the scheduling, and std::system_error.
  void start();
  // Stops the threads, and joins them, except for the calling thread if it is one of them.
  void close() noexcept;

  transport::DatagramSocket& socket() const noexcept { return *socket_; }
  std::size_t threads() const { return threads_.running(); }
  Receiver::Totals totals() const;
  std::string waiting_text() const;

 private:
  void start_thread(void (ConsumerCore::*body)());
  void receive();
  void deliver();
  void take(OctetView datagram, const transport::Arrival& of, DispatchMemo& memo);

  const std::unique_ptr<transport::DatagramSocket> socket_;
  const Scheduling scheduling_;
  channel::Dispatcher& dispatcher_;
  const std::size_t delivering_;  // 0: the receiving thread delivers
  const std::size_t batch_;       // datagrams received by one call
  MessageQueue queue_;

  mutable sync::Mutex receiving_;
  Receiver receiver_ DIMMA_GUARDED_BY(receiving_);

  execution::Threads threads_;
  sync::Atomic<bool> closed_{false};
};

}  // namespace dimma::flow

#endif
