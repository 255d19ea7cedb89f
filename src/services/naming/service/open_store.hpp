#pragma once
// Which store the service keeps its names in.

#include <dimma/etcd_store.hpp>
#include <dimma/sqlite_store.hpp>
#include <dimma/store.hpp>

#include <memory>
#include <string>

namespace dimma::naming {

// The store for names unless the command line names one: naming.db in the first folder of $STATE_DIRECTORY (systemd),
// or in dimma/ below $XDG_STATE_HOME or ~/.local/state. Throws StoreError if none of them is set.
std::string default_store();

// True if other services may use the same store: one of etcd.
bool is_shared(const std::string& store);

// The store that `options.file` names: a SQLite file, ":memory:", "etcd:http://HOST:PORT,...", or nothing for the
// default, whose folder is made. One of etcd comes with a cache; `etcd` has its files. Throws StoreError.
std::unique_ptr<store::Store> open_store(store::SqliteOptions options, const store::EtcdOptions& etcd);

}  // namespace dimma::naming
