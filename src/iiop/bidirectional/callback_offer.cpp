#include "iiop/bidirectional/callback_offer.hpp"

#include "iiop/bidirectional/divided_connection.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <system_error>

namespace dimma::iiop {

void CallbackOffer::add(const std::shared_ptr<CallbackHost>& host) {
  const sync::LockGuard lock(mutex_);
  hosts_.push_back(host);
  for (auto* const connection : connections_) connection->say_again();
}

void CallbackOffer::remove(const CallbackHost& host) noexcept {
  const sync::LockGuard lock(mutex_);
  std::erase_if(hosts_, [&host](const auto& each) {
    const auto known = each.lock();
    return !known || known.get() == &host;
  });
}

void CallbackOffer::add(OfferedConnection& connection) {
  const sync::LockGuard lock(mutex_);
  connections_.push_back(&connection);
}

void CallbackOffer::remove(OfferedConnection& connection) noexcept {
  const sync::LockGuard lock(mutex_);
  std::erase(connections_, &connection);
}

std::vector<std::shared_ptr<CallbackHost>> CallbackOffer::hosts() const {
  std::vector<std::shared_ptr<CallbackHost>> there;
  const sync::LockGuard lock(mutex_);
  for (const auto& each : hosts_) {
    if (auto host = each.lock()) there.push_back(std::move(host));
  }
  return there;
}

std::vector<Address> CallbackOffer::listen_points() const {
  std::vector<Address> points;
  for (const auto& host : hosts()) {
    for (auto& point : host->listen_points()) {
      if (points.size() < listen_points_max && std::ranges::find(points, point) == points.end()) {
        points.push_back(std::move(point));
      }
    }
  }
  return points;
}

channel::Octets CallbackOffer::context() const { return encode_listen_points(listen_points()); }

std::string CallbackOffer::listen_points_text() const {
  std::string text;
  for (const auto& point : listen_points()) text += (text.empty() ? "" : ", ") + to_string(point);
  return text;
}

std::unique_ptr<transport::Stream> CallbackOffer::offer_over(std::unique_ptr<transport::Stream> opened,
                                                             bool& is_offered) const {
  is_offered = false;
  if (!may_be_divided(*opened)) return opened;
  for (const auto& host : hosts()) {
    if (host->listen_points().empty()) continue;
    try {
      if (!host->serve(opened)) continue;
      is_offered = true;
      return opened;
    } catch (const std::system_error& error) {
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                std::string("cannot prepare a connection for callbacks: ") + error.what());
    }
  }
  return opened;
}

}  // namespace dimma::iiop
