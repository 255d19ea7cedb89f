#pragma once
/// Interceptors of references (CORBA 3.3 part 1, 16.6): they add a service's components to the references that object
/// adapters make, and are notified of the states of the adapters. Registered by an ORB initializer
/// (<dimma/orb_initializer.hpp>).

#include <dimma/interceptor.hpp>
#include <dimma/poa.hpp>
#include <dimma/policy.hpp>
#include <dimma/value.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace PortableInterceptor {

using ServerId = std::string;
using ORBId = std::string;
/// The names of an adapter and its ancestors, beginning with the root.
using AdapterName = CORBA::StringSeq;
using ObjectId = CORBA::OctetSeq;
/// The id of a POAManager, as POAManager::get_id() returns it.
using AdapterManagerId = std::string;

using AdapterState = std::int16_t;
inline constexpr AdapterState HOLDING = 0;
inline constexpr AdapterState ACTIVE = 1;
inline constexpr AdapterState DISCARDING = 2;
inline constexpr AdapterState INACTIVE = 3;
inline constexpr AdapterState NON_EXISTENT = 4;

/// Makes the references of an adapter. A value that stays in this process: sending it throws MARSHAL.
class ObjectReferenceFactory : public virtual CORBA::ValueBase {
 public:
  using _ref_type = CORBA::valuetype_reference<ObjectReferenceFactory>;

  /// Returns a reference to the object with this id, which need not be active.
  virtual CORBA::object_reference<CORBA::Object> make_object(const CORBA::RepositoryId& repository_id,
                                                             const ObjectId& id) = 0;

  // Returns the type of a value that cannot be sent.
  const dimma::ValueType& _type_of_value() const noexcept override;
  void _write_state(dimma::cdr::Encoder& out) const override;
  void _read_state(dimma::cdr::Decoder& in) override;

 protected:
  ObjectReferenceFactory() = default;
  ~ObjectReferenceFactory() override = default;
};

/// The original factory that the ORB made for an adapter. Its references have all components.
class ObjectReferenceTemplate : public virtual ObjectReferenceFactory {
 public:
  using _ref_type = CORBA::valuetype_reference<ObjectReferenceTemplate>;

  /// The adapter whose references this makes: its server, its ORB, and its name, beginning with the root.
  virtual ServerId server_id() = 0;
  virtual ORBId orb_id() = 0;
  virtual AdapterName adapter_name() = 0;

 protected:
  ObjectReferenceTemplate() = default;
  ~ObjectReferenceTemplate() override = default;
};
using ObjectReferenceTemplateSeq = std::vector<CORBA::valuetype_reference<ObjectReferenceTemplate>>;

/// The adapter that is being created. Valid during one call of an interceptor; afterwards every function throws
/// OBJECT_NOT_EXIST.
class IORInfo : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<IORInfo>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/IORInfo:1.0"};

  /// Returns the adapter's policy of this type, nil if it has none. Throws INV_POLICY (OMG minor 3) for a type that is
  /// neither known to dimma nor registered.
  virtual CORBA::object_reference<CORBA::Policy> get_effective_policy(CORBA::PolicyType type) = 0;
  /// Adds the component to every profile that can hold components (IIOP from 1.1 on) of all references of the adapter,
  /// or only to profiles of one kind. Available only in establish_components (otherwise BAD_INV_ORDER, OMG minor 14).
  virtual void add_ior_component(const dimma::iop::TaggedComponent& component) = 0;
  virtual void add_ior_component_to_profile(const dimma::iop::TaggedComponent& component,
                                            IOP::ProfileId profile_id) = 0;
  virtual AdapterManagerId manager_id() = 0;
  virtual AdapterState state() = 0;
  /// Both functions are available only in components_established.
  virtual CORBA::valuetype_reference<ObjectReferenceTemplate> adapter_template() = 0;
  virtual CORBA::valuetype_reference<ObjectReferenceFactory> current_factory() = 0;
  /// Sets the factory that makes the adapter's later references.
  virtual void current_factory(CORBA::valuetype_reference<ObjectReferenceFactory> factory) = 0;

 protected:
  IORInfo() = default;
  ~IORInfo() override = default;
};

/// Adds components to the references of object adapters (16.7).
class IORInterceptor : public virtual Interceptor {
 public:
  using _ref_type = CORBA::object_reference<IORInterceptor>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/IORInterceptor:1.0"};

  /// Called when an object adapter is being created and has no references yet. Exceptions are ignored.
  virtual void establish_components(CORBA::object_reference<IORInfo> info) = 0;

 protected:
  IORInterceptor() = default;
  ~IORInterceptor() override = default;
};

/// An IORInterceptor that is also notified of the states of object adapters and their managers, and may replace an
/// adapter's factory.
class IORInterceptor_3_0 : public virtual IORInterceptor {
 public:
  using _ref_type = CORBA::object_reference<IORInterceptor_3_0>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/IORInterceptor_3_0:1.0"};

  /// Called when establish_components of all interceptors has been called. If it throws, create_POA throws OBJ_ADAPTER
  /// (OMG minor 6).
  virtual void components_established(CORBA::object_reference<IORInfo> info) = 0;
  /// Called when the state of a POAManager, and with it of all its adapters, has changed. Exceptions of this function
  /// and the next are ignored.
  virtual void adapter_manager_state_changed(const AdapterManagerId& id, AdapterState state) = 0;
  /// Called with the state NON_EXISTENT when adapters have been destroyed.
  virtual void adapter_state_changed(const ObjectReferenceTemplateSeq& templates, AdapterState state) = 0;

 protected:
  IORInterceptor_3_0() = default;
  ~IORInterceptor_3_0() override = default;
};

}  // namespace PortableInterceptor

template <>
struct IDL::traits<PortableInterceptor::IORInfo> : dimma::local_interface_traits<PortableInterceptor::IORInfo> {};
template <>
struct IDL::traits<PortableInterceptor::IORInterceptor>
    : dimma::local_interface_traits<PortableInterceptor::IORInterceptor> {};
template <>
struct IDL::traits<PortableInterceptor::IORInterceptor_3_0>
    : dimma::local_interface_traits<PortableInterceptor::IORInterceptor_3_0> {};
