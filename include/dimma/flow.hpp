#pragma once
/// Flow: oneway operations as datagrams, for media and telemetry. dimma's own; docs/reference/flow-protocol.md
/// describes the protocol on the wire.
///
/// At the consumer, a POA whose QoS says `protocol=flow` (or `transport=udp`) publishes references that can be bound to
/// a flow. They also name the ORB's default endpoint, for all operations that have an answer.

#include <dimma/binding.hpp>
#include <dimma/flow_report.hpp>

#include <chrono>
#include <string_view>
#include <utility>

namespace dimma {

namespace detail {
std::shared_ptr<ObjectReference> bind_flow(const CORBA::Object& object, EngineeringQoS qos,
                                           std::string_view repository_id, std::string_view answered_operation);
FlowReport flow_report(ObjectReference& reference, std::chrono::milliseconds patience);
}  // namespace detail

/// A flow to one object, and the typed way to send through it. Each call of a oneway operation is a message, which is
/// sent as datagrams, and is lost if the network or the consumer has no room for it. A call never waits for the
/// consumer. If this end's buffers, rate or socket have no room, it waits, raises or drops as the QoS says
/// (`exhausted`). Movable, not copyable; ends the flow when it goes out of scope. Thread safe for calls.
template <class T>
class FlowBinding {
 public:
  FlowBinding() noexcept = default;
  explicit FlowBinding(Binding<T> binding) noexcept : binding_(std::move(binding)) {}

  /// Throws CORBA::INV_OBJREF if unbound.
  T* operator->() const { return binding_.operator->(); }
  T& operator*() const { return *binding_; }
  explicit operator bool() const noexcept { return static_cast<bool>(binding_); }
  const CORBA::object_reference<T>& reference() const noexcept { return binding_.reference(); }

  /// Returns memory for a loaned sequence of `count` elements (<dimma/loaned.hpp>), to be passed to an operation of
  /// this flow: one of the n places over shared memory with `loans=pool(n,size)` in the QoS. Returns ordinary memory
  /// over anything else, while there is no consumer, and with `exhausted=drop` if no place is free (loaned::is_shared()
  /// tells). Connects to the consumer if the flow is not connected yet. Otherwise like dimma::loan(). Throws
  /// CORBA::INV_OBJREF if unbound.
  template <Loanable Element>
  loaned<Element> loan(std::size_t count) const {
    return binding_.template loan<Element>(count);
  }

  /// Describes the parts of the channel, and what has passed through it.
  Description describe() const { return binding_.describe(); }

  /// Returns the numbers that were sent, and those that the consumer reports. Asks the consumer repeatedly until it
  /// answers or `patience` has passed; FlowReport::fresh is false then, and the rest is its last report. As the number
  /// of a group's members is not known, a group gets all of `patience` to answer. Messages that wait for others
  /// (`batch-delay`) are sent first, if the `rate` permits that within `patience`. Other threads may send meanwhile.
  /// Thread-safe.
  FlowReport report(std::chrono::milliseconds patience = std::chrono::milliseconds(500)) const {
    return detail::flow_report(*CORBA::ObjectAccess::reference(*binding_), patience);
  }

  /// Ends the flow and tells the consumer; later calls raise BAD_INV_ORDER. Messages that wait for others are sent
  /// first; those that the `rate` does not permit within a second are dropped and counted. Idempotent.
  void unbind() noexcept { binding_.unbind(); }

 private:
  Binding<T> binding_;
};

/// Makes a flow to the object, assembled as `qos` says. The consumer is not contacted, so this succeeds whether it is
/// running or not. Throws CORBA::INV_OBJREF for nil; dimma::QoSError for an interface with an operation that is not
/// oneway (naming it), for a reference that offers no flow, and for a field that can't be met; and CORBA::TRANSIENT if
/// this machine has no route to the address.
template <class T>
FlowBinding<T> bind_flow(const CORBA::object_reference<T>& object, const EngineeringQoS& qos = {}) {
  return FlowBinding<T>(Binding<T>(CORBA::ObjectAccess::make_stub<T>(
      detail::bind_flow(*object, qos, T::_interface_tag.repository_id, T::_answered_operation))));
}

}  // namespace dimma
