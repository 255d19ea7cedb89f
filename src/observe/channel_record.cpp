#include "observe/channel_record.hpp"

#include "base/sync/clock.hpp"
#include "channel/session.hpp"

#include <dimma/exception.hpp>
#include <dimma/servant.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>

namespace dimma::observe {

namespace {

std::uint64_t between(Clock::time_point from, Clock::time_point to) noexcept {
  return to <= from ? 0 : static_cast<std::uint64_t>((to - from).count());
}

// Returns true for operations of CORBA::Object. Every object has them, and clients also call them on objects that do
// not exist.
bool is_of_each_object(std::string_view operation) noexcept {
  constexpr std::array<std::string_view, 6> all{"_component",    "_interface",    "_is_a",
                                                "_non_existent", "_not_existent", "_repository_id"};
  return std::ranges::find(all, operation) != all.end();
}

std::string duration_in_words(std::uint64_t nanoseconds) {
  const auto in = [nanoseconds](double unit, int digits, const char* name) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.begin(), text.end(), static_cast<double>(nanoseconds) / unit,
                                   std::chars_format::fixed, digits);
    return std::string(text.begin(), end.ptr) + name;
  };
  if (nanoseconds < 1'000'000) return in(1e3, 1, " us");
  if (nanoseconds < 1'000'000'000) return in(1e6, 1, " ms");
  return in(1e9, 2, " s");
}

observation::OperationMetrics metrics_of(const OperationRecord& record) {
  observation::OperationMetrics metrics;
  metrics.operation = record.name;
  // `ended` is read before `begun`, so that every call that has ended is also counted as begun.
  metrics.calls = record.ended.load(std::memory_order_acquire);
  metrics.in_progress = record.begun.load(std::memory_order_relaxed) - metrics.calls;
  metrics.octets_sent = record.octets_sent.load(std::memory_order_relaxed);
  metrics.octets_received = record.octets_received.load(std::memory_order_relaxed);
  metrics.latency = record.latency.read();
  record.failures.each([&](const FailureCount& failure) {
    metrics.failures.push_back({failure.name, failure.count.load(std::memory_order_relaxed)});
  });
  std::ranges::sort(metrics.failures, {}, &observation::Failures::exception);
  metrics.addresses = record.address_names();
  return metrics;
}

observation::Stages stages_of(const CallEntry& entry, observation::Side side) {
  const auto step = [&](std::size_t at) { return observation::Nanoseconds(entry.steps_taken[at]); };
  observation::Stages stages;
  if (side == observation::Side::client) {
    stages.queue = step(0);
    stages.encode = step(1);
    stages.send = step(2);
    stages.wait = step(3);
    stages.decode = step(4);
  } else {
    stages.receive = step(0);
    stages.dispatch = step(1);
    stages.upcall = step(2);
    stages.reply = step(3);
  }
  return stages;
}

}  // namespace

ChannelRecord::ChannelRecord(std::uint64_t id, observation::Side side, std::string_view protocol, const Wanted& wanted)
    : id_(id),
      side_(side),
      protocol_(protocol),
      calls_(wanted.recorded_calls == 0 ? nullptr : std::make_unique<CallRing<CallEntry>>(wanted.recorded_calls)) {}

void ChannelRecord::name(std::string text) {
  const sync::LockGuard lock(mutex_);
  name_ = is_shown_as_it_is(text) ? std::move(text) : shown_text(text);
}

std::string ChannelRecord::name() const {
  const sync::LockGuard lock(mutex_);
  return name_;
}

void ChannelRecord::described_by(Describe describe) {
  const sync::LockGuard lock(describing_);
  describe_ = std::move(describe);
}

void ChannelRecord::close() noexcept {
  const sync::LockGuard lock(describing_);
  describe_ = nullptr;
  is_open_.store(false, std::memory_order_relaxed);
}

std::vector<observation::ResourceMetrics> ChannelRecord::resources() const {
  std::vector<observation::ResourceMetrics> resources;
  const sync::LockGuard lock(describing_);
  if (!describe_) return resources;
  for (const channel::Fact& fact : describe_()) {
    if (!fact.numbers) continue;
    const execution::Usage& usage = *fact.numbers;
    resources.push_back({fact.name, usage.in_use, usage.in_use_max, usage.made, usage.waits, usage.refusals});
  }
  return resources;
}

observation::ChannelMetrics ChannelRecord::metrics() const {
  observation::ChannelMetrics metrics{id_, side_, protocol_, name(), is_open(), {}, resources()};
  operations_.each([&](const OperationRecord& operation) { metrics.operations.push_back(metrics_of(operation)); });
  std::ranges::sort(metrics.operations, {}, &observation::OperationMetrics::operation);
  return metrics;
}

void ChannelRecord::read_calls(std::vector<observation::RecordedCall>& into) const {
  if (!calls_) return;
  const std::string channel_name = name();
  for (const CallEntry& entry : calls_->read()) {
    observation::RecordedCall call;
    call.channel = id_;
    call.side = side_;
    call.channel_name = channel_name;
    call.operation = entry.operation->name;
    call.begun = std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(observation::Nanoseconds(entry.begun)));
    call.duration = observation::Nanoseconds(entry.duration);
    call.stages = stages_of(entry, side_);
    call.octets_sent = entry.octets_sent;
    call.octets_received = entry.octets_received;
    call.outcome = static_cast<observation::Outcome>(entry.outcome);
    if (entry.failure != nullptr) call.exception = entry.failure->name;
    call.minor = entry.minor;
    if (entry.address != nullptr) call.address = entry.address->name;
    call.peer = entry.peer.data();
    into.push_back(std::move(call));
  }
}

void OperationRecord::came_by(const Address& address) noexcept {
  for (auto& place : addresses) {
    const Address* known = place.load(std::memory_order_acquire);
    if (known == nullptr && place.compare_exchange_strong(known, &address, std::memory_order_acq_rel)) return;
    if (known == &address) return;
  }
}

std::vector<std::string> OperationRecord::address_names() const {
  std::vector<std::string> names;
  for (const auto& place : addresses) {
    if (const Address* const known = place.load(std::memory_order_acquire)) names.push_back(known->name);
  }
  std::ranges::sort(names);
  return names;
}

Call::Call(ChannelRecord& channel, std::string_view operation)
    : channel_(channel), operation_(&channel.operations_.find(operation)) {
  begin_as(*operation_);
}

Call::Call(ChannelRecord& channel, ByPeer asked)
    : channel_(channel), operation_(channel.operations_.seek(asked.operation)) {
  if (operation_ == nullptr && is_of_each_object(asked.operation))
    operation_ = &channel.operations_.find(asked.operation);
  if (operation_ != nullptr) {
    begin_as(*operation_);
  } else {
    new_name_ = shown_text(asked.operation);
  }
}

void Call::begin_as(OperationRecord& operation) noexcept {
  operation_ = &operation;
  operation.begun.fetch_add(1, std::memory_order_relaxed);
}

void Call::enter_if_known(const PortableServer::Servant& servant) noexcept {
  is_dynamic_ = servant._most_derived_interface() == nullptr;
  if (is_dynamic_) return;
  try {
    OperationSearch search{new_name_};
    servant._find_operation(search);
    if (!search.having.empty()) begin_as(channel_.operations_.find(new_name_));
  } catch (const std::exception&) {
    // Out of memory. The call is counted under others().
  }
}

// Called for a name that was not entered before the upcall. Only the reply shows whether a dynamic servant has the
// operation. Such names use at most half of the table, so that room is left for the names of interfaces.
void Call::enter_at_the_end() noexcept {
  try {
    auto& operations = channel_.operations_;
    const bool is_entered = is_dynamic_ && !is_refused_;
    begin_as(is_entered ? operations.find(new_name_, ChannelRecord::operations_max / 2) : operations.others());
  } catch (const std::bad_alloc&) {
    // Out of memory. The call is not counted.
  }
}

Call::~Call() {
  if (forgotten_) {
    if (operation_ != nullptr) operation_->begun.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  if (operation_ == nullptr) {
    enter_at_the_end();
    if (operation_ == nullptr) return;
  }
  if (address_ != nullptr) operation_->came_by(*address_);
  const std::uint64_t duration = between(begun_, Clock::now());
  operation_->latency.add(duration);
  operation_->octets_sent.fetch_add(octets_sent_, std::memory_order_relaxed);
  operation_->octets_received.fetch_add(octets_received_, std::memory_order_relaxed);
  operation_->ended.fetch_add(1, std::memory_order_release);
  if (!channel_.calls_) return;
  const auto now = std::chrono::duration_cast<observation::Nanoseconds>(WallClock::now().time_since_epoch());
  channel_.calls_->add({.operation = operation_,
                        .failure = failure_,
                        .begun = now.count() - static_cast<std::int64_t>(duration),
                        .duration = duration,
                        .steps_taken = taken_,
                        .octets_sent = octets_sent_,
                        .octets_received = octets_received_,
                        .minor = minor_,
                        .outcome = static_cast<std::uint32_t>(outcome_),
                        .address = address_,
                        .peer = peer_});
}

void Call::by(const std::string& address) noexcept {
  if (address.empty()) return;
  // Nearly all calls of an operation use the same address.
  const Address* const usual =
      operation_ == nullptr ? nullptr : operation_->addresses.front().load(std::memory_order_acquire);
  if (usual != nullptr && usual->name == address) {
    address_ = usual;
    return;
  }
  try {
    address_ = &channel_.addresses_.find(address);
  } catch (const std::bad_alloc&) {
    // Out of memory. The address stays unknown.
  }
}

void Call::of(channel::Session* session) noexcept {
  if (session == nullptr) return;
  try {
    const auto& ends = session->ends();
    by(ends.address);
    if (channel_.calls_) std::copy_n(ends.peer.data(), std::min(ends.peer.size(), peer_.size() - 1), peer_.data());
  } catch (const std::exception&) {
    // The address and the peer stay unknown.
  }
}

void Call::failed(const CORBA::Exception& exception) noexcept {
  outcome_ = observation::Outcome::user_exception;
  if (const auto* const system = dynamic_cast<const CORBA::SystemException*>(&exception)) {
    outcome_ = observation::Outcome::system_exception;
    minor_ = system->minor();
  }
  if (operation_ == nullptr) {
    is_refused_ = dynamic_cast<const CORBA::BAD_OPERATION*>(&exception) != nullptr;
    enter_at_the_end();
    if (operation_ == nullptr) return;
  }
  try {
    auto& failure = operation_->failures.find(exception._rep_id());
    failure.count.fetch_add(1, std::memory_order_relaxed);
    failure_ = &failure;
  } catch (const std::bad_alloc&) {
    // Out of memory. The failure is not counted.
  }
}

std::string Call::steps_in_words() const {
  constexpr std::array<const char*, steps> names{"queued ", "encoded ", "sent ", "waited ", "decoded "};
  std::string text;
  for (std::size_t i = 0; i < steps; ++i) {
    if (taken_[i] == 0) continue;
    text.append(text.empty() ? "" : ", ").append(names[i]).append(duration_in_words(taken_[i]));
  }
  return text;
}

}  // namespace dimma::observe
