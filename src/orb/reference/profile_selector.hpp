#pragma once
// Selects the profiles of a reference that a binding may use, each with its protocol. All choices of a profile are made
// here: for the first binding, for the next try after a failure, and for the plan.

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

  // `binders` must outlive it.
  ProfileSelector(Binders binders, const EngineeringQoS& qos) noexcept
      : binders_(binders),
        wanted_(qos::wanted_protocol(qos)),
        names_protocol_(qos.protocol != Protocol::any),
        transport_(qos.transport) {}

  // Returns the first profile from number `from` on that can be used. A QoS that names no protocol admits only profiles
  // whose protocol answers: datagrams may be lost, so they have to be asked for.
  std::optional<Choice> next(const Ior& ior, std::size_t from = 0) const noexcept;

  // Returns all of them, in order.
  std::vector<Choice> all(const Ior& ior, std::size_t from) const;

  // Throws the exception for a reference without such a profile: QoSError for a protocol or transport that the QoS
  // names, otherwise CORBA::TRANSIENT (OMG minor 2).
  [[noreturn]] void refuse(const Ior& ior) const;

 private:
  bool admits(const channel::Binder& binder) const noexcept;

  Binders binders_;
  Protocol wanted_;
  bool names_protocol_;  // or else the transport, over which there is one alone
  TransportKind transport_;
};

}  // namespace dimma::orb
