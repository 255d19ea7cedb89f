#pragma once
/// Portable interceptors (CORBA 3.3 part 1, chapter 16): code that sees every request of an ORB, at the client, at the
/// server or at both. It may refuse a request, forward it, and add data to it. Interceptors are registered by an ORB
/// initializer (<dimma/orb_initializer.hpp>). docs/guides/interceptors.md has an example, and lists the parts of the
/// chapter that dimma does not implement.
///
/// The thread that makes or serves a request calls all its interception points, except those for the reply to a sendc_
/// call. Several requests may be in progress at once, so interceptors are called by several threads. Without
/// interceptors there is no cost.

#include <dimma/any.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/iop.hpp>
#include <dimma/messaging.hpp>
#include <dimma/object.hpp>
#include <dimma/reply_handler.hpp>
#include <dimma/traits.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace CORBA {
enum class ParameterMode : std::uint32_t;  // in <ir.hpp>, the generated header of ir.idl
}  // namespace CORBA

namespace Dynamic {

/// An argument and its direction: in, out or both.
class Parameter {
 public:
  Parameter() = default;
  explicit Parameter(CORBA::Any argument, CORBA::ParameterMode mode) : argument_(std::move(argument)), mode_(mode) {}

  void argument(const CORBA::Any& value) { argument_ = value; }
  void argument(CORBA::Any&& value) { argument_ = std::move(value); }
  const CORBA::Any& argument() const noexcept { return argument_; }
  CORBA::Any& argument() noexcept { return argument_; }
  void mode(CORBA::ParameterMode value) noexcept { mode_ = value; }
  CORBA::ParameterMode mode() const noexcept { return mode_; }
  CORBA::ParameterMode& mode() noexcept { return mode_; }

 private:
  CORBA::Any argument_;
  CORBA::ParameterMode mode_{};
};
using ParameterList = std::vector<Parameter>;
using ContextList = CORBA::StringSeq;
using RequestContext = CORBA::StringSeq;

}  // namespace Dynamic

namespace PortableInterceptor {

/// The outcome of a request.
using ReplyStatus = std::int16_t;
inline constexpr ReplyStatus SUCCESSFUL = 0;
inline constexpr ReplyStatus SYSTEM_EXCEPTION = 1;
inline constexpr ReplyStatus USER_EXCEPTION = 2;
inline constexpr ReplyStatus LOCATION_FORWARD = 3;
inline constexpr ReplyStatus TRANSPORT_RETRY = 4;  ///< the ORB sends the request again on its own
inline constexpr ReplyStatus UNKNOWN = 5;

using SlotId = std::uint32_t;
/// Thrown if no slot with this number has been allocated.
DIMMA_LOCAL_EXCEPTION(InvalidSlot, "PortableInterceptor");

/// Thrown by an interception point to forward the request to another object.
class ForwardRequest final : public dimma::plain_exception<ForwardRequest> {
 public:
  static constexpr const char* exception_name = "ForwardRequest";
  static constexpr const char* repository_id = "IDL:omg.org/PortableInterceptor/ForwardRequest:1.0";

  ForwardRequest() = default;
  explicit ForwardRequest(CORBA::object_reference<CORBA::Object> forward) : forward_(std::move(forward)) {}
  void forward(CORBA::object_reference<CORBA::Object> value) { forward_ = std::move(value); }
  CORBA::object_reference<CORBA::Object> forward() const { return forward_; }
  CORBA::object_reference<CORBA::Object>& forward() noexcept { return forward_; }

 private:
  CORBA::object_reference<CORBA::Object> forward_;
};

/// The base of all interceptors (16.2).
class Interceptor : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<Interceptor>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/Interceptor:1.0"};

  /// Returns the name. Names are unique among the interceptors of one ORB and kind, unless they are empty.
  virtual std::string name() = 0;
  /// Called when the ORB is being destroyed and no request is in progress. Exceptions are ignored.
  virtual void destroy() = 0;

 protected:
  Interceptor() = default;
  ~Interceptor() override = default;
};

/// The slots of the calling thread: initial reference "PICurrent" (16.4). A call's interceptors read the slots'
/// contents at the time of the call with RequestInfo::get_slot(). An upcall finds here the contents that the server's
/// interceptors have stored in the request's slots.
class Current : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<Current>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/Current:1.0"};

  /// Returns an empty Any if the slot has not been set. Both functions throw InvalidSlot, and BAD_INV_ORDER (OMG minor
  /// 14) within an ORB initializer.
  virtual CORBA::Any get_slot(SlotId id) = 0;
  virtual void set_slot(SlotId id, const CORBA::Any& data) = 0;

 protected:
  Current() = default;
  ~Current() override = default;
};

/// The properties of a request, valid during one interception point; afterwards every function throws OBJECT_NOT_EXIST.
/// Properties that are not available at the point throw BAD_INV_ORDER (OMG minor 14). Properties that this mapping
/// cannot provide, since the types of the arguments are known only to the skeleton, throw NO_RESOURCES (OMG minor 1).
class RequestInfo : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<RequestInfo>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/RequestInfo:1.0"};

  /// An id that is unique among the requests in progress at this end.
  virtual std::uint32_t request_id() = 0;
  /// The operation's name on the wire (_get_count for the attribute count).
  virtual std::string operation() = 0;
  /// The next five functions always throw NO_RESOURCES.
  virtual Dynamic::ParameterList arguments() = 0;
  virtual Dynamic::ExceptionList exceptions() = 0;
  virtual Dynamic::ContextList contexts() = 0;
  virtual Dynamic::RequestContext operation_context() = 0;
  virtual CORBA::Any result() = 0;
  /// False for a oneway.
  virtual bool response_expected() = 0;
  /// The point that a oneway has to reach before its caller continues.
  virtual Messaging::SyncScope sync_scope() = 0;
  /// Available at the ending points (receive_ and send_).
  virtual ReplyStatus reply_status() = 0;
  /// The target of a LOCATION_FORWARD.
  virtual CORBA::object_reference<CORBA::Object> forward_reference() = 0;
  /// Returns the content of the request's slot, not the thread's. Throws InvalidSlot.
  virtual CORBA::Any get_slot(SlotId id) = 0;
  /// Throws BAD_PARAM (OMG minor 26) if the request has no service context with this number.
  virtual IOP::ServiceContext get_request_service_context(IOP::ServiceId id) = 0;
  virtual IOP::ServiceContext get_reply_service_context(IOP::ServiceId id) = 0;

 protected:
  RequestInfo() = default;
  ~RequestInfo() override = default;
};

/// The request as a client's interceptors see it (16.4.14).
class ClientRequestInfo : public virtual RequestInfo {
 public:
  using _ref_type = CORBA::object_reference<ClientRequestInfo>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ClientRequestInfo:1.0"};

  /// The object that the application called.
  virtual CORBA::object_reference<CORBA::Object> target() = 0;
  /// The object that the request is sent to: the target, unless the call has been forwarded.
  virtual CORBA::object_reference<CORBA::Object> effective_target() = 0;
  /// The profile that the request uses.
  virtual IOP::TaggedProfile effective_profile() = 0;
  /// Available in receive_exception: the exception, or UNKNOWN (OMG minor 1) in place of an exception that an Any
  /// cannot hold.
  virtual CORBA::Any received_exception() = 0;
  virtual CORBA::RepositoryId received_exception_id() = 0;
  /// Returns the first component with this number in the profile. Throws BAD_PARAM (OMG minor 28) if there is none.
  virtual IOP::TaggedComponent get_effective_component(IOP::ComponentId id) = 0;
  virtual dimma::iop::TaggedComponentSeq get_effective_components(IOP::ComponentId id) = 0;
  /// Returns the policy that applies to the call. Throws INV_POLICY (OMG minor 2) for an unknown type.
  virtual CORBA::object_reference<CORBA::Policy> get_request_policy(CORBA::PolicyType type) = 0;
  /// Available in send_request: adds the context to the request. Throws BAD_INV_ORDER (OMG minor 15) if the request has
  /// a context with this number and `replace` is false.
  virtual void add_request_service_context(const dimma::iop::ServiceContext& service_context, bool replace) = 0;

 protected:
  ClientRequestInfo() = default;
  ~ClientRequestInfo() override = default;
};

/// The request as a server's interceptors see it (16.4.15).
class ServerRequestInfo : public virtual RequestInfo {
 public:
  using _ref_type = CORBA::object_reference<ServerRequestInfo>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ServerRequestInfo:1.0"};

  /// Available in send_exception; see ClientRequestInfo::received_exception.
  virtual CORBA::Any sending_exception() = 0;
  /// The value of the option -ORBServerId.
  virtual std::string server_id() = 0;
  virtual std::string orb_id() = 0;
  /// The names of the POA and its ancestors, beginning with the root POA.
  virtual CORBA::StringSeq adapter_name() = 0;
  /// The object's id within its POA.
  virtual CORBA::OctetSeq object_id() = 0;
  virtual CORBA::OctetSeq adapter_id() = 0;
  /// These two functions are available only in receive_request, since the servant may be gone at the ending points.
  virtual CORBA::RepositoryId target_most_derived_interface() = 0;
  virtual bool target_is_a(const CORBA::RepositoryId& id) = 0;
  /// Returns a policy of the object's POA. Throws INV_POLICY (OMG minor 2) for a type that the POA does not have.
  virtual CORBA::object_reference<CORBA::Policy> get_server_policy(CORBA::PolicyType type) = 0;
  /// Sets a slot of the request. Throws InvalidSlot.
  virtual void set_slot(SlotId id, const CORBA::Any& data) = 0;
  /// Like ClientRequestInfo::add_request_service_context, for the reply and available at any point.
  virtual void add_reply_service_context(const dimma::iop::ServiceContext& service_context, bool replace) = 0;

 protected:
  ServerRequestInfo() = default;
  ~ServerRequestInfo() override = default;
};

/// Interceptors at the client. send_request is called in the order of registration. For each interceptor whose
/// send_request returned, one of the receive_ points follows, in the opposite order. If a call is sent again (after a
/// forward or a lost connection), all points are called again, after receive_other.
/// Each point may throw a system exception, which the caller and the interceptors called after it then see. All points
/// except receive_reply may throw ForwardRequest.
class ClientRequestInterceptor : public virtual Interceptor {
 public:
  using _ref_type = CORBA::object_reference<ClientRequestInterceptor>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ClientRequestInterceptor:1.0"};

  /// Called before the request is sent. A system exception or ForwardRequest thrown here ends the request.
  virtual void send_request(CORBA::object_reference<ClientRequestInfo> ri) = 0;
  /// Never called: dimma has no polling.
  virtual void send_poll(CORBA::object_reference<ClientRequestInfo> ri) = 0;
  /// Called when the operation has ended: receive_reply for a result, receive_exception for an exception, which the
  /// interceptor may replace by throwing another.
  virtual void receive_reply(CORBA::object_reference<ClientRequestInfo> ri) = 0;
  virtual void receive_exception(CORBA::object_reference<ClientRequestInfo> ri) = 0;
  /// Called when the request is forwarded or sent again; also for a oneway or a sendc_ call once it has been sent.
  virtual void receive_other(CORBA::object_reference<ClientRequestInfo> ri) = 0;

 protected:
  ClientRequestInterceptor() = default;
  ~ClientRequestInterceptor() override = default;
};

/// Interceptors at the server. receive_request_service_contexts is called before the object is looked up,
/// receive_request before the upcall. For each interceptor whose first point returned, one of the send_ points follows,
/// in the opposite order. Each point may throw a system exception, which becomes the reply. All points except
/// send_reply may throw ForwardRequest.
class ServerRequestInterceptor : public virtual Interceptor {
 public:
  using _ref_type = CORBA::object_reference<ServerRequestInterceptor>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ServerRequestInterceptor:1.0"};

  /// Called before the servant is looked up, in the thread that makes the upcall. A system exception or ForwardRequest
  /// becomes the reply, as in receive_request.
  virtual void receive_request_service_contexts(CORBA::object_reference<ServerRequestInfo> ri) = 0;
  /// Called before the upcall, in the thread that makes it.
  virtual void receive_request(CORBA::object_reference<ServerRequestInfo> ri) = 0;
  /// Called when the upcall has returned, before the reply is sent. Also called for a oneway.
  virtual void send_reply(CORBA::object_reference<ServerRequestInfo> ri) = 0;
  /// Called if the reply is an exception, which the interceptor may replace by throwing another.
  virtual void send_exception(CORBA::object_reference<ServerRequestInfo> ri) = 0;
  /// Called if the request is forwarded, so that the reply is neither a result nor an exception.
  virtual void send_other(CORBA::object_reference<ServerRequestInfo> ri) = 0;

 protected:
  ServerRequestInterceptor() = default;
  ~ServerRequestInterceptor() override = default;
};

}  // namespace PortableInterceptor

template <>
struct IDL::traits<PortableInterceptor::Interceptor> : dimma::local_interface_traits<PortableInterceptor::Interceptor> {
};
template <>
struct IDL::traits<PortableInterceptor::Current> : dimma::local_interface_traits<PortableInterceptor::Current> {};
template <>
struct IDL::traits<PortableInterceptor::RequestInfo> : dimma::local_interface_traits<PortableInterceptor::RequestInfo> {
};
template <>
struct IDL::traits<PortableInterceptor::ClientRequestInfo>
    : dimma::local_interface_traits<PortableInterceptor::ClientRequestInfo> {};
template <>
struct IDL::traits<PortableInterceptor::ServerRequestInfo>
    : dimma::local_interface_traits<PortableInterceptor::ServerRequestInfo> {};
template <>
struct IDL::traits<PortableInterceptor::ClientRequestInterceptor>
    : dimma::local_interface_traits<PortableInterceptor::ClientRequestInterceptor> {};
template <>
struct IDL::traits<PortableInterceptor::ServerRequestInterceptor>
    : dimma::local_interface_traits<PortableInterceptor::ServerRequestInterceptor> {};
