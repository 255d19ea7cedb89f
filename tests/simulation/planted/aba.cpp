// A stack whose compare-exchange does not detect that its first entry was removed and pushed again.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"

#include <array>

namespace dimma::simulation {
namespace {

struct Entry {
  sync::Atomic<Entry*> next{nullptr};
  sync::Atomic<int> owners{0};
};

class EntryStack {
 public:
  void push(Entry& entry) {
    Entry* first = first_.load();
    do {
      entry.next.store(first);
    } while (!first_.compare_exchange_strong(first, &entry));
  }
  Entry* pop() {
    Entry* first = first_.load();
    while (first != nullptr && !first_.compare_exchange_strong(first, first->next.load())) {
    }
    return first;
  }

 private:
  sync::Atomic<Entry*> first_{nullptr};
};

void take(EntryStack& stack) {
  Entry* const entry = stack.pop();
  if (entry != nullptr) check(entry->owners.fetch_add(1) == 0, "an entry has one owner");
}

const Registered planted_aba("planted.aba", "an entry of a lock-free stack is taken, and put back under it", [] {
  std::array<Entry, 2> entries;
  EntryStack stack;
  for (Entry& entry : entries) stack.push(entry);
  sync::Thread thread([&] { take(stack); });
  Entry* const first = stack.pop();
  take(stack);
  if (first != nullptr) stack.push(*first);
  thread.join();
  take(stack);
});

}  // namespace
}  // namespace dimma::simulation
