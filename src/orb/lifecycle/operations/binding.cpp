// Explicit bindings, the QoS of object adapters, and the descriptions of both.

#include <dimma/binding.hpp>

#include "base/text/shown_text.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/endpoint.hpp"

#include <dimma/minor.hpp>

namespace dimma {

namespace {

Description description_of(std::vector<channel::Fact> facts) {
  std::vector<Description::Line> lines;
  lines.reserve(facts.size());
  for (auto& fact : facts) {
    // Escaped, since the texts contain addresses and object ids that a peer may have chosen.
    for (std::string* const text : {&fact.value, &fact.usage}) {
      if (!is_shown_as_it_is(*text, shown_line_octets_max)) *text = shown_text(*text, shown_line_octets_max);
    }
    lines.push_back({std::move(fact.name), std::move(fact.value), std::move(fact.usage)});
  }
  return Description(std::move(lines));
}

}  // namespace

namespace detail {

std::shared_ptr<ObjectReference> bind(const CORBA::Object& object, const EngineeringQoS& qos) {
  auto bound = ObjectReference::to_bind(object, qos);
  bound->bind_now();
  return bound;
}

Plan plan(const CORBA::Object& object, const EngineeringQoS& qos) {
  const auto& reference = CORBA::ObjectAccess::reference(object);
  if (!reference) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "a local object cannot be bound");
  }
  qos.validate(End::client);
  return description_of(reference->plan(qos)).plan();
}

Description describe(ObjectReference& reference) { return description_of(reference.describe()); }

void unbind(ObjectReference& reference) noexcept { reference.unbind(); }

}  // namespace detail

LoanBlock LoanBlock::for_call(const CORBA::Object& target, std::size_t octets) {
  const auto& reference = CORBA::ObjectAccess::reference(target);
  return reference ? reference->loan(octets) : LoanBlock(octets);
}

CORBA::object_reference<PortableServer::POA> create_poa(const CORBA::object_reference<PortableServer::POA>& parent,
                                                        const std::string& name, const EngineeringQoS& qos) {
  return parent->create_POA(
      name, parent->the_POAManager(),
      {parent->create_implicit_activation_policy(PortableServer::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       qos_policy(qos)});
}

namespace {
orb::Adapter& adapter_of(const CORBA::object_reference<PortableServer::POA>& poa) {
  auto* const adapter = dynamic_cast<orb::Adapter*>(&*poa);
  if (adapter != nullptr) return *adapter;
  throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "the POA was not created by dimma");
}
}  // namespace

Plan plan(const CORBA::object_reference<PortableServer::POA>& parent, const EngineeringQoS& qos) {
  qos.validate(End::server);
  return description_of(adapter_of(parent).orb().endpoints().plan(qos)).plan();
}

Description describe(const CORBA::object_reference<PortableServer::POA>& poa) {
  return description_of(adapter_of(poa).endpoint()->open()->describe());
}

Description describe(const CORBA::object_reference<CORBA::ORB>& orb) {
  return description_of(orb::OrbAccess::lifecycle(*orb)->describe());
}

}  // namespace dimma
