#pragma once
// What turns signals into something that ORB::run() can wait for.

#include "transport/descriptor.hpp"
#include "transport/poller.hpp"

namespace dimma::orb {

class Core;

// Belongs to its Core. The descriptor stays readable once a signal has come or raise() was called.
class SignalEvent final : public transport::Waiter {
 public:
  explicit SignalEvent(Core& core);  // Throws CORBA::NO_RESOURCES.
  ~SignalEvent() override;

  // Throws CORBA::BAD_PARAM.
  static void handle(int signal);

  void raise() noexcept;
  // With threads: returns when it is raised, however that comes.
  void wait() noexcept;
  // Without: the loop says that it is.
  void readable() noexcept override;

 private:
  Core& core_;
  const transport::Descriptor event_;
};

}  // namespace dimma::orb
