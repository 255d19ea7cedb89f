#pragma once
/// The contract of a store: records of a key and a value in the order of their keys, changed by transactions, watched,
/// and kept alive by leases. The directory of examples/Aida and the naming service keep their names in one.
///
/// Keys and values are any octets. Keys are ordered as unsigned octets, a key before those that it begins. A key has 1
/// to key_octets_max octets, a value up to value_octets_max.
///
/// The store numbers the transactions that changed it, in order; the number of the last one is its *revision*. A store
/// that others use too may leave numbers out, and may count a transaction that changed nothing. Each record knows the
/// transaction that created it and the one that changed it last; a record that is erased and put again is created
/// again.
///
/// A record may be put under a *lease*, which its owner renews. When a lease ends, the records under it are erased. A
/// store that was closed, or whose process died, gives each lease its full time again when it is opened.
///
/// Thread safe. Every function throws StoreError. Every implementation passes
/// tests/unit/services/store/conformance.cpp. dimma's own; the library is dimma::store (find_package(dimma COMPONENTS
/// store)).

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

/// Thrown by all stores. The text names the store, what was tried and what to do.
class StoreError : public std::runtime_error {
 public:
  /// The caller's options.
  enum class Kind {
    refused,      ///< the caller's mistake: a key that is too long, a lease that does not exist
    compacted,    ///< a watch from a revision that the store no longer remembers
    unavailable,  ///< not done, may work later: the store is in use or can't be reached
    failed,       ///< not done: no room on the disk, no permission, an error of the device
    damaged,      ///< not a store, a store of another version, or one that is corrupt
    uncertain,    ///< it may have been done: the answer did not come
  };

  StoreError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  /// The kind of this error.
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

using Revision = std::uint64_t;
using LeaseId = std::uint64_t;
inline constexpr LeaseId no_lease = 0;

inline constexpr std::size_t key_octets_max = std::size_t{64} << 10;
inline constexpr std::size_t value_octets_max = std::size_t{1} << 20;
/// The most conditions of one transaction, and the most changes of one.
inline constexpr std::size_t parts_max = 128;
/// The most records in a page.
inline constexpr std::size_t page_records_max = 10'000;

/// A key and its value, both any octets; the revisions that made it and last changed it; and its lease, if it has one.
struct Record {
  std::string key;
  std::string value;
  Revision created = 0;
  Revision modified = 0;
  LeaseId lease = no_lease;
};

/// A condition that must hold for a transaction to change anything.
struct Condition {
  /// The kind of condition on `key`.
  enum class Kind {
    absent,      ///< no record has the key
    present,     ///< a record has it
    value,       ///< a record has it, with this value
    modified,    ///< a record has it, last changed at this revision
    none_below,  ///< no record's key begins with `key`; an empty one: the store is empty
  };
  Kind kind = Kind::present;
  std::string key;
  std::string expected_value;
  Revision expected_revision = 0;

  /// Make a condition of each kind.
  static Condition absent(std::string key) { return {Kind::absent, std::move(key), {}, 0}; }
  static Condition present(std::string key) { return {Kind::present, std::move(key), {}, 0}; }
  /// The record of the key has this value.
  static Condition has_value(std::string key, std::string value) {
    return {Kind::value, std::move(key), std::move(value), 0};
  }
  /// The record of the key was last changed at this revision.
  static Condition unchanged_since(std::string key, Revision modified) {
    return {Kind::modified, std::move(key), {}, modified};
  }
  /// No key begins with the prefix.
  static Condition none_below(std::string prefix) { return {Kind::none_below, std::move(prefix), {}, 0}; }
};

/// A record to put, or a key to erase. Erasing a key that no record has changes nothing.
struct Change {
  std::string key;
  std::optional<std::string> value;  ///< nothing: erase
  LeaseId lease = no_lease;

  /// Puts a record in place of the one of that key, if there is one.
  static Change put(std::string key, std::string value, LeaseId lease = no_lease) {
    return {std::move(key), std::move(value), lease};
  }
  /// Erases the record of the key.
  static Change erase(std::string key) { return {std::move(key), std::nullopt, no_lease}; }
};

/// Makes all of the changes if all of the conditions hold, otherwise none of them. No two changes may have the same
/// key.
struct Transaction {
  std::vector<Condition> conditions;
  std::vector<Change> changes;
};

/// The outcome of a transaction.
struct Outcome {
  bool succeeded = false;  ///< true if the conditions held
  Revision revision = 0;   ///< the store's, after the transaction
  /// If it did not succeed: the record of each condition's key as it was found, in their order.
  std::vector<std::optional<Record>> found;
};

/// Selects the records of a page.
struct Query {
  std::string prefix;                          ///< records whose keys begin with it; empty: all
  std::string after;                           ///< only those after this key; empty: from the first
  std::size_t records_max = page_records_max;  ///< 1 to page_records_max
};

/// The record of a key at a revision.
struct Lookup {
  std::optional<Record> record;
  Revision revision = 0;  ///< the store's, when it was read
};

/// Consistent in itself. A record that exists during a whole listing is on exactly one of its pages.
struct Page {
  std::vector<Record> records;
  bool is_last = true;    ///< otherwise go on after the last record's key
  Revision revision = 0;  ///< the store's, when it was read
};

/// A record that was put or erased.
struct Event {
  Record record;  ///< an erased record has its key, and as `modified` the revision that erased it
  bool was_erased = false;
};

/// The events of the records below a prefix, in order, each once. Used by one thread at a time.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Returns the events since the last call. Waits for the first event if there is none; empty if there is none within
  /// `patience`. Changes that the store has acknowledged before the call are included, even without patience. Throws
  /// StoreError of kind `compacted` if the watch is so late that the store has forgotten some: list again, and watch
  /// from there.
  virtual std::vector<Event> next(std::chrono::milliseconds patience) = 0;
  /// Everything that happened up to this revision has been returned by next(). It may stay below the store's if others
  /// use the store too.
  virtual Revision revision() const = 0;

 protected:
  Watch() = default;
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;
};

/// Keys and values in order. All functions are thread safe, block until the store has answered, and throw StoreError.
class Store {
 public:
  virtual ~Store() = default;

  /// Returns the record of a key, if there is one, and the store's revision at that time.
  virtual Lookup look_up(std::string_view key) = 0;
  /// Returns the record of a key, if there is one.
  virtual std::optional<Record> get(std::string_view key);
  virtual Page list(const Query& query) = 0;

  /// Returns when the changes survive the death of the machine, as far as the store promises that.
  virtual Outcome commit(const Transaction& transaction) = 0;

  /// Returns the revision of the latest transaction that changed something.
  virtual Revision revision() = 0;
  /// Watches changes later than revision `after`. The store must outlive the watch.
  virtual std::unique_ptr<Watch> watch(std::string prefix, Revision after) = 0;

  /// Makes a new lease, which ends after `lifetime` (100 ms to 10 years) unless it is renewed. A store may round it up,
  /// as etcd does to seconds.
  virtual LeaseId grant(std::chrono::milliseconds lifetime) = 0;
  /// Gives it its full lifetime again from now on. Returns false if it has ended.
  virtual bool renew(LeaseId lease) = 0;
  /// Ends it. Returns false if it had ended before.
  virtual bool revoke(LeaseId lease) = 0;

  /// Puts a record, whether or not the key has one.
  void put(std::string key, std::string value, LeaseId lease = no_lease);
  /// Puts a record if none has the key. Returns false if one has it.
  bool create(std::string key, std::string value, LeaseId lease = no_lease);
  /// Erases a record. Returns false if no record had the key.
  bool erase(std::string key);

 protected:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
};

/// Throw StoreError of kind `refused` for what no store takes: keys, values or numbers beyond the limits, a key twice.
void check_key(std::string_view key);
void check(const Transaction& transaction);
void check(const Query& query);
void check_lifetime(std::chrono::milliseconds lifetime);

/// Returns the first key beyond all that begin with `prefix`; empty if there is none.
std::string end_of_prefix(std::string_view prefix);

}  // namespace dimma::store
