#include <dimma/store.hpp>

#include <set>

namespace dimma::store {
namespace {

using namespace std::chrono_literals;

[[noreturn]] void refuse(const std::string& text) { throw StoreError(StoreError::Kind::refused, text); }

void check_number(std::size_t number, const char* what) {
  if (number > parts_max) {
    refuse("a transaction of " + std::to_string(number) + ' ' + what + ": the limit is " + std::to_string(parts_max));
  }
}

void check_value(std::string_view value) {
  if (value.size() > value_octets_max) {
    refuse("a value of " + std::to_string(value.size()) + " octets: the most is " + std::to_string(value_octets_max));
  }
}

}  // namespace

void check_key(std::string_view key) {
  if (key.empty()) refuse("an empty key");
  if (key.size() > key_octets_max) {
    refuse("a key of " + std::to_string(key.size()) + " octets: the most is " + std::to_string(key_octets_max));
  }
}

void check(const Transaction& transaction) {
  check_number(transaction.conditions.size(), "conditions");
  check_number(transaction.changes.size(), "changes");
  for (const Condition& condition : transaction.conditions) {
    if (condition.kind != Condition::Kind::none_below || !condition.key.empty()) check_key(condition.key);
  }
  std::set<std::string_view> keys;
  for (const Change& change : transaction.changes) {
    check_key(change.key);
    if (change.value) check_value(*change.value);
    if (!keys.insert(change.key).second) refuse("a transaction that changes one key twice");
  }
}

void check(const Query& query) {
  if (query.records_max == 0 || query.records_max > page_records_max) {
    refuse("a page of " + std::to_string(query.records_max) + " records is not within 1 to " +
           std::to_string(page_records_max));
  }
}

void check_lifetime(std::chrono::milliseconds lifetime) {
  constexpr std::chrono::milliseconds longest = std::chrono::hours(24 * 3650);
  if (lifetime < 100ms || lifetime > longest) {
    refuse("a lease of " + std::to_string(lifetime.count()) + " ms is not within 100 ms to 10 years");
  }
}

std::string end_of_prefix(std::string_view prefix) {
  std::string end(prefix);
  while (!end.empty() && end.back() == '\xff') end.pop_back();
  if (!end.empty()) end.back() = static_cast<char>(end.back() + 1);
  return end;
}

std::optional<Record> Store::get(std::string_view key) { return look_up(key).record; }

void Store::put(std::string key, std::string value, LeaseId lease) {
  commit({{}, {Change::put(std::move(key), std::move(value), lease)}});
}

bool Store::create(std::string key, std::string value, LeaseId lease) {
  Transaction transaction{{Condition::absent(key)}, {}};
  transaction.changes.push_back(Change::put(std::move(key), std::move(value), lease));
  return commit(transaction).succeeded;
}

bool Store::erase(std::string key) {
  Transaction transaction{{Condition::present(key)}, {}};
  transaction.changes.push_back(Change::erase(std::move(key)));
  return commit(transaction).succeeded;
}

}  // namespace dimma::store
