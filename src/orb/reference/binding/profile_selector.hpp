#pragma once
// Selects the profiles of a reference that a binding may use, with the protocol of each. Used for the first binding,
// for retries after a failure, and for the plan.

#include "channel/channel.hpp"
#include "orb/state/ior.hpp"
#include "qos/ends.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dimma::orb {

class ProfileSelector {
 public:
  using Binders = std::span<const std::unique_ptr<channel::Binder>>;
  struct Choice {
    std::size_t profile = 0;
    channel::Binder* binder = nullptr;
  };

  // `binders` must outlive the selector.
  ProfileSelector(Binders binders, const EngineeringQoS& qos) noexcept
      : binders_(binders),
        wanted_(qos::wanted_protocol(qos)),
        names_protocol_(qos.protocol != Protocol::any),
        transport_(qos.transport) {}

  // Returns the first usable profile whose index is at least `from`. A QoS that names no protocol only accepts profiles
  // of protocols with replies: datagrams may be lost, so flow must be requested explicitly.
  std::optional<Choice> next(const Ior& ior, std::size_t from = 0) const noexcept;

  // Returns all usable profiles whose index is at least `from`, in order.
  std::vector<Choice> all(const Ior& ior, std::size_t from) const;

  // Throws the exception for a reference without a usable profile: QoSError if the QoS names a protocol or transport,
  // otherwise CORBA::TRANSIENT (OMG minor 2).
  [[noreturn]] void refuse(const Ior& ior) const;

 private:
  bool admits(const channel::Binder& binder) const noexcept;

  Binders binders_;
  Protocol wanted_;
  bool names_protocol_;  // false if wanted_ follows from the transport
  TransportKind transport_;
};

}  // namespace dimma::orb
