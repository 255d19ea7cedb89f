#pragma once
// The policy that carries an EngineeringQoS for a POA's endpoint or a reference's binding.

#include <dimma/policy.hpp>
#include <dimma/qos.hpp>

#include <utility>

namespace dimma::orb {

class QosPolicyObject final : public virtual CORBA::Policy {
 public:
  explicit QosPolicyObject(EngineeringQoS value) : qos(std::move(value)) {}
  ~QosPolicyObject() override = default;
  CORBA::PolicyType policy_type() override { return QOS_POLICY_TYPE; }
  CORBA::object_reference<CORBA::Policy> copy() override { return CORBA::make_reference<QosPolicyObject>(qos); }

  const EngineeringQoS qos;
};

}  // namespace dimma::orb
