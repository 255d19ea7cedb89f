#include "orb/upcall/caller.hpp"

#include "base/loans_within_process.hpp"
#include "base/never_destroyed.hpp"
#include "base/sync/assert.hpp"

#include <dimma/generated/server_request.hpp>

#include <utility>

#include <unistd.h>

namespace dimma::orb {

namespace {

class CollocatedSession final : public channel::Session {
 public:
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return loans_within_process(); }

 private:
  Peer identify() const override {
    Peer peer;
    peer.transport = "collocated";
    peer.process = PeerProcess{::geteuid(), ::getegid(), ::getpid()};
    return peer;
  }
};

}  // namespace

constinit DIMMA_PER_THREAD const CallerScope* CallerScope::innermost = nullptr;

// Never destroyed, since objects may be called while the process ends.
channel::Session& collocated_session() {
  static NeverDestroyed<CollocatedSession> only;
  return *only;
}

CallerScope::CallerScope(channel::Session* session) noexcept
    : session_(session), previous_(std::exchange(innermost, this)) {}

CallerScope::~CallerScope() {
  DIMMA_ASSERT(innermost == this);
  innermost = previous_;
}

channel::Session* CallerScope::current() {
  const UpcallFrame* const upcall = current_upcall();
  if (innermost != nullptr && innermost->within_ == upcall) return innermost->session_;
  if (upcall == nullptr) return nullptr;
  return upcall->request == nullptr ? &collocated_session() : upcall->request->session();
}

}  // namespace dimma::orb

namespace dimma {

std::shared_ptr<const Peer> caller() {
  auto* const session = orb::CallerScope::current();
  return session == nullptr ? nullptr : session->peer();
}

}  // namespace dimma
