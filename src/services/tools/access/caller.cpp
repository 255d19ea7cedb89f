#include "services/tools/access/caller.hpp"

#include "base/text/user_names.hpp"
#include "services/tools/common/command.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <arpa/inet.h>

namespace dimma::tools::access {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  bool is_quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char octet = text[at];
    if (octet == ' ' && !is_quoted) {
      if (word) words.push_back(*word);
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (octet == '"') {
      is_quoted = !is_quoted;
    } else if (octet == '\\' && at + 1 < text.size()) {
      *word += text[++at];
    } else {
      *word += octet;
    }
  }
  if (is_quoted) throw UsageError("--who: a '\"' is missing");
  if (word) words.push_back(*word);
  return words;
}

std::uint32_t user_of(const std::string& name) {
  if (const auto user = user_named(name)) return *user;
  throw UsageError("--who: this machine knows no user '" + name + "'");
}

std::uint32_t group_of(const std::string& name) {
  if (const auto group = group_named(name)) return *group;
  throw UsageError("--who: this machine knows no group '" + name + "'");
}

std::string address_of(const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> octets{};
  const int family = text.find(':') == std::string::npos ? AF_INET : AF_INET6;
  if (::inet_pton(family, text.c_str(), octets.data()) != 1) {
    throw UsageError("--who: '" + text + "' is not an address such as 10.0.0.7 or fd00::7");
  }
  return text;
}

std::string fingerprint_of(const std::string& text) {
  std::string hex;
  for (const char octet : text) {
    if (octet == ':') continue;
    hex += octet >= 'A' && octet <= 'F' ? static_cast<char>(octet - 'A' + 'a') : octet;
  }
  return hex;
}

PeerCertificate& certificate_of(Peer& peer) {
  if (!peer.security) peer.security.emplace();
  if (!peer.security->certificate) peer.security->certificate.emplace().is_verified = true;
  return *peer.security->certificate;
}
PeerProcess& process_of(Peer& peer) {
  if (!peer.process) peer.process.emplace();
  return *peer.process;
}

struct Key {
  std::string_view name;
  void (*set)(Peer& peer, const std::string& value);
};
constexpr std::array<Key, 10> keys{{
    {"CN",
     [](Peer& peer, const std::string& value) {
       auto& certificate = certificate_of(peer);
       certificate.common_name = value;
       if (certificate.subject.empty()) certificate.subject = "CN=" + value;
     }},
    {"subject", [](Peer& peer, const std::string& value) { certificate_of(peer).subject = value; }},
    {"issuer", [](Peer& peer, const std::string& value) { certificate_of(peer).issuer = value; }},
    {"dns", [](Peer& peer, const std::string& value) { certificate_of(peer).dns_names.push_back(value); }},
    {"uri", [](Peer& peer, const std::string& value) { certificate_of(peer).uris.push_back(value); }},
    {"email", [](Peer& peer, const std::string& value) { certificate_of(peer).email_names.push_back(value); }},
    {"fingerprint",
     [](Peer& peer, const std::string& value) { certificate_of(peer).fingerprint = fingerprint_of(value); }},
    {"uid", [](Peer& peer, const std::string& value) { process_of(peer).uid = user_of(value); }},
    {"gid", [](Peer& peer, const std::string& value) { process_of(peer).gid = group_of(value); }},
    {"address", [](Peer& peer, const std::string& value) { peer.address = address_of(value); }},
}};

void require_consistent(const Peer& peer) {
  const bool is_local = peer.transport == "unix" || peer.transport == "shm";
  if (peer.security && peer.transport != "tls") {
    throw UsageError("--who: only --transport tls has certificates, not " + peer.transport);
  }
  if (peer.process && !is_local) {
    throw UsageError("--who: only --transport unix and shm know users, not " + peer.transport);
  }
  if (is_local && !peer.address.empty()) throw UsageError("--who: there are no addresses over " + peer.transport);
}

}  // namespace

Peer read_caller(std::string_view who, std::string_view transport) {
  Peer peer;
  for (const std::string& word : words_of(who)) {
    if (word == "anonymous") continue;
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto* const key = std::find_if(keys.begin(), keys.end(), [&](const Key& each) { return each.name == name; });
    if (equals == std::string::npos || equals + 1 == word.size() || key == keys.end()) {
      std::string names;
      for (const Key& each : keys) names += (names.empty() ? "" : ", ") + std::string(each.name);
      throw UsageError("--who: '" + word + "' is neither anonymous nor KEY=VALUE with one of " + names);
    }
    key->set(peer, word.substr(equals + 1));
  }
  constexpr std::array<std::string_view, 6> transports{"tcp", "tls", "unix", "shm", "udp", "multicast"};
  if (!transport.empty() && std::find(transports.begin(), transports.end(), transport) == transports.end()) {
    throw UsageError("--transport: '" + std::string(transport) + "' is not tcp, tls, unix, shm, udp or multicast");
  }
  const char* const likely = peer.security ? "tls" : peer.process ? "unix" : "tcp";
  peer.transport = transport.empty() ? likely : transport;
  require_consistent(peer);
  if (peer.transport == "tls" && !peer.security) peer.security.emplace();
  return peer;
}

}  // namespace dimma::tools::access
