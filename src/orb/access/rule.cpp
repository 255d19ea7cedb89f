#include "orb/access/rule.hpp"

#include "qos/text.hpp"

#include <algorithm>
#include <array>

namespace dimma::access {

namespace {

// Returns the name without the prefix that #pragma prefix adds, such as "omg.org::". A prefix contains a dot.
std::string_view without_prefix(std::string_view name) noexcept {
  for (;;) {
    const std::size_t end = name.find("::");
    if (end == std::string_view::npos || name.substr(0, end).find('.') == std::string_view::npos) return name;
    name.remove_prefix(end + 2);
  }
}

bool names(const Pattern& pattern, std::string_view interface) noexcept {
  return pattern.matches(interface) || pattern.matches(without_prefix(interface));
}

Match match_interface(const Pattern& pattern, const std::vector<std::string>* interfaces) noexcept {
  if (pattern.matches_all()) return Match::yes;
  if (interfaces == nullptr) return Match::by_interface;
  const bool is_named = std::any_of(interfaces->begin(), interfaces->end(),
                                    [&](const std::string& interface) { return names(pattern, interface); });
  return is_named ? Match::yes : Match::no;
}

// The name of an attribute matches both its getter and its setter.
bool match_operation(const Pattern& pattern, std::string_view operation) noexcept {
  if (pattern.matches(operation)) return true;
  constexpr std::size_t prefix_octets = 5;
  const bool is_attribute = operation.starts_with("_get_") || operation.starts_with("_set_");
  return is_attribute && pattern.matches(operation.substr(prefix_octets));
}

bool any_of(const std::vector<std::string>& names, const Pattern& pattern, bool in_any_case) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return in_any_case ? pattern.matches_in_any_case(name) : pattern.matches(name);
  });
}

bool holds_of_certificate(Condition::Subject subject, const Condition& condition, const PeerCertificate& certificate) {
  if (subject == Condition::Subject::fingerprint) {
    return std::get<std::string>(condition.value) == certificate.fingerprint;
  }
  const auto& pattern = std::get<Pattern>(condition.value);
  switch (subject) {
    case Condition::Subject::common_name:
      return !certificate.common_name.empty() && pattern.matches(certificate.common_name);
    case Condition::Subject::subject:
      return pattern.matches(certificate.subject);
    case Condition::Subject::issuer:
      return pattern.matches(certificate.issuer);
    case Condition::Subject::dns:
      return any_of(certificate.dns_names, pattern, true);
    case Condition::Subject::uri:
      return any_of(certificate.uris, pattern, false);
    case Condition::Subject::email:
      return any_of(certificate.email_names, pattern, false);
    default:
      return false;
  }
}

std::string list_of(const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + qos::quoted(name);
  return text;
}

std::string instead_of_certificate(Condition::Subject subject, const PeerCertificate& certificate) {
  switch (subject) {
    case Condition::Subject::common_name:
      return "the certificate's CN is " + qos::quoted(certificate.common_name);
    case Condition::Subject::subject:
      return "the certificate's subject is " + qos::quoted(certificate.subject);
    case Condition::Subject::issuer:
      return "the certificate's issuer is " + qos::quoted(certificate.issuer);
    case Condition::Subject::dns:
      return "the certificate's DNS names are " + list_of(certificate.dns_names);
    case Condition::Subject::uri:
      return "the certificate's URIs are " + list_of(certificate.uris);
    case Condition::Subject::email:
      return "the certificate's e-mail names are " + list_of(certificate.email_names);
    default:
      return "the certificate's fingerprint is " + certificate.fingerprint;
  }
}

bool is_anonymous(const Caller& caller) noexcept { return caller.certificate == nullptr && !caller.peer.process; }

}  // namespace

Caller::Caller(const Peer& is) : peer(is), address(NetworkAddress::read(is.address)) {
  if (!is.security || !is.security->certificate) return;
  if (is.security->certificate->is_verified) certificate = &*is.security->certificate;
}

bool Condition::holds(const Caller& caller) const {
  const auto& process = caller.peer.process;
  switch (subject) {
    case Subject::uid:
      return process && process->uid == std::get<std::uint32_t>(value);
    case Subject::gid:
      return process && process->gid == std::get<std::uint32_t>(value);
    case Subject::transport:
      return caller.peer.transport == std::get<std::string>(value);
    case Subject::address:
      return caller.address && std::get<Network>(value).has(*caller.address);
    case Subject::anonymous:
      return is_anonymous(caller);
    default:
      return caller.certificate != nullptr && holds_of_certificate(subject, *this, *caller.certificate);
  }
}

std::string Condition::instead(const Caller& caller) const {
  const auto& peer = caller.peer;
  switch (subject) {
    case Subject::uid:
      return peer.process ? "the user is " + std::to_string(peer.process->uid)
                          : "no user is known over " + peer.transport;
    case Subject::gid:
      return peer.process ? "the group is " + std::to_string(peer.process->gid)
                          : "no group is known over " + peer.transport;
    case Subject::transport:
      return "the transport is " + peer.transport;
    case Subject::address:
      return peer.address.empty() ? "there is no address over " + peer.transport : "the address is " + peer.address;
    case Subject::anonymous:
      return caller.certificate != nullptr ? "there is a certificate" : "the user is known";
    default:
      break;
  }
  if (caller.certificate != nullptr) return instead_of_certificate(subject, *caller.certificate);
  const bool has_other = peer.security && peer.security->certificate;
  return has_other ? "the certificate is not verified" : "there is no certificate";
}

const Condition* Rule::failing(const Caller& caller) const {
  const auto found =
      std::find_if(who.begin(), who.end(), [&](const Condition& condition) { return !condition.holds(caller); });
  return found == who.end() ? nullptr : &*found;
}

// A rule that allows some operation of an interface also allows the operations that every object has, since no
// operation can be called without them. A rule that denies an operation does not deny these.
Match Rule::matches(const Question& question) const {
  const bool is_adapter_named =
      adapters.empty() || std::any_of(adapters.begin(), adapters.end(),
                                      [&](const Pattern& adapter) { return adapter.matches(question.adapter); });
  if (!is_adapter_named) return Match::no;
  if (operations.empty()) return Match::yes;
  const bool any_operation = allows && is_built_in(question.operation);
  Match best = Match::no;
  for (const auto& pattern : operations) {
    if (!any_operation && !match_operation(pattern.operation, question.operation)) continue;
    const Match match = match_interface(pattern.interface, question.interfaces);
    if (match == Match::yes) return match;
    if (match == Match::by_interface) best = match;
  }
  return best;
}

bool is_built_in(std::string_view operation) noexcept {
  constexpr std::array<std::string_view, 6> all{"_component",    "_interface",    "_is_a",
                                                "_non_existent", "_not_existent", "_repository_id"};
  return std::find(all.begin(), all.end(), operation) != all.end();
}

std::string scoped_name_of(std::string_view repository_id) {
  constexpr std::string_view format = "IDL:";
  const std::size_t version = repository_id.rfind(':');
  if (!repository_id.starts_with(format) || version < format.size()) return std::string(repository_id);
  std::string name;
  for (const char octet : repository_id.substr(format.size(), version - format.size())) {
    if (octet == '/') {
      name += "::";
    } else {
      name += octet;
    }
  }
  return name;
}

}  // namespace dimma::access
