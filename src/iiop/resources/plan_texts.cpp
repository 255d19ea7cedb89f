#include "iiop/resources/plan_texts.hpp"

#include "iiop/message/send.hpp"
#include "iiop/resources/options.hpp"

namespace dimma::iiop {

std::string octets_text(std::size_t octets) { return std::to_string(octets) + " octets"; }

std::string growing_text(const Settings& settings) {
  return "; each grows up to " + octets_text(settings.message_octets_max);
}

std::string packets_text(const EngineeringQoS& qos, const Settings& settings) {
  const std::size_t octets = packet_octets_max(settings, limit_of(qos.packet_concurrency));
  const std::string cut = "a message above " + std::to_string(octets) + " octets is sent in fragments, ";
  if (qos.packet_concurrency.is_unlimited()) return cut + "all of them in one gather write";
  return cut + std::to_string(qos.packet_concurrency.value()) + " in one gather write";
}

}  // namespace dimma::iiop
