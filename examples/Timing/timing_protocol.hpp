#pragma once
// The QoS that --protocol and --qos specify together.

#include "measure/command_line.hpp"

#include <dimma/qos.hpp>

#include <string>

inline bool is_flow(const dimma::EngineeringQoS& qos) {
  return qos.protocol == dimma::Protocol::flow || qos.transport == dimma::TransportKind::udp ||
         qos.transport == dimma::TransportKind::multicast;
}

// Throws UsageError if they contradict each other, and QoSError for an invalid text.
inline dimma::EngineeringQoS qos_of(const std::string& protocol, const std::string& text) {
  auto qos = dimma::EngineeringQoS::parse(text);
  if (protocol.empty()) return qos;
  if (protocol != "iiop" && protocol != "flow") {
    throw measure::UsageError("--protocol: '" + protocol + "' is neither iiop nor flow");
  }
  const auto said = protocol == "flow" ? dimma::Protocol::flow : dimma::Protocol::iiop;
  if (qos.protocol != dimma::Protocol::any && qos.protocol != said) {
    throw measure::UsageError("--protocol " + protocol + ": --qos says " + std::string(to_string(qos.protocol)));
  }
  qos.protocol = said;
  qos.validate();
  return qos;
}
