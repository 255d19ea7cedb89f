#pragma once
// A thread that plays a hostile process with which this one shares memory.

#include "transport/shm/shm_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <random>
#include <thread>

namespace dimma::transport {

// Writes anything anywhere into what it shares, as fast as it can, until it is destroyed.
class Scribbler {
 public:
  Scribbler(const ShmMemory& shared, unsigned seed)
      : thread_([this, memory = reinterpret_cast<std::byte*>(&shared.to_listener<RingReader>().head()),
                 octets = 512 + shared.sizes().to_listener + shared.sizes().to_connector, seed] {
          std::mt19937_64 random(seed);
          while (!stop_) {
            const std::uint64_t chance = random();
            // It writes to the heads more often than to the rings, and likely values among the random ones.
            std::size_t at = (chance % 4 != 0 ? random() % 512 : random() % octets) & ~std::size_t{7};
            // Every other seed leaves the flags for the end alone, so that the connection lasts.
            if (seed % 2 == 0 && at < 512) at &= ~std::size_t{63};
            if (seed % 2 == 0 && at % 256 == 128) at = 512;
            const std::uint64_t value = chance % 3 == 0 && seed % 4 != 0 ? random() : random() % 9000;
            __atomic_store_n(reinterpret_cast<std::uint64_t*>(memory + at), value, __ATOMIC_RELAXED);
          }
        }) {}
  ~Scribbler() {
    stop_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace dimma::transport
