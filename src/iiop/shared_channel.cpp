#include "iiop/shared_channel.hpp"

#include "iiop/options.hpp"

namespace dimma::iiop {

std::shared_ptr<SharedConnection> SharedLink::open(transport::Deadline deadline) {
  const std::lock_guard lock(mutex_);
  if (connection_ && connection_->usable()) [[likely]]
    return connection_;
  if (closed_) throw channel_closed();
  // A connection that is given up here may have calls in progress, which hold it until they have failed.
  if (connection_) connection_->shut_down();
  connection_.reset();
  const auto until = std::min(deadline, transport::Clock::now() + settings_.connect_timeout);
  connection_ = std::make_shared<SharedConnection>(connect(transports_, endpoints_, until, {}), settings_,
                                                   reader_options({}, settings_));
  return connection_;
}

void SharedLink::close() noexcept {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  if (connection_) connection_->shut_down();
}

std::shared_ptr<SharedConnection> SharedLink::current() const {
  const std::lock_guard lock(mutex_);
  return connection_;
}

std::shared_ptr<SharedLink> LinkTable::link(const std::vector<transport::Endpoint>& endpoints) {
  std::string name;
  for (const auto& endpoint : endpoints) name += to_string(endpoint) + ' ';
  const std::lock_guard lock(mutex_);
  std::erase_if(links_, [](const auto& entry) { return entry.second.expired(); });
  auto& known = links_[name];
  auto link = known.lock();
  if (!link) known = link = std::make_shared<SharedLink>(transports_, endpoints, settings_);
  return link;
}

void LinkTable::close() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& [name, known] : links_) {
    if (const auto link = known.lock()) link->close();
  }
}

SharedChannel::SharedChannel(LinkTable& links, const channel::Tagged& profile, const Settings& settings,
                             transport::Deadline deadline)
    : settings_(settings), target_(profile, settings), link_(links.link(target_.endpoints())) {
  link_->open(deadline);
}

std::shared_ptr<SharedConnection> SharedChannel::open(transport::Deadline deadline) {
  if (closed_.load(std::memory_order_relaxed)) [[unlikely]]
    throw channel_closed();
  return link_->open(deadline);
}

channel::Outcome SharedChannel::call(channel::Request& request) {
  return open(request.deadline)->call(target_, request);
}

channel::Located SharedChannel::locate(channel::Outcome& forward, transport::Deadline deadline) {
  return open(deadline)->locate(target_, forward, deadline);
}

std::vector<channel::Fact> SharedChannel::describe() const {
  const auto connection = link_->current();
  std::string where = "none at the moment";
  std::string slots;
  if (connection) {
    where = connection->endpoint_text();
    const auto usage = connection->usage();
    slots = "; " + std::to_string(usage.in_progress) + " in progress, " + std::to_string(usage.slots) +
            " slots made, each with a buffer to send";
  }
  return {
      {"protocol", "iiop, GIOP 1." + std::to_string(target_.minor())},
      {"connection", "shared by all bindings to this server, " + where},
      {"processing", "the calling thread sends; of those that wait, one reads for all (leader)"},
      {"messages", "unlimited" + slots},
      {"buffers",
       "made as needed (factory); each grows up to " + std::to_string(settings_.message_octets_max) + " octets"},
      {"wait", "block"},
      {"read-ahead", read_ahead_text({})},
      {"timeouts", timeouts_text({}, settings_)},
  };
}

}  // namespace dimma::iiop
