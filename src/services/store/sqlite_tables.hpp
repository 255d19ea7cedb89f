#pragma once
// The prepared statements over the tables of a SQLite store. Not thread-safe.

#include <dimma/store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::store {

// The queries, which reading and writing connections have in common.
class Reading {
 public:
  explicit Reading(SQLite::Database& database);

  std::optional<Record> get(std::string_view key);
  Page list(const Query& query);
  // Return the result together with its revision.
  Lookup look_up(std::string_view key);
  Page page(const Query& query);
  bool has_below(std::string_view prefix);

  // A position in the change history. changes_after() reads up to `events_max` changes below `prefix` after it, and
  // advances it to the last change that was read.
  struct Place {
    static constexpr auto last = std::numeric_limits<std::int64_t>::max();  // after all changes of the revision
    Revision revision = 0;
    std::int64_t within = last;
  };
  std::vector<Event> changes_after(Place& place, std::string_view prefix, std::size_t events_max);
  // Returns the revision of the oldest change in the history; 0 if it is empty.
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

  // A transaction. It locks the database from its beginning, and is rolled back unless it is committed.
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
