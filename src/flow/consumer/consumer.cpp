#include "flow/consumer/consumer.hpp"

#include "base/loan_arena.hpp"
#include "channel/published.hpp"
#include "flow/consumer/consumer_core.hpp"
#include "flow/consumer/consumer_plan.hpp"
#include "flow/resources/options.hpp"

#include <dimma/minor.hpp>

#include <system_error>

namespace dimma::flow {

namespace {

transport::Endpoint published_endpoint(const channel::ListenOptions& options, const transport::Endpoint& listening) {
  if (is_local(listening)) return listening;
  const auto address = channel::published(options, 0, listening.port).front();
  return {listening.transport, address.host, address.port};
}

std::string counts_text(const Receiver::Totals& totals) {
  const auto& counts = totals.counts;
  return std::to_string(counts.received) + " received, " + std::to_string(counts.delivered) + " delivered, " +
         std::to_string(counts.dropped) + " dropped, " + std::to_string(counts.refused) + " refused, " +
         std::to_string(counts.lost) + " lost, " + std::to_string(counts.incomplete) + " incomplete, " +
         std::to_string(totals.malformed) + " datagrams malformed, " + std::to_string(totals.flows_turned_away) +
         " of refused flows";
}

// Adds a fact with the number of places that producers have for loaned sequences.
void add_loans(std::vector<channel::Fact>& facts, const std::vector<std::shared_ptr<dimma::LoanArena>>& arenas) {
  if (arenas.empty()) return;
  std::size_t places = 0;
  std::size_t held = 0;
  for (const auto& arena : arenas) {
    const auto numbers = arena->numbers();
    places += numbers.places;
    held += numbers.held;
  }
  facts.push_back({"loans", "in the places of each producer's QoS; copies: 0 of a loaned sequence in them",
                   std::to_string(arenas.size()) + " producers: " + std::to_string(held) + " of " +
                       std::to_string(places) + " held"});
}

}  // namespace

ConsumerEndpoint::ConsumerEndpoint(transport::DatagramTransport& transport, const channel::ListenOptions& options,
                                   const EngineeringQoS& qos, const Settings& settings, channel::Dispatcher& dispatcher)
    : options_(options), qos_(qos), settings_(settings) {
  try {
    const auto& at = options.at.front();
    auto socket = transport.bind({std::string(transport.name()), channel::host_to_listen(options, at), at.port},
                                 socket_options(qos));
    published_ = published_endpoint(options, socket->local());
    core_ = std::make_shared<ConsumerCore>(std::move(socket), qos, settings, dispatcher);
    core_->start();
  } catch (const std::system_error& error) {
    if (core_) core_->close();
    throw CORBA::INITIALIZE(minor::initialize_listen, CORBA::COMPLETED_NO, error.what());
  } catch (...) {
    if (core_) core_->close();
    throw;
  }
}

ConsumerEndpoint::~ConsumerEndpoint() { core_->close(); }

std::vector<channel::Tagged> ConsumerEndpoint::profiles(std::span<const std::byte> object_key) const {
  return {{tag_flow, encode({.endpoint = published_, .object_key = {object_key.begin(), object_key.end()}})}};
}

bool ConsumerEndpoint::owns(const channel::Tagged& profile, channel::Octets& object_key) const {
  if (profile.tag != tag_flow) return false;
  auto decoded = decode_profile(profile.data);
  if (decoded.endpoint != published_) return false;
  object_key = std::move(decoded.object_key);
  return true;
}

void ConsumerEndpoint::close() noexcept { core_->close(); }

std::vector<channel::Fact> ConsumerEndpoint::describe() const {
  const auto totals = core_->totals();
  auto facts = consumer_plan(qos_, options_, core_->socket().local().transport, settings_);
  add_usage(facts, "endpoint", to_string(core_->socket().local()) + ", published as " + to_string(published_));
  add_usage(facts, "threads", std::to_string(core_->threads()) + " now");
  add_usage(facts, "messages", counts_text(totals));
  add_usage(facts, "packets",
            std::to_string(core_->socket().overflowed()) + " lost because the socket's buffer was full");
  add_usage(facts, "flows",
            std::to_string(totals.flows) + " now, " + std::to_string(totals.assembling) + " messages being assembled");
  add_usage(facts, "history", core_->waiting_text());
  add_loans(facts, core_->socket().known_loans());
  return facts;
}

}  // namespace dimma::flow
