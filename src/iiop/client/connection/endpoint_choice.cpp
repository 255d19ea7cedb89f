#include "iiop/client/connection/endpoint_choice.hpp"

#include "iiop/giop/profile_endpoints.hpp"
#include "iiop/resources/options.hpp"
#include "qos/assembled.hpp"
#include "transport/secure.hpp"

#include <algorithm>
#include <utility>

namespace dimma::iiop {

namespace {

std::string names_of(const std::vector<transport::Endpoint>& endpoints) {
  std::string names;
  for (const auto& endpoint : endpoints) {
    if (names.find(endpoint.transport) != std::string::npos) continue;
    names += (names.empty() ? "" : " and ") + endpoint.transport;
  }
  return names.empty() ? "no usable address" : names;
}

std::vector<transport::Endpoint> those_of(std::string_view transport,
                                          const std::vector<transport::Endpoint>& endpoints) {
  std::vector<transport::Endpoint> found;
  for (const auto& endpoint : endpoints) {
    if (endpoint.transport == transport) found.push_back(endpoint);
  }
  return found;
}

std::string no_callbacks_over(std::string_view transport) {
  return std::string(transport) + " does not carry callbacks";
}

EndpointChoice choose_one(const std::vector<transport::Endpoint>& offered, const EngineeringQoS& qos,
                          const transport::Transports& transports) {
  const auto name = to_string(qos.transport);
  if (transports.find(name) == nullptr && qos::traits_of(qos.transport).encrypts) {
    throw QoSError(Field::transport, std::string(transport::no_tls));
  }
  if (transports.find(name) == nullptr) throw not_assembled(qos, Field::transport, "iiop");
  EndpointChoice choice{those_of(name, offered), {}};
  if (!choice.endpoints.empty()) return choice;
  throw QoSError(Field::transport, std::string(name) + " is not offered: the reference offers " + names_of(offered));
}

}  // namespace

EndpointChoice choose_endpoints(const Profile& profile, const EngineeringQoS& qos,
                                const transport::Transports& transports, bool offers_callbacks) {
  const auto offered = endpoints_of(profile);
  if (offers_callbacks && !qos::traits_of(qos.transport).carries_callbacks) {
    throw QoSError(Field::transport,
                   no_callbacks_over(to_string(qos.transport)) + ", which the binding offers; use any, tcp or unix");
  }
  if (qos.transport != TransportKind::any) return choose_one(offered, qos, transports);
  EndpointChoice choice;
  std::string faster;  // why transports before the next usable one were passed over
  for (const transport::Transport* transport : transports) {
    const auto found = those_of(transport->name(), offered);
    const bool carries_none = offers_callbacks && !transport->traits().carries_callbacks;
    const auto why_not = found.empty()  ? "no " + std::string(transport->name()) + " is offered"
                         : carries_none ? no_callbacks_over(transport->name())
                                        : transport->cannot_have(stream_options(qos), End::client);
    if (why_not.empty()) {
      choice.endpoints.insert(choice.endpoints.end(), found.begin(), found.end());
      choice.passed_over += (choice.passed_over.empty() || faster.empty() ? "" : "; ") + std::exchange(faster, {});
    } else {
      faster += (faster.empty() ? "" : "; ") + why_not;
    }
  }
  const bool offers_tls = std::ranges::any_of(offered, [](const auto& each) { return traits_of(each).encrypts; });
  if (choice.endpoints.empty() && transports.secure() == nullptr && offers_tls) {
    throw QoSError(Field::transport,
                   "the reference offers " + names_of(offered) + ", and " + std::string(transport::no_tls));
  }
  return choice;
}

}  // namespace dimma::iiop
