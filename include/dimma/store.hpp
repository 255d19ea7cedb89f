#pragma once
/// The contract of a store: records with a key and a value, ordered by key, changed by transactions, observed by
/// watches, and limited in time by leases. The directory of examples/Aida and the naming service keep their names in a
/// store.
///
/// Keys and values consist of any octets. Keys are ordered lexicographically as unsigned octets. A key has 1 to
/// key_octets_max octets, a value up to value_octets_max.
///
/// The store numbers the transactions that changed it, in order; the number of the last one is its *revision*. A store
/// that is shared with other programs may skip numbers, and may count a transaction that changed nothing. Each record
/// has the revision that created it and the one that last changed it; a record that is erased and put again is created
/// again.
///
/// A record may be put under a *lease*, which its owner renews. When a lease ends, the records under it are erased.
/// When a store is opened after it was closed, or its process died, each lease starts again with its full time.
///
/// Thread-safe. Every function throws StoreError. Every implementation passes
/// tests/unit/services/store/conformance.cpp. A dimma extension; the library is dimma::store (find_package(dimma
/// COMPONENTS store)).

#include <dimma/generated/cxx20.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store {

/// Thrown by all stores. The text names the store, the operation and a remedy.
class StoreError : public std::runtime_error {
 public:
  /// The category of the failure.
  enum class Kind {
    refused,      ///< invalid argument: a key that is too long, a lease that does not exist
    compacted,    ///< watch from a revision that the store no longer keeps
    unavailable,  ///< not executed, may succeed later: the store is in use or cannot be reached
    failed,       ///< not executed: disk full, no permission, device error
    damaged,      ///< not a store, a store of another version, or corrupt
    uncertain,    ///< may have been executed: the answer was not received
  };

  StoreError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  /// Returns the category of the failure.
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

using Revision = std::uint64_t;
using LeaseId = std::uint64_t;
inline constexpr LeaseId no_lease = 0;

inline constexpr std::size_t key_octets_max = std::size_t{64} << 10;
inline constexpr std::size_t value_octets_max = std::size_t{1} << 20;
/// Maximum number of conditions of a transaction, and of its changes.
inline constexpr std::size_t parts_max = 128;
/// Maximum number of records in a page.
inline constexpr std::size_t page_records_max = 10'000;

/// A key and its value, which may contain any octets; the revisions that created it and last changed it; and its lease,
/// if it has one.
struct Record {
  std::string key;
  std::string value;
  Revision created = 0;
  Revision modified = 0;
  LeaseId lease = no_lease;
};

/// A condition for a transaction to change anything.
struct Condition {
  /// The kind of condition on `key`.
  enum class Kind {
    absent,      ///< no record has the key
    present,     ///< a record has the key
    value,       ///< a record has the key, with this value
    modified,    ///< a record has the key, last changed at this revision
    none_below,  ///< no record's key begins with `key`, which may be empty
  };
  Kind kind = Kind::present;
  std::string key;
  std::string expected_value;
  Revision expected_revision = 0;

  /// Return a condition of each kind.
  static Condition absent(std::string key) { return {Kind::absent, std::move(key), {}, 0}; }
  static Condition present(std::string key) { return {Kind::present, std::move(key), {}, 0}; }
  /// Requires the key's record to have this value.
  static Condition has_value(std::string key, std::string value) {
    return {Kind::value, std::move(key), std::move(value), 0};
  }
  /// Requires the key's record to have been last changed at this revision.
  static Condition unchanged_since(std::string key, Revision modified) {
    return {Kind::modified, std::move(key), {}, modified};
  }
  /// Requires that no key begins with the prefix.
  static Condition none_below(std::string prefix) { return {Kind::none_below, std::move(prefix), {}, 0}; }
};

/// A record to put, or a key to erase. Erasing a key without a record changes nothing.
struct Change {
  std::string key;
  std::optional<std::string> value;  ///< nullopt to erase
  LeaseId lease = no_lease;

  /// Puts a record. Replaces the record of the key, if there is one.
  static Change put(std::string key, std::string value, LeaseId lease = no_lease) {
    return {std::move(key), std::move(value), lease};
  }
  /// Erases the record of the key.
  static Change erase(std::string key) { return {std::move(key), std::nullopt, no_lease}; }
};

/// Changes that are all made if all conditions hold, otherwise none of them. No two changes may have the same key.
struct Transaction {
  std::vector<Condition> conditions;
  std::vector<Change> changes;
};

/// The outcome of a transaction.
struct Outcome {
  bool succeeded = false;  ///< true if all conditions held
  Revision revision = 0;   ///< the store's revision after the transaction
  /// On failure, the record found for the key of each condition, in the order of the conditions.
  std::vector<std::optional<Record>> found;
};

/// Selects the records of a page.
struct Query {
  std::string prefix;                          ///< the keys begin with this prefix; empty for all keys
  std::string after;                           ///< only keys after this one; empty to start at the first
  std::size_t records_max = page_records_max;  ///< 1 to page_records_max
};

/// The record of a key as of a revision.
struct Lookup {
  std::optional<Record> record;
  Revision revision = 0;  ///< the store's revision when the record was read
};

/// A page of a listing. Each page is a consistent snapshot, and a record that exists during a whole listing is on
/// exactly one of its pages.
struct Page {
  std::vector<Record> records;
  bool is_last = true;    ///< if false, continue after the last record's key
  Revision revision = 0;  ///< the store's revision when the page was read
};

/// A record that was put or erased.
struct Event {
  Record record;  ///< an erased record has its key, and in `modified` the revision that erased it
  bool was_erased = false;
};

/// The events of the records whose keys have a prefix, in order, each once. Used by one thread at a time.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Returns the events since the last call. If there are none, waits for the first one; returns an empty vector if
  /// there is none within `patience`. Changes that the store acknowledged before the call are included, even if
  /// `patience` is zero. Throws StoreError of kind `compacted` if the watch has fallen so far behind that the store no
  /// longer keeps some events: list the records again, and watch from there.
  virtual std::vector<Event> next(std::chrono::milliseconds patience) = 0;
  /// Returns the revision up to which next() has returned all events. It may stay below the store's revision if others
  /// use the store too.
  virtual Revision revision() const = 0;

 protected:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
};

/// Records ordered by key. All functions are thread-safe, block until the store has answered, and throw StoreError.
class Store {
 public:
  virtual ~Store() = default;

  /// Returns the record of the key, if there is one, and the store's revision when it was read.
  virtual Lookup look_up(std::string_view key) = 0;
  /// Returns the record of the key, if there is one.
  virtual std::optional<Record> get(std::string_view key);
  virtual Page list(const Query& query) = 0;

  /// Executes the transaction. Returns when the changes are durable, as far as the store guarantees that.
  virtual Outcome commit(const Transaction& transaction) = 0;

  /// Returns the revision of the latest transaction that changed something.
  virtual Revision revision() = 0;
  /// Returns a watch of the changes later than revision `after`. The store must outlive the watch.
  virtual std::unique_ptr<Watch> watch(std::string prefix, Revision after) = 0;

  /// Creates a lease that ends after `lifetime` (100 ms to 10 years) unless it is renewed. A store may round the
  /// lifetime up, as etcd does to seconds.
  virtual LeaseId grant(std::chrono::milliseconds lifetime) = 0;
  /// Restarts the lease with its full lifetime. Returns false if it has ended.
  virtual bool renew(LeaseId lease) = 0;
  /// Ends the lease. Returns false if it had already ended.
  virtual bool revoke(LeaseId lease) = 0;

  /// Puts a record, and replaces the record of the key, if there is one.
  void put(std::string key, std::string value, LeaseId lease = no_lease);
  /// Puts a record if the key has none. Returns false if it has one.
  bool create(std::string key, std::string value, LeaseId lease = no_lease);
  /// Erases a record. Returns false if the key has none.
  bool erase(std::string key);

 protected:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
};

/// Throw StoreError of kind `refused` for arguments that no store accepts: keys, values or numbers beyond the limits,
/// or a duplicate key.
void check_key(std::string_view key);
void check(const Transaction& transaction);
void check(const Query& query);
void check_lifetime(std::chrono::milliseconds lifetime);

/// Returns the first key after all keys that begin with `prefix`; empty if there is none.
std::string end_of_prefix(std::string_view prefix);

}  // namespace dimma::store
