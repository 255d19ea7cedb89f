#pragma once
/// Names used by IDL of the security service: CORBA::DomainManager and CORBA::ConstructionPolicy (CORBA 3.3 part 1,
/// 8.10).

#include <dimma/policy.hpp>

namespace CORBA {

class InterfaceDef;

inline constexpr PolicyType SecConstruction = 11;

/// The policies of the objects of a domain. A local interface that applications implement; dimma does not. Sending a
/// reference to it throws MARSHAL.
class DomainManager : public virtual Object {
 public:
  using _ref_type = object_reference<DomainManager>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/DomainManager:1.0"};

  /// Throws INV_POLICY if the domain has no policy of the type.
  virtual object_reference<Policy> get_domain_policy(PolicyType policy_type) = 0;

 protected:
  DomainManager() = default;
  ~DomainManager() override = default;
};

using DomainManagersList = std::vector<object_reference<DomainManager>>;

/// Decides by interface whether new objects get a domain of their own. Applications implement it as well.
class ConstructionPolicy : public virtual Policy {
 public:
  using _ref_type = object_reference<ConstructionPolicy>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/ConstructionPolicy:1.0"};

  /// Sets whether new objects of the type get a domain manager of their own.
  virtual void make_domain_manager(object_reference<InterfaceDef> object_type, bool constr_policy) = 0;

 protected:
  ConstructionPolicy() = default;
  ~ConstructionPolicy() override = default;
};

inline constexpr TypeCode _tc_DomainManager(TCKind::tk_objref,
                                            {.id = "IDL:omg.org/CORBA/DomainManager:1.0", .name = "DomainManager"});
inline constexpr TypeCode _tc_ConstructionPolicy(TCKind::tk_local_interface,
                                                 {.id = "IDL:omg.org/CORBA/ConstructionPolicy:1.0",
                                                  .name = "ConstructionPolicy"});

}  // namespace CORBA

template <>
struct dimma::typecode_of<CORBA::DomainManager> : dimma::typecode_constant<CORBA::_tc_DomainManager> {};
template <>
struct dimma::typecode_of<CORBA::ConstructionPolicy> : dimma::typecode_constant<CORBA::_tc_ConstructionPolicy> {};

namespace CORBA {
inline constexpr TypeCode _tc_DomainManagersList(TCKind::tk_alias,
                                                 {.id = "IDL:omg.org/CORBA/DomainManagersList:1.0",
                                                  .name = "DomainManagersList",
                                                  .content = &dimma::typecode_of<DomainManagersList>::value});
}  // namespace CORBA

template <>
struct IDL::traits<CORBA::DomainManager> : dimma::local_interface_traits<CORBA::DomainManager> {};
template <>
struct IDL::traits<CORBA::ConstructionPolicy> : dimma::local_interface_traits<CORBA::ConstructionPolicy> {};
