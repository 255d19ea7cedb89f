#include "services/store/etcd/watch.hpp"

#include "base/sync/clock.hpp"

#include <algorithm>

namespace dimma::store::etcd {
namespace {

constexpr std::chrono::milliseconds tick_after{150};
constexpr std::chrono::milliseconds tick_deadline{1000};
constexpr std::size_t tick_octets_max = 65'536;

// Parses an answer. An invalid line counts as a failure of the member.
WatchAnswer read(const std::string& line) {
  try {
    return watch_answer(line, 0);
  } catch (const StoreError& error) {
    throw ConnectionError(ConnectionError::Kind::no_answer, error.what());
  }
}

}  // namespace

EtcdWatch::EtcdWatch(Cluster& cluster, const std::string& estate, std::string records, const std::string& prefix,
                     Revision after)
    : cluster_(cluster),
      records_(std::move(records)),
      is_of_all_(prefix.empty()),
      first_(records_ + prefix),
      tick_(estate + "s"),
      beyond_(is_of_all_ ? tick_ + '\0' : end_of_prefix(first_)),
      after_(after) {}

void EtcdWatch::open() {
  const Deadline deadline = cluster_.deadline();
  auto connection = cluster_.connect(deadline);
  connection->open_stream("/v3/watch",
                          "{\"create_request\":{\"key\":\"" + base64(first_) + "\",\"range_end\":\"" + base64(beyond_) +
                              "\",\"start_revision\":\"" + std::to_string(after_ + 1) + "\",\"fragment\":true}}",
                          deadline);
  connection_ = std::move(connection);
  to_skip_ = given_behind_;
  received_ = 0;
  heard_ = Clock::now();
  has_heard_ = false;
}

// The events of a revision may arrive in several answers, all of which except the last are fragments.
void EtcdWatch::take(WatchAnswer answer, std::vector<Event>& events) {
  if (answer.compacted != 0) {
    throw StoreError(StoreError::Kind::compacted, cluster_.name() + " remembers its changes from revision " +
                                                      std::to_string(answer.compacted) + ", but the watch is at " +
                                                      std::to_string(after_) + "; list again and watch from there");
  }
  if (answer.was_refused) {
    if (was_refused_ || !cluster_.forget_token(connection_->token())) {
      cluster_.fail(StoreError::Kind::failed, answer.ended + "; can the user read the keys of " + first_ + "?");
    }
    was_refused_ = true;
  } else {
    was_refused_ = false;
  }
  if (!answer.ended.empty()) throw ConnectionError(ConnectionError::Kind::no_answer, answer.ended);
  if (answer.events.empty()) return;
  received_ += answer.events.size();
  const Revision last = answer.events.back().record.modified;
  for (Event& event : answer.events) {
    const bool is_new = to_skip_ == 0;
    if (!is_new) --to_skip_;
    if (!is_new || event.record.key.compare(0, records_.size(), records_) != 0) continue;
    event.record.key.erase(0, records_.size());
    events.push_back(std::move(event));
  }
  if (answer.is_fragment) {
    given_behind_ = std::max(given_behind_, received_);
  } else {
    after_ = last;
    given_behind_ = to_skip_;
    received_ = 0;
  }
}

// Ends the watch, since every member would send the same changes again.
void EtcdWatch::pass_over(const std::string& what) const {
  throw StoreError(StoreError::Kind::compacted,
                   cluster_.name() + " has changes after revision " + std::to_string(after_) +
                       " that are too large for one answer: " + what + "; list again and watch from there");
}

// Other users of the cluster advance its revision too. A watch is notified only of changes of the keys that it watches,
// so this function writes one of these.
void EtcdWatch::catch_up() {
  const auto now = Clock::now();
  if (!is_of_all_ || cluster_.seen() <= after_ || now < heard_ + tick_after || now < ticked_ + tick_after) return;
  ticked_ = now;
  cluster_.attempt("/v3/kv/put", put_request(tick_, {}, no_lease), tick_octets_max, now + tick_deadline);
}

std::vector<Event> EtcdWatch::next(std::chrono::milliseconds patience) {
  const auto longest = std::chrono::hours(24 * 365);
  const Deadline deadline = Clock::now() + std::min<std::chrono::milliseconds>(patience, longest);
  std::optional<Deadline> failing_until;
  std::vector<Event> events;
  while (events.empty()) {
    try {
      if (!connection_) open();
      const Deadline silent_at = heard_ + (has_heard_ ? silence_max : first_word_max).load();
      const auto line = connection_->next_line(std::min(deadline, silent_at));
      const auto now = Clock::now();
      if (line) {
        WatchAnswer answer = read(*line);
        heard_ = now;
        has_heard_ = true;
        failing_until.reset();
        take(std::move(answer), events);
      } else if (now >= silent_at) {
        connection_.reset();
        if (!has_heard_) cluster_.prefer_another();
      }
      if (!line && now >= deadline) {
        catch_up();
        break;
      }
    } catch (const StoreError&) {
      connection_.reset();  // so that the events of the answer are sent again
      throw;
    } catch (const ConnectionError& error) {
      connection_.reset();
      if (error.kind() == ConnectionError::Kind::too_large) pass_over(error.what());
      cluster_.prefer_another();
      if (Clock::now() >= deadline) break;
      if (!failing_until) failing_until = cluster_.deadline();
      if (!cluster_.pause(*failing_until)) cluster_.fail(StoreError::Kind::unavailable, error.what());
    }
  }
  return events;
}

}  // namespace dimma::store::etcd
