#pragma once
// A watch on etcd, over a connection of its own. When that fails it goes on with another where it was.

#include "services/store/etcd/cluster.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

namespace dimma::store::etcd {

// A member that was stopped sends nothing; neither does one that has nothing to say. So it is asked anew, which etcd
// answers at once. Only tests change these limits, while threads read them.
inline std::atomic<std::chrono::milliseconds> silence_max{std::chrono::milliseconds(5'000)};
inline std::atomic<std::chrono::milliseconds> first_word_max{std::chrono::milliseconds(2'000)};

class EtcdWatch final : public Watch {
 public:
  // Watches keys that begin with `records` + `prefix`, and takes `records` off. A watch of all records is told of the
  // estate's tick too, so that its revision() is the store's soon, but not of writers, whose records are in each
  // transaction.
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
  const std::string tick_;        // the key of a record that is put to be told of; it sorts after all records
  const std::string beyond_;      // their end
  Revision after_;                // everything up to it has been given,
  std::size_t given_behind_ = 0;  // and so many events after it,
  std::size_t to_skip_ = 0;       // so many events come again over this connection
  std::size_t received_ = 0;      // events later than after_ over this connection
  std::unique_ptr<Connection> connection_;
  Deadline heard_;            // when the member last sent something, or was asked,
  bool has_heard_ = false;    // and whether it has, over this connection
  bool was_refused_ = false;  // the last time that it was asked for
  Deadline ticked_;           // when the record was put last
};

}  // namespace dimma::store::etcd
