#include "flow/consumer/receiver.hpp"

#include <algorithm>
#include <cstring>

namespace dimma::flow {

namespace {
// If there are too many flows, a new one may replace a flow that has been silent for this long.
constexpr Time quiet{std::chrono::seconds(1)};
}  // namespace

// A message that is not yet complete.
struct Receiver::Assembly {
  std::uint64_t sequence = 0;
  std::uint32_t message_octets = 0;
  std::uint16_t fragment_octets = 0;
  std::uint16_t operation = 0;
  std::endian order = std::endian::native;
  std::uint32_t missing = 0;
  Time begun{0};
  Time heard{0};  // arrival of its last packet
  std::unique_ptr<std::byte[]> octets;
  std::vector<bool> has;

  bool agrees_with(const Header& header) const noexcept {
    return message_octets == header.message_octets && fragment_octets == header.fragment_octets &&
           operation == header.operation && order == header.order;
  }
};

struct Receiver::Flow {
  Key key;
  std::shared_ptr<FlowIdentity> identity = std::make_shared<FlowIdentity>();
  bool settled = false;
  std::map<std::uint16_t, std::shared_ptr<const std::string>> operations;
  Accounting accounting;
  std::vector<Assembly> assembling;
  Time last_heard{0};
  Time last_report{0};
  // Octets of data since the last unsolicited report. The sender's address may be forged, so a report is never longer
  // than the data that it answers.
  std::size_t octets_unanswered = 0;
  bool ended = false;
};

Receiver::Receiver(const Limits& limits) : limits_(limits) {}
Receiver::~Receiver() = default;

std::size_t Receiver::KeyHash::operator()(const Key& key) const noexcept {
  // The flow number of a correct producer is random. The address separates flows whose numbers were chosen to collide.
  std::size_t hash = static_cast<std::size_t>(key.flow);
  for (std::size_t i = 0; i < key.from.size(); ++i) {
    hash = hash * 1'099'511'628'211U ^ std::to_integer<std::size_t>(key.from.data()[i]);
  }
  return hash;
}

Receiver::Result Receiver::malformed(const char* why) noexcept {
  ++malformed_;
  last_fault_ = why;
  return Result::nothing;
}

Receiver::Result Receiver::take(OctetView datagram, const transport::PeerAddress& from, Time now, Message& message) {
  if (now >= next_expiry_) expire(now);
  Packet packet;
  if (const char* const fault = parse(datagram, limits_.message_octets_max, packet)) return malformed(fault);
  const Key key{packet.header.flow, from};
  switch (packet.header.kind) {
    case Kind::data:
      break;
    case Kind::ask:
    case Kind::end:
      return take_question(key, packet, now);
    case Kind::report:
      return malformed("a report for a consumer");
  }
  Flow* const flow = find_or_make(key, now);
  if (flow == nullptr) {
    ++turned_away_;
    return Result::nothing;
  }
  flow->last_heard = now;
  flow->octets_unanswered += datagram.size();
  if (packet.header.has_identity && !settle(*flow, packet)) return malformed("an identity other than the flow's");
  const Result result = take_data(*flow, packet, now, message);
  if (result == Result::nothing && packet.header.report_wanted && may_report(*flow, now)) {
    flow->last_report = now;
    flow->octets_unanswered = 0;
    return answer(packet.header, counts_of(*flow));
  }
  return result;
}

bool Receiver::may_report(const Flow& flow, Time now) const noexcept {
  return now - limits_.report_every >= flow.last_report && flow.octets_unanswered >= report_packet_octets;
}

Receiver::Flow* Receiver::find(const Key& key) noexcept {
  if (last_ != nullptr && last_->key == key) return last_;
  const auto found = flows_.find(key);
  if (found == flows_.end()) return nullptr;
  return last_ = found->second.get();
}

Receiver::Flow* Receiver::find_or_make(const Key& key, Time now) {
  if (Flow* const known = find(key)) return known;
  if (flows_.size() >= limits_.flows_max && !make_room(now)) return nullptr;
  auto flow = std::make_unique<Flow>();
  flow->key = key;
  flow->identity->session.sent_by(key.from);
  // Delays the first report, since the address of a new flow may be forged.
  flow->last_report = now;
  last_ = flow.get();
  flows_.emplace(key, std::move(flow));
  return last_;
}

// Removes all flows that have ended or are idle. If there are none, removes the flow that has been silent longest, for
// `quiet` at least. Returns false if none was removed.
bool Receiver::make_room(Time now) {
  const auto forget = [this](Flows::iterator at) {
    Flow& flow = *at->second;
    while (!flow.assembling.empty()) give_up(flow, 0);
    if (last_ == &flow) last_ = nullptr;
    return flows_.erase(at);
  };
  bool forgot = false;
  auto silent = flows_.end();
  for (auto at = flows_.begin(); at != flows_.end();) {
    const Flow& flow = *at->second;
    if (flow.ended || flow.last_heard + limits_.flow_idle <= now) {
      at = forget(at);
      forgot = true;
      continue;
    }
    if (silent == flows_.end() || flow.last_heard < silent->second->last_heard) silent = at;
    ++at;
  }
  if (forgot) return true;
  if (silent == flows_.end() || silent->second->last_heard + quiet > now) return false;
  forget(silent);
  return true;
}

bool Receiver::settle(Flow& flow, const Packet& packet) {
  const Identity& told = packet.identity;
  auto& operation = flow.operations[packet.header.operation];
  if (flow.settled && !std::ranges::equal(flow.identity->object_key, told.object_key)) return false;
  if (operation && *operation != told.operation) return false;
  if (!flow.settled) flow.identity->object_key.assign(told.object_key.begin(), told.object_key.end());
  flow.settled = true;
  if (!operation) operation = std::make_shared<const std::string>(told.operation);
  return true;
}

Receiver::Result Receiver::take_data(Flow& flow, const Packet& packet, Time now, Message& message) {
  const Header& header = packet.header;
  const auto place = flow.accounting.arrived(header, static_cast<std::uint64_t>(now.count()));
  if (place == Accounting::Place::late || place == Accounting::Place::finished) return Result::nothing;
  const bool is_fresh = place == Accounting::Place::fresh;
  if (header.fragment_count() > 1) return take_fragment(flow, packet, is_fresh, now, message);
  if (!is_fresh) return malformed("a packet that contradicts an earlier one of its message");
  message.assembled.reset();
  message.body = packet.payload;
  return complete(flow, header, message);
}

Receiver::Result Receiver::take_fragment(Flow& flow, const Packet& packet, bool is_fresh, Time now, Message& message) {
  const Header& header = packet.header;
  const auto found = std::ranges::find(flow.assembling, header.sequence, &Assembly::sequence);
  if (found == flow.assembling.end() && !is_fresh) return Result::nothing;
  Assembly* const assembly = is_fresh ? begin(flow, packet, now) : &*found;
  if (!assembly->agrees_with(header)) return malformed("a packet that contradicts an earlier one of its message");
  if (assembly->has[header.fragment]) {
    flow.accounting.duplicate();
    return Result::nothing;
  }
  if (!is_fresh) flow.accounting.order(header);
  assembly->heard = now;
  assembly->has[header.fragment] = true;
  std::memcpy(assembly->octets.get() + std::size_t{header.fragment} * header.fragment_octets, packet.payload.data(),
              packet.payload.size());
  if (--assembly->missing != 0) return Result::nothing;
  message.assembled = std::move(assembly->octets);
  message.body = {message.assembled.get(), header.message_octets};
  --assembling_;
  assembling_octets_ -= header.message_octets;
  flow.assembling.erase(flow.assembling.begin() + (assembly - flow.assembling.data()));
  return complete(flow, header, message);
}

Receiver::Assembly* Receiver::begin(Flow& flow, const Packet& packet, Time now) {
  const Header& header = packet.header;
  if (flow.assembling.size() >= limits_.assembling_per_flow) give_up(flow, 0);
  while (assembling_ != 0 && assembling_octets_ + header.message_octets > limits_.assembling_octets_max) {
    give_up_oldest();
  }
  const std::uint32_t count = header.fragment_count();
  Assembly assembly{.sequence = header.sequence,
                    .message_octets = header.message_octets,
                    .fragment_octets = header.fragment_octets,
                    .operation = header.operation,
                    .order = header.order,
                    .missing = count,
                    .begun = now,
                    .heard = now,
                    // Not zeroed: only pages that receive parts are touched, so a claimed length alone takes no memory.
                    .octets = std::make_unique_for_overwrite<std::byte[]>(header.message_octets),
                    .has = std::vector<bool>(count)};
  flow.assembling.push_back(std::move(assembly));
  flow.accounting.begun(header.sequence);
  ++assembling_;
  assembling_octets_ += header.message_octets;
  next_expiry_ = std::min(next_expiry_, now + limits_.assembly_silent);
  return &flow.assembling.back();
}

void Receiver::give_up(Flow& flow, std::size_t index) noexcept {
  const auto at = flow.assembling.begin() + static_cast<std::ptrdiff_t>(index);
  flow.accounting.gave_up(at->sequence);
  --assembling_;
  assembling_octets_ -= at->message_octets;
  flow.assembling.erase(at);
}

// Compares the first message of each flow, since a flow's messages are ordered by the time at which assembly began.
void Receiver::give_up_oldest() noexcept {
  Flow* oldest = nullptr;
  for (const auto& [key, flow] : flows_) {
    if (flow->assembling.empty()) continue;
    if (oldest == nullptr || flow->assembling.front().begun < oldest->assembling.front().begun) oldest = flow.get();
  }
  if (oldest != nullptr) give_up(*oldest, 0);
}

void Receiver::expire(Time now) {
  next_expiry_ = Time::max();
  for (const auto& [key, flow] : flows_) {
    for (std::size_t i = 0; i < flow->assembling.size();) {
      const Time until = flow->assembling[i].heard + limits_.assembly_silent;
      if (until <= now) {
        give_up(*flow, i);
        continue;
      }
      next_expiry_ = std::min(next_expiry_, until);
      ++i;
    }
  }
}

Time Receiver::next_expiry() const noexcept { return assembling_ == 0 ? Time::max() : next_expiry_; }

Receiver::Result Receiver::complete(Flow& flow, const Header& header, Message& message) {
  flow.accounting.completed(header.sequence, header.message_octets);
  message.order = header.order;
  const auto operation = flow.operations.find(header.operation);
  if (!flow.settled || operation == flow.operations.end() || !operation->second) {
    flow.accounting.unsettled();
    return Result::nothing;
  }
  message.flow = flow.identity;
  message.operation = operation->second;
  message.sequence = header.sequence;
  return Result::message;
}

Receiver::Result Receiver::take_question(const Key& key, const Packet& packet, Time now) {
  Flow* const flow = find(key);
  // An ask does not create a flow. For an unknown flow, all counts are zero.
  if (flow == nullptr) return answer(packet.header, {});
  flow->last_heard = now;
  flow->accounting.told(packet.header.sequence);
  if (packet.header.kind == Kind::end) {
    flow->ended = true;
    while (!flow->assembling.empty()) give_up(*flow, 0);
  }
  return answer(packet.header, counts_of(*flow));
}

Receiver::Result Receiver::answer(const Header& header, const FlowReport::Consumer& said) noexcept {
  Header reply = header;
  reply.kind = Kind::report;
  reply.has_identity = reply.report_wanted = false;
  reply.operation = reply.fragment_octets = reply.fragment = 0;
  reply.message_octets = 0;
  reply_ = write_report(reply, said);
  return Result::reply;
}

FlowReport::Consumer Receiver::counts_of(const Flow& flow) noexcept {
  FlowReport::Consumer counts = flow.accounting.counts();
  const FlowCounters& counters = flow.identity->counters;
  counts.delivered = counters.delivered.load(std::memory_order_relaxed);
  counts.dropped = counters.dropped.load(std::memory_order_relaxed);
  counts.refused = counters.refused.load(std::memory_order_relaxed);
  return counts;
}

Receiver::Totals Receiver::totals() const {
  Totals totals{.flows = flows_.size(),
                .assembling = assembling_,
                .assembling_octets = assembling_octets_,
                .malformed = malformed_,
                .flows_turned_away = turned_away_,
                .counts = {}};
  for (const auto& [key, flow] : flows_) {
    const auto counts = counts_of(*flow);
    totals.counts.received += counts.received;
    totals.counts.lost += counts.lost;
    totals.counts.incomplete += counts.incomplete;
    totals.counts.delivered += counts.delivered;
    totals.counts.dropped += counts.dropped;
    totals.counts.refused += counts.refused;
  }
  return totals;
}

}  // namespace dimma::flow
