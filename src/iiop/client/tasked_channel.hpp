#pragma once
// The part of a client channel that has threads: processing=pool(n) or factory. One of them carries out the whole call,
// from the first octet to the last result, while the caller waits.

#include "iiop/client/assembled_channel.hpp"
#include "iiop/resources/resources.hpp"

#include <memory>

namespace dimma::iiop {

class TaskedChannel final : public WrappingChannel {
 public:
  // Makes the pool's threads. Throws QoSError for a scheduling that the system does not permit, NO_RESOURCES if the
  // system has no more threads.
  TaskedChannel(std::shared_ptr<AssembledChannel> within, const EngineeringQoS& qos, const Settings& settings);
  ~TaskedChannel() override;

  channel::Outcome call(channel::Request& request) override;
  // A task carries the call, and is free again when the answer has been read.
  void begin(std::shared_ptr<channel::Awaiting> call) override;
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override;
  void close() noexcept override;
  void report(std::vector<channel::Fact>& facts) const override;

 private:
  class Task;
  class CarriedAnswer;
  using Tasks = execution::Allocator<Task>;

  template <class Work>
  void carry(Deadline deadline, Work work);

  const Patience patience_;
  const bool one_task_a_call_;
  const std::unique_ptr<Tasks> tasks_;
};

// Wraps the channel in one that has threads if the QoS requires them. In the single-threaded build no QoS does.
std::shared_ptr<AssembledChannel> with_tasks(std::shared_ptr<AssembledChannel> channel, const EngineeringQoS& qos,
                                             const Settings& settings);

}  // namespace dimma::iiop
