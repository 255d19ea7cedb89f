// Explicit bindings, QoS of object adapters, and what both are made of.

#include <dimma/binding.hpp>

#include "orb/adapter.hpp"
#include "orb/core.hpp"
#include "orb/endpoint.hpp"
#include "orb/object_reference.hpp"

#include <dimma/minor.hpp>

#include <ostream>

namespace dimma {

namespace {

Description description_of(std::vector<channel::Fact> facts) {
  std::vector<Description::Line> lines;
  lines.reserve(facts.size());
  for (auto& fact : facts) lines.push_back({std::move(fact.name), std::move(fact.value), std::move(fact.usage)});
  return Description(std::move(lines));
}

}  // namespace

std::string Description::value(std::string_view name) const {
  for (const auto& line : lines_) {
    if (line.name == name) return line.text();
  }
  return {};
}

std::string Description::to_string() const {
  std::string text;
  for (const auto& line : lines_) text += line.name + ": " + line.text() + "\n";
  return text;
}

std::ostream& operator<<(std::ostream& out, const Description& description) { return out << description.to_string(); }

namespace detail {

std::shared_ptr<ObjectReference> bind(const CORBA::Object& object, const EngineeringQoS& qos) {
  const auto& reference = CORBA::ObjectAccess::reference(object);
  if (!reference) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "a local object can't be bound to");
  }
  qos.validate(End::client);
  auto bound = std::make_shared<ObjectReference>(*reference, qos);
  bound->bind_now();
  return bound;
}

Description describe(ObjectReference& reference) { return description_of(reference.describe()); }

void unbind(ObjectReference& reference) noexcept { reference.unbind(); }

}  // namespace detail

CORBA::object_reference<PortableServer::POA> create_poa(const CORBA::object_reference<PortableServer::POA>& parent,
                                                        const std::string& name, const EngineeringQoS& qos) {
  return parent->create_POA(
      name, parent->the_POAManager(),
      {parent->create_implicit_activation_policy(PortableServer::ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION),
       qos_policy(qos)});
}

Description describe(const CORBA::object_reference<PortableServer::POA>& poa) {
  const auto* const adapter = dynamic_cast<orb::Adapter*>(&*poa);
  if (adapter == nullptr) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "a POA that dimma has not made");
  }
  return description_of(adapter->endpoint()->open().describe());
}

}  // namespace dimma
