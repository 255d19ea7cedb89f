#include "iiop/resources/reach.hpp"

#include "base/log/log.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

// True if the peer can use addresses of that reach: its own address has the same reach.
bool is_for(Reach reach, const transport::Endpoint& peer) noexcept {
  return reach == Reach::any || reach == reach_of(peer.host);
}

std::string_view whom(Reach reach) noexcept {
  switch (reach) {
    case Reach::this_host:
      return "this machine";
    case Reach::link:
      return "its own network segment";
    case Reach::bridge:
      return "this machine and its containers";
    case Reach::any:
      break;
  }
  return "everywhere";
}

}  // namespace

Reach reach_of(std::string_view host) noexcept {
  constexpr std::string_view mapped = "::ffff:";  // an IPv4 address on an IPv6 socket
  if (host.starts_with(mapped) && host.find('.') != std::string_view::npos) host.remove_prefix(mapped.size());
  if (host.starts_with("127.") || host == "::1" || host == "localhost") return Reach::this_host;
  if (host.starts_with("169.254.")) return Reach::link;
  if (host.size() > 4 &&
      (host.starts_with("fe8") || host.starts_with("fe9") || host.starts_with("fea") || host.starts_with("feb")) &&
      host.find(':') != std::string_view::npos) {
    return Reach::link;
  }
  return host.starts_with("172.17.") ? Reach::bridge : Reach::any;
}

std::string reach_warning(const std::vector<Address>& published, const transport::Endpoint& own,
                          const transport::Endpoint& peer) {
  if (published.empty() || is_local(peer) || peer.host.empty() || peer.host == own.host) return {};
  std::string text;
  for (const auto& address : published) {
    const auto reach = reach_of(address.host);
    if (is_for(reach, peer)) return {};
    text +=
        (text.empty() ? "" : ", ") + to_string(address) + ", which is reachable only from " + std::string(whom(reach));
  }
  return "there is a connection with " + to_string(peer) + ", but references of this ORB name " + text +
         "; --dimma-publish HOST sets an address that others can reach";
}

void ReachNotice::publish(std::vector<Address> addresses) {
  const auto is_limited = [](const Address& address) { return reach_of(address.host) != Reach::any; };
  if (addresses.empty() || !std::ranges::all_of(addresses, is_limited)) return;
  const sync::LockGuard lock(mutex_);
  limited_.push_back({std::move(addresses)});
}

void ReachNotice::withdraw(const std::vector<Address>& addresses) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto found = std::ranges::find(limited_, addresses, &Published::addresses);
  if (found != limited_.end()) limited_.erase(found);
}

void ReachNotice::met(const transport::Stream& connection) noexcept {
  const sync::LockGuard lock(mutex_);
  if (limited_.empty()) return;
  try {
    const auto own = connection.local();
    const auto peer = connection.peer();
    for (auto& each : limited_) {
      if (each.is_told) continue;
      const auto warning = reach_warning(each.addresses, own, peer);
      if (warning.empty()) continue;
      each.is_told = true;
      log::write(log::Event::address_unreachable,
                 [&] { return log::Entry{.text = warning, .peer = to_string(peer), .endpoint = to_string(own)}; });
    }
  } catch (const std::exception&) {
    // Out of memory, or the peer has closed. The warning is lost.
  }
}

}  // namespace dimma::iiop
