#pragma once
// The statements over the tables of a SQLite store, prepared once. Used by one thread at a time.

#include <dimma/store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store {

// The queries of both a reading and a writing connection.
class Reading {
 public:
  explicit Reading(SQLite::Database& database);

  std::optional<Record> get(std::string_view key);
  Page list(const Query& query);
  // Return the result with its revision.
  Lookup look_up(std::string_view key);
  Page page(const Query& query);
  bool has_below(std::string_view prefix);

  // A position in the changes. Up to `events_max` changes below `prefix` are read after it, and it moves to the last
  // one that was read.
  struct Place {
    static constexpr auto last = std::numeric_limits<std::int64_t>::max();  // after all changes of its revision
    Revision revision = 0;
    std::int64_t within = last;
  };
  std::vector<Event> changes_after(Place& place, std::string_view prefix, std::size_t events_max);
  // Returns the revision of the oldest remembered change; 0 if there is none.
  Revision oldest_change();
  Revision newest_change();

 private:
  SQLite::Database& database_;
  SQLite::Statement get_;
  SQLite::Statement list_;
  SQLite::Statement changes_;
  SQLite::Statement oldest_;
  SQLite::Statement newest_;
};

class Writing {
 public:
  explicit Writing(SQLite::Database& database);

  // A transaction, which has the lock of the database from its beginning. It is rolled back unless it is committed.
  class Transaction {
   public:
    explicit Transaction(Writing& writing);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    void commit();

   private:
    Writing& writing_;
    bool is_committed_ = false;
  };

  void put(const Record& record);
  void erase(std::string_view key);
  void remember(const Event& event, std::int64_t place);
  void forget_changes_before(Revision revision);

  LeaseId add_lease(std::chrono::milliseconds lifetime);
  void remove_lease(LeaseId lease);
  std::map<LeaseId, std::chrono::milliseconds> leases();
  std::vector<Record> records_under(LeaseId lease);

 private:
  SQLite::Database& database_;
  SQLite::Statement begin_;
  SQLite::Statement commit_;
  SQLite::Statement undo_;
  SQLite::Statement put_;
  SQLite::Statement erase_;
  SQLite::Statement remember_;
  SQLite::Statement forget_;
  SQLite::Statement add_lease_;
  SQLite::Statement remove_lease_;
  SQLite::Statement under_lease_;
};

}  // namespace dimma::store
