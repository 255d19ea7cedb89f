// Arbitrary text as access rules: either it is parsed, and the rules decide about the caller and request that the rest
// of the input gives, or it is rejected with a position within it.

#include <dimma/access.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Effect = dimma::AccessDecision::Effect;

void expect(bool holds) {
  if (!holds) std::abort();
}

// The last line of the input names the caller and the operation, the rest is the file.
dimma::Peer caller_of(std::string_view name) {
  dimma::Peer peer;
  peer.transport = "tls";
  peer.address = "10.0.0.7";
  dimma::PeerCertificate certificate;
  certificate.is_verified = true;
  certificate.common_name = certificate.subject = certificate.issuer = name;
  certificate.dns_names = certificate.uris = certificate.email_names = {std::string(name), "x"};
  peer.security = dimma::PeerSecurity{"TLSv1.3", "", certificate};
  return peer;
}

void check(const dimma::AccessRules& rules, std::string_view text, std::string_view name) {
  dimma::Peer anonymous;
  anonymous.transport = "tcp";
  anonymous.address = "fd00::7";
  dimma::Peer local;
  local.transport = "unix";
  local.process = dimma::PeerProcess{33, 33, 1};
  dimma::AccessTarget target{std::string(name), std::vector<std::string>{"IDL:" + std::string(name) + ":1.0"},
                             std::string(name)};
  for (const auto& peer : {anonymous, local, caller_of(name)}) {
    target.interfaces.emplace().push_back("IDL:" + std::string(name) + ":1.0");
    std::vector<dimma::AccessStep> steps;
    const auto decision = rules.explain(peer, target, steps);
    expect(decision.effect != Effect::by_interface);
    expect(steps.size() <= rules.size());
    expect(decision.line == 0 || text.find(decision.rule) != std::string_view::npos);
    expect(decision.line != 0 || decision.effect == Effect::deny);
    expect(rules.decide(peer, target).line == decision.line);
    // A decision that needs no interface is the same for every interface.
    target.interfaces.reset();
    const auto before = rules.decide(peer, target).effect;
    expect(before == Effect::by_interface || before == decision.effect);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(data, data + size);
  const std::size_t last = input.rfind('\n');
  const std::string text = input.substr(0, last == std::string::npos ? input.size() : last);
  const std::string name = last == std::string::npos ? "start" : input.substr(last + 1);
  try {
    check(*dimma::AccessRules::parse(text), text, name);
  } catch (const dimma::AccessRulesError& error) {
    std::size_t lines = 1;
    for (const char octet : text) lines += octet == '\n' ? 1 : 0;
    expect(error.line() >= 1 && error.line() <= lines);
    expect(error.column() >= 1 && error.column() <= text.size() + 1);
    expect(std::string_view(error.what()).starts_with("rules:"));
  }
  return 0;
}
