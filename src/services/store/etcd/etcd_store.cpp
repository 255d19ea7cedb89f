#include <dimma/etcd_store.hpp>

#include "services/store/etcd/cluster.hpp"
#include "services/store/etcd/messages.hpp"
#include "services/store/etcd/watch.hpp"
#include "services/store/etcd/writers.hpp"

#include <algorithm>

namespace dimma::store {
namespace {

using etcd::Attempt;
using etcd::Cluster;
using etcd::compare_modified;
using etcd::Deadline;
using etcd::operation;
using etcd::RangeRequest;
using etcd::TransactionAnswer;
using etcd::Writer;

constexpr std::size_t answer_octets_max = std::size_t{64} << 20;
constexpr std::size_t found_octets_max = std::size_t{256} << 20;  // limit for the records of all conditions
constexpr std::size_t prefix_octets_max = 256;

void check(const EtcdOptions& options) {
  const auto refuse = [](const std::string& what) { throw StoreError(StoreError::Kind::refused, what); };
  if (options.endpoints.empty()) refuse("no endpoint of etcd is given; expected http://HOST:PORT or https://HOST:PORT");
  if (options.endpoints.size() > 64) refuse("more than 64 endpoints of etcd are given");
  if (options.prefix.empty() || options.prefix.size() > prefix_octets_max) {
    refuse("the prefix of the keys in etcd has " + std::to_string(options.prefix.size()) +
           " octets; expected 1 to 256");
  }
  if (options.deadline < std::chrono::milliseconds(100) || options.deadline > std::chrono::minutes(10)) {
    refuse("a deadline of " + std::to_string(options.deadline.count()) +
           " ms for etcd is not within 100 ms to 10 minutes");
  }
}

class EtcdStore final : public Store {
 public:
  explicit EtcdStore(const EtcdOptions& options)
      : options_(options),
        records_(options.prefix + "r/"),
        cluster_(options),
        writers_(cluster_, options.prefix + "w/") {}

  Lookup look_up(std::string_view key) override {
    check_key(key);
    auto answer = range({full(key)}, "reading");
    Lookup found{std::nullopt, answer.revision};
    if (!answer.records.empty()) found.record = std::move(answer.records.front());
    return found;
  }

  Page list(const Query& query) override;
  Outcome commit(const Transaction& transaction) override;
  Revision revision() override { return range({records_, {}, 1, true}, "asking for the revision").revision; }

  std::unique_ptr<Watch> watch(std::string prefix, Revision after) override {
    return std::make_unique<etcd::EtcdWatch>(cluster_, options_.prefix, records_, prefix, after);
  }

  LeaseId grant(std::chrono::milliseconds lifetime) override {
    check_lifetime(lifetime);
    return etcd::grant_lease(cluster_, std::chrono::ceil<std::chrono::seconds>(lifetime), cluster_.deadline());
  }
  bool renew(LeaseId lease) override { return etcd::renew_lease(cluster_, lease, cluster_.deadline()); }
  bool revoke(LeaseId lease) override { return etcd::revoke_lease(cluster_, lease, cluster_.deadline()); }

 private:
  // The state of a transaction that is being sent.
  struct Sending {
    std::vector<std::string> compares;
    std::vector<std::string> success;
    std::vector<std::string> failure;
    Writer writer;
    bool has_writer = false;
    bool was_unknown = false;  // an earlier attempt may have been carried out
    Deadline deadline;

    std::string number() const { return std::to_string(writer.number); }
  };

  std::string full(std::string_view key) const { return records_ + std::string(key); }
  etcd::RangeAnswer range(const RangeRequest& request, const char* doing);
  void add(const Condition& condition, Sending& sending) const;
  void add(const Change& change, Sending& sending) const;
  std::string text_of(const Sending& sending) const;
  std::optional<TransactionAnswer> answer_of(Sending& sending);
  bool lost_session(const Sending& sending, const TransactionAnswer& answer) const;
  Outcome outcome_of(const Transaction& transaction, Sending& sending, TransactionAnswer answer);
  [[noreturn]] void refuse(const Transaction& transaction, const Attempt& attempt) const;

  const EtcdOptions options_;
  const std::string records_;  // prefix of the records' keys; has the length of the writers' prefix
  Cluster cluster_;
  etcd::Writers writers_;
};

etcd::RangeAnswer EtcdStore::range(const RangeRequest& request, const char* doing) {
  const Attempt made = cluster_.ask("/v3/kv/range", etcd::text_of(request), answer_octets_max, cluster_.deadline());
  if (made.result != Attempt::Result::done) {
    cluster_.fail(StoreError::Kind::failed, std::string(doing) + ": " + made.error.text);
  }
  auto answer = etcd::range_answer(made.text, records_.size());
  cluster_.note(answer.revision);
  return answer;
}

// Pages with large records are shorter than the query's limit.
Page EtcdStore::list(const Query& query) {
  store::check(query);
  const std::string beyond = end_of_prefix(full(query.prefix));
  std::string first = full(query.prefix);
  if (!query.after.empty() && query.after >= query.prefix) first = full(query.after) + '\0';
  if (first >= beyond) return {};
  const Deadline deadline = cluster_.deadline();
  for (std::size_t limit = query.records_max;;) {
    const RangeRequest request{first, beyond, limit, false};
    const Attempt made = cluster_.ask("/v3/kv/range", etcd::text_of(request), answer_octets_max, deadline);
    if (made.result == Attempt::Result::too_large && limit > 1) {
      limit = std::max<std::size_t>(1, limit / 8);
      continue;
    }
    if (made.result != Attempt::Result::done) cluster_.fail(StoreError::Kind::failed, "listing: " + made.error.text);
    auto answer = etcd::range_answer(made.text, records_.size());
    if (answer.has_more && answer.records.empty()) {
      cluster_.fail(StoreError::Kind::failed, "listing: an empty page that is not the last");
    }
    cluster_.note(answer.revision);
    return {std::move(answer.records), !answer.has_more, answer.revision};
  }
}

void EtcdStore::add(const Condition& condition, Sending& sending) const {
  const std::string key = full(condition.key);
  switch (condition.kind) {
    case Condition::Kind::absent:
      sending.compares.push_back(etcd::compare_absent(key));
      break;
    case Condition::Kind::present:
      sending.compares.push_back(etcd::compare_present(key));
      break;
    case Condition::Kind::value:
      sending.compares.push_back(etcd::compare_value(key, condition.expected_value));
      break;
    case Condition::Kind::modified:
      // For etcd, an absent record has revision 0. Since no revision is less than 0, the condition cannot hold.
      sending.compares.push_back(condition.expected_revision == 0
                                     ? compare_modified("LESS", key, 0)
                                     : compare_modified("EQUAL", key, condition.expected_revision));
      break;
    case Condition::Kind::none_below:
      sending.compares.push_back(etcd::compare_absent(key, end_of_prefix(key)));
      return;
  }
  sending.failure.push_back(operation("request_range", etcd::text_of(RangeRequest{key})));
}

void EtcdStore::add(const Change& change, Sending& sending) const {
  const std::string key = full(change.key);
  sending.success.push_back(change.value ? operation("request_put", etcd::put_request(key, *change.value, change.lease))
                                         : operation("request_delete_range", etcd::erase_request(key)));
}

// Returns the request, including the change of the writer's record. If an earlier attempt may have been carried out, or
// may still be, the request reads the record if the transaction was carried out. Otherwise it changes the record, so
// that the transaction cannot be carried out later.
std::string EtcdStore::text_of(const Sending& sending) const {
  if (!sending.has_writer) return etcd::transaction(sending.compares, sending.success, sending.failure);
  const Writer& writer = sending.writer;
  auto compares = sending.compares;
  auto success = sending.success;
  auto failure = sending.failure;
  compares.push_back(compare_modified("EQUAL", writer.key, writer.modified));
  success.push_back(operation("request_put", etcd::put_request(writer.key, sending.number(), writer.session)));
  const std::string read = operation("request_range", etcd::text_of(RangeRequest{writer.key}));
  if (sending.was_unknown) {
    const std::string void_it =
        operation("request_put", etcd::put_request(writer.key, sending.number() + " void", writer.session));
    failure.push_back(operation(
        "request_txn", etcd::transaction({etcd::compare_value(writer.key, sending.number())}, {read}, {void_it})));
  } else {
    failure.push_back(read);
  }
  return etcd::transaction(compares, success, failure);
}

void EtcdStore::refuse(const Transaction& transaction, const Attempt& attempt) const {
  const bool is_large = attempt.error.text.find("too large") != std::string::npos ||
                        attempt.error.text.find("too many operations") != std::string::npos;
  const bool is_lease = attempt.error.code == etcd::ErrorAnswer::not_found;
  const bool is_callers = is_large || is_lease;
  cluster_.fail(is_callers ? StoreError::Kind::refused : StoreError::Kind::failed,
                "a transaction of " + std::to_string(transaction.changes.size()) + " changes: " + attempt.error.text +
                    (is_lease ? "; a lease of it has ended" : ""));
}

bool EtcdStore::lost_session(const Sending& sending, const TransactionAnswer& answer) const {
  if (!sending.has_writer || answer.succeeded || sending.was_unknown) return false;
  if (answer.ranges.size() != sending.failure.size() + 1) {
    cluster_.fail(StoreError::Kind::failed, "an answer with " + std::to_string(answer.ranges.size()) + " records");
  }
  const auto& records = answer.ranges.back().records;
  return (records.empty() ? 0 : records.front().modified) != sending.writer.modified;
}

// Returns nullopt if the writer's session was lost before anything was carried out; the caller must take another
// writer.
std::optional<TransactionAnswer> EtcdStore::answer_of(Sending& sending) {
  for (;;) {
    const Attempt made = cluster_.attempt("/v3/kv/txn", text_of(sending), found_octets_max, sending.deadline);
    if (made.result == Attempt::Result::done) return etcd::transaction_answer(made.text, records_.size());
    if (made.result == Attempt::Result::refused) {
      if (sending.was_unknown) {
        cluster_.fail(StoreError::Kind::uncertain, "the answer to a transaction was lost, and then " + made.error.text +
                                                       "; read the records that it changes");
      }
      if (sending.has_writer && made.error.code == etcd::ErrorAnswer::not_found &&
          !writers_.is_session(sending.writer.session, sending.deadline)) {
        return std::nullopt;
      }
      throw made;
    }
    const bool is_unknown = made.result != Attempt::Result::not_done;
    sending.was_unknown |= is_unknown;
    const bool can_go_on = sending.has_writer || sending.success.empty() || !sending.was_unknown;
    if (!can_go_on || made.result == Attempt::Result::too_large || !cluster_.pause(sending.deadline)) {
      cluster_.fail(
          sending.was_unknown ? StoreError::Kind::uncertain : StoreError::Kind::unavailable,
          (sending.was_unknown ? "a transaction may have been executed: " : "no member executed the transaction: ") +
              made.error.text);
    }
  }
}

Outcome EtcdStore::outcome_of(const Transaction& transaction, Sending& sending, TransactionAnswer answer) {
  const bool was_asked_again = sending.has_writer && sending.was_unknown && !answer.succeeded;
  if (was_asked_again) {
    if (answer.transactions.size() != 1) cluster_.fail(StoreError::Kind::failed, "an answer without its last part");
    const TransactionAnswer& decision = answer.transactions.front();
    if (decision.succeeded) {
      const bool is_there = decision.ranges.size() == 1 && decision.ranges.front().records.size() == 1;
      if (!is_there) cluster_.fail(StoreError::Kind::failed, "an answer without the writer's record");
      sending.writer.modified = decision.ranges.front().records.front().modified;
      return {true, sending.writer.modified, {}};
    }
    sending.writer.modified = answer.revision;
  } else if (answer.succeeded) {
    sending.writer.modified = answer.revision;
  }
  if (answer.succeeded) return {true, answer.revision, {}};
  if (answer.ranges.size() < sending.failure.size()) {
    cluster_.fail(StoreError::Kind::failed, "an answer with too few records");
  }
  Outcome outcome{false, answer.revision, {}};
  std::size_t next = 0;
  for (const Condition& condition : transaction.conditions) {
    outcome.found.emplace_back();
    if (condition.kind == Condition::Kind::none_below) continue;
    auto& records = answer.ranges[next++].records;
    if (!records.empty()) outcome.found.back() = std::move(records.front());
  }
  return outcome;
}

Outcome EtcdStore::commit(const Transaction& transaction) {
  store::check(transaction);
  Sending sending;
  sending.deadline = cluster_.deadline();
  for (const Condition& condition : transaction.conditions) add(condition, sending);
  for (const Change& change : transaction.changes) add(change, sending);
  // etcd counts the parts of a nested transaction together with those of the outer one.
  sending.has_writer = !transaction.changes.empty() && transaction.changes.size() + 1 <= parts_max &&
                       transaction.conditions.size() + 2 <= parts_max;
  for (;;) {
    if (sending.has_writer) {
      sending.writer = writers_.take(sending.deadline);
      ++sending.writer.number;
    }
    std::optional<TransactionAnswer> answer;
    try {
      answer = answer_of(sending);
    } catch (const Attempt& attempt) {
      if (sending.has_writer) writers_.give_back(std::move(sending.writer));
      refuse(transaction, attempt);
    }
    if (answer && !lost_session(sending, *answer)) {
      cluster_.note(answer->revision);
      Outcome outcome = outcome_of(transaction, sending, std::move(*answer));
      if (sending.has_writer) writers_.give_back(std::move(sending.writer));
      return outcome;
    }
    writers_.forget_session(sending.writer.session);
  }
}

}  // namespace

std::unique_ptr<Store> open_etcd(const EtcdOptions& options) {
  check(options);
  return std::make_unique<EtcdStore>(options);
}

EtcdOptions parse_etcd_url(std::string_view url) {
  constexpr std::string_view scheme = "etcd:";
  const auto refuse = [&](const std::string& why) {
    throw StoreError(StoreError::Kind::refused,
                     "'" + std::string(url) + "' " + why + ": etcd:http://HOST:PORT,https://HOST:PORT/PREFIX");
  };
  if (url.substr(0, scheme.size()) != scheme) refuse("does not begin with etcd:");
  std::string rest(url.substr(scheme.size()));
  EtcdOptions options;
  for (bool has_more = true; has_more;) {
    std::size_t of_scheme = 0;
    for (const std::string_view known : {"http://", "https://"}) {
      if (rest.starts_with(known)) of_scheme = known.size();
    }
    const auto end = rest.find_first_of(",/", of_scheme);
    const std::string endpoint = rest.substr(0, end);
    etcd::endpoint_of(endpoint);
    options.endpoints.push_back(endpoint);
    has_more = end != std::string::npos && rest[end] == ',';
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
  }
  while (!rest.empty() && rest.back() == '/') rest.pop_back();
  if (!rest.empty()) options.prefix = '/' + rest + '/';
  check(options);
  return options;
}

}  // namespace dimma::store
