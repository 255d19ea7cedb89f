#pragma once
// The retirement of the single-threaded build, which has no thread that could wait for an adapter's last upcall. The
// ORB calls close_idle() frequently instead.

#include <memory>
#include <vector>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Retirement {
 public:
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
  // Closes the endpoints of adapters whose last upcall has ended. No-op within an upcall.
  void close_idle() noexcept;
  // No-op. The remaining endpoints are closed together with the ORB's other endpoints.
  void await_others() noexcept {}

 private:
  OrbState& orb_;
  std::vector<std::shared_ptr<AdapterBase>> waiting_;
};

}  // namespace dimma::orb
