#pragma once
// The single-threaded build's retirement: no thread waits for an adapter's last upcall, but each opportunity is taken
// to look whether it has ended.

#include <memory>
#include <vector>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Retirement {
 public:
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
  // Closes those of which the last upcall has ended; does nothing within an upcall.
  void close_idle() noexcept;
  // All that are left are closed with the ORB's other endpoints.
  void await_others() noexcept {}

 private:
  OrbState& orb_;
  std::vector<std::shared_ptr<AdapterBase>> waiting_;
};

}  // namespace dimma::orb
