#pragma once
// A watch on etcd over a connection of its own. If the connection fails, the watch continues over another one.

#include "services/store/etcd/cluster.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace dimma::store::etcd {

// A silent member may have stopped, or may just have nothing to report. After a silence the watch is therefore
// reopened, which etcd confirms at once. Atomic, since tests change these limits while other threads read them.
inline std::atomic<std::chrono::milliseconds> silence_max{std::chrono::milliseconds(5'000)};
inline std::atomic<std::chrono::milliseconds> first_word_max{std::chrono::milliseconds(2'000)};

class EtcdWatch final : public Watch {
 public:
  // Watches keys that begin with `records` + `prefix`, and removes `records` from them. `estate` is the prefix of all
  // keys of the store. A watch of all records also receives the tick, so that its revision() soon reaches the store's.
  // It does not receive the records of writers, which every transaction changes.
  EtcdWatch(Cluster& cluster, const std::string& estate, std::string records, const std::string& prefix,
            Revision after);
  std::vector<Event> next(std::chrono::milliseconds patience) override;
  Revision revision() const override { return after_; }

 private:
  void open();
  void catch_up();
  [[noreturn]] void pass_over(const std::string& what) const;
  void take(WatchAnswer answer, std::vector<Event>& events);

  Cluster& cluster_;
  const std::string records_;
  const bool is_of_all_;
  const std::string first_;       // beginning of the range of watched keys
  const std::string tick_;        // key that is written to advance the watch; sorts after all records
  const std::string beyond_;      // end of the range of watched keys
  Revision after_;                // all events up to this revision have been returned
  std::size_t given_behind_ = 0;  // number of events after `after_` that have been returned
  std::size_t to_skip_ = 0;       // events that this connection repeats
  std::size_t received_ = 0;      // events after `after_` received over this connection
  std::unique_ptr<Connection> connection_;
  Deadline heard_;            // time of the member's last message, or of the request
  bool has_heard_ = false;    // the member has sent a message over this connection
  bool was_refused_ = false;  // the last attempt to open the watch was refused
  Deadline ticked_;           // time of the last write of the tick
};

}  // namespace dimma::store::etcd
