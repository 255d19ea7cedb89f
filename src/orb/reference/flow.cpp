#include <dimma/flow.hpp>

#include "orb/reference/object_reference.hpp"

namespace dimma::detail {

std::shared_ptr<ObjectReference> bind_flow(const CORBA::Object& object, EngineeringQoS qos,
                                           std::string_view repository_id, std::string_view answered_operation) {
  if (!answered_operation.empty()) {
    throw QoSError(Field::protocol, "a flow carries oneway operations only, but " + std::string(answered_operation) +
                                        " of " + std::string(repository_id) + " has a reply");
  }
  if (qos.protocol == Protocol::any) qos.protocol = Protocol::flow;
  qos.validate(End::client, Protocol::flow);
  return detail::bind(object, qos);
}

FlowReport flow_report(ObjectReference& reference, std::chrono::milliseconds patience) {
  return reference.account(patience);
}

}  // namespace dimma::detail
