// A program with a store, by the component `store`.

#include <dimma/sqlite_store.hpp>

#include <iostream>

int main() {
  dimma::store::SqliteOptions options;
  options.file = ":memory:";
  const auto store = dimma::store::open_sqlite(options);
  store->put("outside", "kept outside");
  std::cout << store->get("outside")->value << '\n';
  return 0;
}
