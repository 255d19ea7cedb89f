// A value that is published by a relaxed store.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

namespace dimma::simulation {
namespace {

const Registered planted_relaxed_publication("planted.relaxed_publication",
                                             "a plain value is published without a release", [] {
                                               Shared<int> value;
                                               sync::Atomic<bool> is_there{false};
                                               sync::Thread reader([&] {
                                                 if (is_there.load(std::memory_order_acquire))
                                                   check(value.get() == 7, "a published value is the one that was set");
                                               });
                                               value.set(7);
                                               is_there.store(true, std::memory_order_relaxed);
                                               reader.join();
                                             });

const Registered planted_relaxed_messages("planted.relaxed_messages",
                                          "of two relaxed stores the second is seen before the first", [] {
                                            sync::Atomic<int> value{0};
                                            sync::Atomic<bool> is_there{false};
                                            sync::Thread reader([&] {
                                              if (is_there.load(std::memory_order_relaxed)) {
                                                check(value.load(std::memory_order_relaxed) == 7,
                                                      "who sees the second store sees the first");
                                              }
                                            });
                                            value.store(7, std::memory_order_relaxed);
                                            is_there.store(true, std::memory_order_relaxed);
                                            reader.join();
                                          });

}  // namespace
}  // namespace dimma::simulation
