#pragma once
// The single-threaded build's retirement: no thread waits for an adapter's last upcall. Instead, each opportunity is
// used to check if it has ended.

#include <memory>
#include <vector>

namespace dimma::orb {

class AdapterBase;
class OrbState;

class Retirement {
 public:
  explicit Retirement(OrbState& orb) noexcept : orb_(orb) {}

  void begin(std::shared_ptr<AdapterBase> adapter) noexcept;
  // Closes those whose last upcall has ended. Does nothing within an upcall.
  void close_idle() noexcept;
  // Leaves the rest to be closed with the ORB's other endpoints.
  void await_others() noexcept {}

 private:
  OrbState& orb_;
  std::vector<std::shared_ptr<AdapterBase>> waiting_;
};

}  // namespace dimma::orb
