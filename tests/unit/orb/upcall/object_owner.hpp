#pragma once
// The owner of active objects in tests of their parts.

#include "orb/upcall/active_object.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>

namespace dimma::test {

using Gate = PortableServer::POAManager::State;

class Owner final : public orb::ObjectOwner {
 public:
  orb::OrbState& orb() const noexcept override { std::abort(); }  // not called here
  const sync::Atomic<Gate>& gate() const noexcept override { return state; }
  sync::RecursiveMutex* serial() noexcept override { return nullptr; }
  bool retains() const noexcept override { return true; }
  std::string path_in_words() const override { return "RootPOA"; }
  bool serves_elsewhere() const noexcept override { return false; }
  void postinvoke(orb::ActiveObject& /*object*/, std::unique_ptr<orb::LocatedObject> /*located*/) override {}
  void released(orb::ActiveObject& /*object*/, std::shared_ptr<PortableServer::Servant> servant) noexcept override {
    ++times_released;
    servant.reset();
  }

  sync::Atomic<Gate> state{Gate::ACTIVE};
  std::atomic<int> times_released{0};
};

}  // namespace dimma::test
