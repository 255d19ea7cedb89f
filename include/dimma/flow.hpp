#pragma once
/// Flow: oneway operations as datagrams, for media and telemetry. A dimma extension; docs/reference/flow-protocol.md
/// describes the protocol on the wire.
///
/// At the consumer, a POA whose QoS has `protocol=flow` (or `transport=udp`) publishes references that can be bound to
/// a flow. They also name the ORB's default endpoint, for the operations that have a reply.

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

/// A flow to one object, and a typed reference for sending through it. Each call of a oneway operation is a message,
/// which is sent as datagrams, and is lost if the network or the consumer has no room for it. A call never waits for
/// the consumer. If this end's buffers, rate or socket have no room, the QoS (`exhausted`) decides whether the call
/// waits, raises or drops the message. Movable, not copyable; the destructor ends the flow. Calls are thread-safe.
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
  /// this flow: one of the n places if the QoS has `loans=pool(n,size)` and the flow uses shared memory. Returns
  /// ordinary memory over any other transport, while there is no consumer, and with `exhausted=drop` if no place is
  /// free (see loaned::is_shared()). Connects to the consumer if the flow is not connected yet. Otherwise like
  /// dimma::loan(). Throws CORBA::INV_OBJREF if unbound.
  template <Loanable Element>
  loaned<Element> loan(std::size_t count) const {
    return binding_.template loan<Element>(count);
  }

  /// Describes the components of the channel, and counts what has been sent through it.
  Description describe() const { return binding_.describe(); }

  /// Returns the counts of this end, and those that the consumer reports. Asks the consumer repeatedly until it answers
  /// or `patience` has passed; in the latter case FlowReport::fresh is false and the consumer's counts are those of its
  /// last report. A group gets all of `patience` to answer, since the number of its members is not known. Messages
  /// waiting in a batch (`batch-delay`) are sent first, if the `rate` permits that within `patience`. Other threads may
  /// send meanwhile. Thread-safe.
  FlowReport report(std::chrono::milliseconds patience = std::chrono::milliseconds(500)) const {
    return detail::flow_report(*CORBA::ObjectAccess::reference(*binding_), patience);
  }

  /// Ends the flow and notifies the consumer; later calls raise BAD_INV_ORDER. Messages waiting in a batch are sent
  /// first; messages that the `rate` does not permit within a second are dropped and counted. Idempotent.
  void unbind() noexcept { binding_.unbind(); }

 private:
  Binding<T> binding_;
};

/// Makes a flow to the object, assembled according to `qos`. Does not contact the consumer, and so succeeds even if it
/// is not running. Throws CORBA::INV_OBJREF for nil; dimma::QoSError for an interface with an operation that
/// is not oneway (naming it), for a reference that offers no flow, and for a field that cannot be met; and
/// CORBA::TRANSIENT if this machine has no route to the address.
template <class T>
FlowBinding<T> bind_flow(const CORBA::object_reference<T>& object, const EngineeringQoS& qos = {}) {
  return FlowBinding<T>(Binding<T>(CORBA::ObjectAccess::make_stub<T>(
      detail::bind_flow(*object, qos, T::_interface_tag.repository_id, T::_answered_operation))));
}

}  // namespace dimma
