// Uses SQLite directly, for dimma-bench naming:
//   naming_store --bare FILE               takes turns (measure/turns.hpp) at "bind": inserts a row into a database of
//                                          its own, with the journal and the durability of a store, one transaction
//                                          each
//   naming_store --fill FILE --bindings N  binds names in the store of a naming service that is stopped, to the object
//                                          to which the first name is bound, until there are N names

#include "measure/command_line.hpp"
#include "measure/turns.hpp"
#include "naming_names.hpp"

#include <dimma/sqlite_store.hpp>

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace {

constexpr std::size_t value_octets = 160;  // about as many as the key and the value of a binding in the experiment
constexpr std::size_t rows_before = 3'000;

int insert_bare(const std::string& file) {
  SQLite::Database database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("CREATE TABLE rows (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID");
  SQLite::Statement insert(database, "INSERT INTO rows (key, value) VALUES (?1, ?2)");
  const std::string value(value_octets, 'v');
  std::size_t next = 0;
  const auto call = [&] {
    insert.bind(1, "new-" + std::to_string(next++));
    insert.bindNoCopy(2, value.data(), static_cast<int>(value.size()));
    insert.exec();
    insert.reset();
  };
  // Fills the journal until SQLite starts again at its beginning, as happens in a service after a while: syncing a file
  // that grows is more expensive.
  database.exec("PRAGMA synchronous = OFF");
  for (std::size_t i = 0; i < rows_before; ++i) call();
  database.exec("PRAGMA synchronous = FULL");
  return measure::serve_turns({{"bind", {call}}});
}

void fill(const std::string& file, std::size_t bindings) {
  dimma::store::SqliteOptions options;
  options.file = file;
  options.durability = dimma::store::SqliteOptions::Durability::normal;
  const auto store = dimma::store::open_sqlite(options);
  // The record of a binding (docs/guides/services.md, "The records"), which has the name in its key.
  const auto bound = store->list({"b", {}, 1}).records;
  const std::string first_id = bench::bound_name(0).front().id();
  const std::size_t at = bound.empty() ? std::string::npos : bound[0].key.find(first_id);
  if (at == std::string::npos) throw std::runtime_error("--fill: the first name is not bound in " + file);
  const auto key = [&](std::size_t number) {
    std::string changed = bound[0].key;
    return changed.replace(at, first_id.size(), bench::bound_name(number).front().id());
  };
  for (std::size_t next = 1; next < bindings;) {
    dimma::store::Transaction some;
    const std::size_t end = std::min(bindings, next + dimma::store::parts_max);
    for (; next != end; ++next) some.changes.push_back(dimma::store::Change::put(key(next), bound[0].value));
    store->commit(some);
  }
}

int run(int argc, const char* const* argv) {
  std::string bare;
  std::string filled;
  std::size_t bindings = 1;
  measure::CommandLine command_line("naming_store --bare FILE | --fill FILE --bindings N",
                                    "What dimma-bench naming does to SQLite itself.");
  command_line.text("bare", bare, "a database to make, and to insert rows into")
      .text("fill", filled, "the store of a naming service")
      .count("bindings", bindings, "how many names to bind (1)", 100'000'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (bare.empty() == filled.empty()) throw measure::UsageError("either --bare or --fill is needed");
  if (!bare.empty()) return insert_bare(bare);
  fill(filled, bindings);
  std::cout << "filled" << std::endl;  // fill() has closed the store
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("naming_store", [&] { return run(argc, argv); });
}
