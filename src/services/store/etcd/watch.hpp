#pragma once
// A watch on etcd, over a connection of its own. If that fails, the watch continues over another where it was.

#include "services/store/etcd/cluster.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace dimma::store::etcd {

// A member that was stopped sends nothing, and neither does one that has nothing to report. So the watch is opened
// again, which etcd answers at once. Only tests change these limits, while threads read them.
inline std::atomic<std::chrono::milliseconds> silence_max{std::chrono::milliseconds(5'000)};
inline std::atomic<std::chrono::milliseconds> first_word_max{std::chrono::milliseconds(2'000)};

class EtcdWatch final : public Watch {
 public:
  // Watches keys that begin with `records` + `prefix`, and removes `records` from them. A watch of all records also
  // gets the estate's tick, so that its revision() is soon the store's, but not the records of writers, which are in
  // each transaction.
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
  const std::string first_;       // the beginning of the watched keys
  const std::string tick_;        // the key of a record that advances the watch when written; sorts after all
  const std::string beyond_;      // the end of the watched keys
  Revision after_;                // all events up to it have been returned,
  std::size_t given_behind_ = 0;  // and this many events after it,
  std::size_t to_skip_ = 0;       // this many events come again over this connection
  std::size_t received_ = 0;      // events later than after_ over this connection
  std::unique_ptr<Connection> connection_;
  Deadline heard_;            // when the member last sent something, or was asked,
  bool has_heard_ = false;    // and whether it has sent something over this connection
  bool was_refused_ = false;  // the last time that the watch was opened
  Deadline ticked_;           // when the record was last written
};

}  // namespace dimma::store::etcd
