#pragma once
/// Explicit binding: a channel with exactly the components that an EngineeringQoS specifies.

#include <dimma/description.hpp>
#include <dimma/loaned.hpp>
#include <dimma/object.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/qos.hpp>

#include <string>
#include <utility>
#include <vector>

namespace dimma {

namespace detail {
std::shared_ptr<ObjectReference> bind(const CORBA::Object& object, const EngineeringQoS& qos);
Plan plan(const CORBA::Object& object, const EngineeringQoS& qos);
Description describe(ObjectReference& reference);
void unbind(ObjectReference& reference) noexcept;
}  // namespace detail

/// A channel to one object, and a typed reference for calls through it. Movable, not copyable; the destructor unbinds.
/// Calls are thread-safe, as many at once as the QoS admits. If the peer has closed the channel, the next call makes a
/// new one with the same QoS.
template <class T>
class Binding {
 public:
  Binding() noexcept = default;
  explicit Binding(CORBA::object_reference<T> stub) noexcept : stub_(std::move(stub)) {}
  Binding(Binding&& other) noexcept : stub_(std::exchange(other.stub_, nullptr)) {}
  Binding& operator=(Binding&& other) noexcept {
    if (this != &other) {
      unbind();
      stub_ = std::exchange(other.stub_, nullptr);
    }
    return *this;
  }
  ~Binding() { unbind(); }

  /// Throws CORBA::INV_OBJREF if unbound.
  T* operator->() const { return stub_.operator->(); }
  T& operator*() const { return *stub_; }
  explicit operator bool() const noexcept { return static_cast<bool>(stub_); }

  /// The stub, which may be copied. Its calls use this binding's channel, and throw CORBA::BAD_INV_ORDER once unbound.
  const CORBA::object_reference<T>& reference() const noexcept { return stub_; }

  /// Describes the components of the channel and their current usage. Throws CORBA::INV_OBJREF if unbound.
  Description describe() const { return detail::describe(*CORBA::ObjectAccess::reference(*stub_)); }

  /// Like dimma::loan(reference(), count). Throws CORBA::INV_OBJREF if unbound.
  template <Loanable Element>
  loaned<Element> loan(std::size_t count) const;

  /// Releases the channel: calls in progress raise COMM_FAILURE, later ones BAD_INV_ORDER. Idempotent.
  void unbind() noexcept {
    if (!stub_) return;
    detail::unbind(*CORBA::ObjectAccess::reference(*stub_));
    stub_.reset();
  }

 private:
  CORBA::object_reference<T> stub_;
};

/// Connects to the object now, through a channel assembled according to `qos`, even if the object is in this process.
/// The channel of the reference itself does not change. Throws CORBA::INV_OBJREF for nil, CORBA::BAD_PARAM for a local
/// object, dimma::QoSError naming the field that cannot be met, CORBA::TRANSIENT if none of the reference's addresses
/// answers.
template <class T>
Binding<T> bind(const CORBA::object_reference<T>& object, const EngineeringQoS& qos) {
  return Binding<T>(CORBA::ObjectAccess::make_stub<T>(detail::bind(*object, qos)));
}

/// Returns memory for a loaned sequence of `count` elements (<dimma/loaned.hpp>), to be passed to an operation of
/// `object`. If the QoS of its channel has `loans=pool(n,size)` and the channel uses shared memory, the memory is one
/// of the n places, otherwise ordinary memory. Binds, and connects, if the object is not bound yet. The elements'
/// values are undefined. If no place is free, which includes places held by the server, the QoS's `exhausted` decides
/// whether this waits or raises, with the exceptions of a call. Throws CORBA::BAD_PARAM if `count` elements do not fit
/// into a place.
template <Loanable Element, class T>
loaned<Element> loan(const CORBA::object_reference<T>& object, std::size_t count) {
  return loaned<Element>(LoanBlock::for_call(*object, LoanBlock::octets_of(count, sizeof(Element))), count);
}

template <class T>
template <Loanable Element>
loaned<Element> Binding<T>::loan(std::size_t count) const {
  return dimma::loan<Element>(stub_, count);
}

/// Plans the channel of bind(object, qos): returns its describe() without the usage. Makes nothing and does not
/// connect, so it cannot know which of several endpoints will answer, or whether the server will forward the calls.
/// Throws what bind() throws, except for refusals by the system or the peer.
template <class T>
Plan plan(const CORBA::object_reference<T>& object, const EngineeringQoS& qos) {
  return detail::plan(*object, qos);
}

/// Makes a POA below `parent` with a server endpoint of its own, assembled according to `qos`. The POA has the policies
/// transient, system ids, one servant per object, implicit activation, and the POAManager of its parent. Throws what
/// POA::create_POA throws and dimma::QoSError.
CORBA::object_reference<PortableServer::POA> create_poa(const CORBA::object_reference<PortableServer::POA>& parent,
                                                        const std::string& name, const EngineeringQoS& qos);

/// Plans the endpoint of create_poa(parent, ..., qos). Throws dimma::QoSError, and BAD_PARAM for a POA that dimma did
/// not make.
Plan plan(const CORBA::object_reference<PortableServer::POA>& parent, const EngineeringQoS& qos);

/// Describes the server endpoint of a POA; opens it if it is not open yet.
Description describe(const CORBA::object_reference<PortableServer::POA>& poa);

/// Describes the whole ORB. First comes a line for each option that is set ("options: --dimma-idle", "60s
/// (plant.conf:3)"), with the source of the value in effect: FILE:LINE, the environment variable, or "command line".
/// Then come the lines of each open endpoint and of each binding that has a channel, explicit or not. The name of each
/// line begins with its owner ("endpoint 1: threads", "binding 2: connection"). The first line of each endpoint and
/// binding identifies it. A connection shared by several bindings is listed under each.
Description describe(const CORBA::object_reference<CORBA::ORB>& orb);

}  // namespace dimma
