#pragma once
// The contract of every transport, as tests. A transport instantiates the suite in its own test:
//
//   INSTANTIATE_TEST_SUITE_P(Tcp, Conformance, testing::Values(Subject{...}), subject_name);
//
// named like its class without "Transport"; the test `transport_conformance_coverage` fails if it is missing.

#include "transport/transport.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::transport {

struct Subject {
  std::string name;
  std::function<std::shared_ptr<Transport>()> make;
  Endpoint anywhere;  // port 0, or no name: where a test listens
  std::size_t big_octets =
      16 * 1024 * 1024;                // for transfers that must not fit into any buffer on the way: TCP's largest
  StreamOptions options = {};          // for both ends
  bool has_own_octets = false;         // makes the handle readable, though receive() returns nothing
  std::size_t many_streams = 1000;     // at once
  std::size_t buffered_octets = 4096;  // that a stream takes before anybody receives; some tests send as much
};

inline std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }
inline std::string subject_name(const testing::TestParamInfo<Subject>& info) { return info.param.name; }

// So long that a test which reaches this deadline has failed.
inline Deadline patience() { return Clock::now() + std::chrono::seconds(60); }
// Waits until the other threads are in blocking calls. It is no error if one is not.
void let_others_block();

bool is_readable(int handle);
// Waits with patience.
bool becomes_readable(int handle);
// Returns whether receive() would not block. To be called by the thread that may receive.
bool is_receivable(Stream& stream);
bool becomes_receivable(Stream& stream);
// Waits with patience until `condition` is true.
bool becomes_true(const std::function<bool()>& condition);

// Octets that repeat only after a long time.
std::vector<std::byte> pattern(std::size_t octets, unsigned start = 0);

Result send_all(Stream& stream, std::span<const std::byte> octets, Deadline deadline = no_deadline);
// Receives up to `octets` octets; fewer when the stream ends, and then `last` says how.
std::vector<std::byte> receive_all(Stream& stream, std::size_t octets, Result* last = nullptr);

// Allows this process `count` open descriptors.
void allow_descriptors(std::size_t count);

// The result that begin_connect() called back with. Outlives the connects.
class ConnectOutcome {
 public:
  Transport::ConnectDone done() {
    return [this](Connected connected) {
      const std::lock_guard lock(mutex_);
      ++calls_;
      connected_ = std::move(connected);
      called_.notify_all();
    };
  }
  // Waits with patience for the call.
  const Connected& await() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(called_.wait_until(lock, patience(), [this] { return calls_ > 0; })) << "done was not called";
    return connected_;
  }
  int calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  // To be called after await().
  std::unique_ptr<Stream> take() { return std::move(connected_.stream); }

 private:
  mutable std::mutex mutex_;
  std::condition_variable called_;
  int calls_ = 0;
  Connected connected_;
};

struct Pair {
  std::unique_ptr<Stream> client;
  std::unique_ptr<Stream> server;
};

class Conformance : public testing::TestWithParam<Subject> {
 protected:
  std::unique_ptr<Listener> listen() { return transport_->listen(GetParam().anywhere, GetParam().options); }
  std::unique_ptr<Stream> connect(const Listener& listener);
  std::unique_ptr<Stream> accept(Listener& listener);
  Pair connect_pair();
  Pair connect_pair(Listener& listener);

  std::shared_ptr<Transport> transport_ = GetParam().make();
};

}  // namespace dimma::transport
