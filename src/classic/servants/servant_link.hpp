#pragma once
// How a classic servant finds its bridge.

#include <memory>
#include <mutex>

namespace dimma::classic {

class Bridge;

// Made by the servant's first activation, and owned by the servant.
struct ServantLink {
  std::mutex mutex;
  // Weak, since the bridge holds the servant. Guarded by `mutex`.
  std::weak_ptr<Bridge> bridge;
};

}  // namespace dimma::classic
