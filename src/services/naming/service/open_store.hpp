#pragma once
// Opens the store in which the service keeps its names.

#include <dimma/etcd_store.hpp>
#include <dimma/sqlite_store.hpp>
#include <dimma/store.hpp>

#include <memory>
#include <string>

namespace dimma::naming {

// Returns the store for names unless the command line names one: naming.db in the first folder of $STATE_DIRECTORY
// (systemd), or in dimma/ below $XDG_STATE_HOME or ~/.local/state. Throws StoreError if none of them is set.
std::string default_store();

// Returns true if other services may use the same store, that is one of etcd.
bool is_shared(const std::string& store);

// Opens the store `options.file`: a SQLite file, ":memory:", "etcd:http://HOST:PORT,...", or if empty the default,
// whose folder is made. A store of etcd gets a cache; `etcd` has its files. Throws StoreError.
std::unique_ptr<store::Store> open_store(store::SqliteOptions options, const store::EtcdOptions& etcd);

}  // namespace dimma::naming
