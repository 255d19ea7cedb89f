#pragma once
/// Registers code that is called when an ORB is created (CORBA 3.3 part 1, 16.7), to add interceptors, slots, policies
/// and initial references to it.
///
///   class Initializer : public virtual IDL::traits<PortableInterceptor::ORBInitializer>::base_type {
///     void pre_init(CORBA::object_reference<PortableInterceptor::ORBInitInfo>) override {}
///     void post_init(CORBA::object_reference<PortableInterceptor::ORBInitInfo> info) override {
///       info->add_client_request_interceptor(CORBA::make_reference<MyInterceptor>());
///     }
///   };
///   PortableInterceptor::register_orb_initializer(CORBA::make_reference<Initializer>());
///   auto orb = CORBA::ORB_init(argc, argv);

#include <dimma/codec_factory.hpp>
#include <dimma/interceptor.hpp>
#include <dimma/ior_interceptor.hpp>
#include <dimma/policy.hpp>

#include <string>

namespace PortableInterceptor {

/// Makes policies of a program's own types, for ORB::create_policy.
class PolicyFactory : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<PolicyFactory>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/PolicyFactory:1.0"};

  /// Throws CORBA::PolicyError.
  virtual CORBA::object_reference<CORBA::Policy> create_policy(CORBA::PolicyType type, const CORBA::Any& value) = 0;

 protected:
  PolicyFactory() = default;
  ~PolicyFactory() override = default;
};

/// The ORB that is being created. Valid while its initializers are called; afterwards all functions throw
/// OBJECT_NOT_EXIST.
class ORBInitInfo : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<ORBInitInfo>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ORBInitInfo:1.0"};
  using ObjectId = std::string;

  /// Thrown if an interceptor of the same kind and name already exists.
  class DuplicateName final : public dimma::plain_exception<DuplicateName> {
   public:
    static constexpr const char* exception_name = "DuplicateName";
    static constexpr const char* repository_id = "IDL:omg.org/PortableInterceptor/ORBInitInfo/DuplicateName:1.0";
    DuplicateName() = default;
    explicit DuplicateName(std::string name) noexcept : name_(std::move(name)) {}
    const std::string& name() const noexcept { return name_; }
    std::string& name() noexcept { return name_; }
    void name(std::string value) noexcept { name_ = std::move(value); }

   private:
    std::string name_;
  };
  /// Thrown if the name is empty, already registered (register_initial_reference) or not registered
  /// (resolve_initial_references).
  DIMMA_LOCAL_EXCEPTION(InvalidName, "PortableInterceptor/ORBInitInfo");

  /// The arguments that are not options of the ORB.
  virtual CORBA::StringSeq arguments() = 0;
  /// The id of the ORB that is being created.
  virtual std::string orb_id() = 0;
  /// Returns a factory of codecs, which can be used even before the ORB exists.
  virtual CORBA::object_reference<IOP::CodecFactory> codec_factory() = 0;

  /// Throws InvalidName, and BAD_PARAM (OMG minor 27) for nil.
  virtual void register_initial_reference(const ObjectId& id, CORBA::object_reference<CORBA::Object> object) = 0;
  /// Available only in post_init; throws BAD_INV_ORDER (OMG minor 14) in pre_init.
  virtual CORBA::object_reference<CORBA::Object> resolve_initial_references(const ObjectId& id) = 0;

  /// Available in pre_init and post_init. Throw DuplicateName, BAD_PARAM for nil.
  virtual void add_client_request_interceptor(CORBA::object_reference<ClientRequestInterceptor> interceptor) = 0;
  virtual void add_server_request_interceptor(CORBA::object_reference<ServerRequestInterceptor> interceptor) = 0;
  virtual void add_ior_interceptor(CORBA::object_reference<IORInterceptor> interceptor) = 0;

  /// Allocates another slot of PortableInterceptor::Current.
  virtual SlotId allocate_slot_id() = 0;
  /// Throws BAD_INV_ORDER (OMG minor 16) for a type that already has a factory.
  virtual void register_policy_factory(CORBA::PolicyType type, CORBA::object_reference<PolicyFactory> factory) = 0;

 protected:
  ORBInitInfo() = default;
  ~ORBInitInfo() override = default;
};

/// Called by ORB_init when it creates an ORB, on its thread. Exceptions leave ORB_init.
class ORBInitializer : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<ORBInitializer>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/PortableInterceptor/ORBInitializer:1.0"};

  /// Called for all initializers before any post_init, to register initial references for other initializers.
  virtual void pre_init(CORBA::object_reference<ORBInitInfo> info) = 0;
  /// Called for all initializers after every pre_init, to resolve initial references, and to add interceptors that need
  /// them.
  virtual void post_init(CORBA::object_reference<ORBInitInfo> info) = 0;

 protected:
  ORBInitializer() = default;
  ~ORBInitializer() override = default;
};

/// Makes every ORB created from now on call the initializer, in the order of registration. Throws BAD_PARAM for nil.
/// Thread-safe.
void register_orb_initializer(CORBA::object_reference<ORBInitializer> initializer);

}  // namespace PortableInterceptor

template <>
struct IDL::traits<PortableInterceptor::PolicyFactory>
    : dimma::local_interface_traits<PortableInterceptor::PolicyFactory> {};
template <>
struct IDL::traits<PortableInterceptor::ORBInitInfo> : dimma::local_interface_traits<PortableInterceptor::ORBInitInfo> {
};
template <>
struct IDL::traits<PortableInterceptor::ORBInitializer>
    : dimma::local_interface_traits<PortableInterceptor::ORBInitializer> {};
