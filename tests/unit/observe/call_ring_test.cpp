#include "observe/call_ring.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace dimma::observe {
namespace {

struct Entry {
  std::uint64_t number = 0;
  std::uint64_t same = 0;
  std::uint64_t again = 0;
};

TEST(CallRing, KeepsTheLast) {
  CallRing<Entry> ring(4);
  EXPECT_TRUE(ring.read().empty());
  for (std::uint64_t i = 0; i < 10; ++i) ring.add({i, i, i});
  std::uint64_t sum = 0;
  for (const Entry& entry : ring.read()) sum += entry.number;
  EXPECT_EQ(sum, 6U + 7 + 8 + 9);
}

TEST(CallRing, GivesWholeEntriesWhileThreadsWrite) {
  CallRing<Entry> ring(8);
  std::atomic<bool> stops{false};
  std::vector<std::thread> writers;
  for (std::uint64_t writer = 1; writer <= 3; ++writer) {
    writers.emplace_back([&, writer] {
      for (std::uint64_t i = 0; !stops; ++i) ring.add({i * writer, i * writer, i * writer});
    });
  }
  for (int i = 0; i < 3000; ++i) {
    for (const Entry& entry : ring.read()) {
      EXPECT_EQ(entry.number, entry.same);
      EXPECT_EQ(entry.number, entry.again);
    }
  }
  stops = true;
  for (auto& writer : writers) writer.join();
}

}  // namespace
}  // namespace dimma::observe
