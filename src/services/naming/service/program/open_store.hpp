#pragma once
// Opens the store of the service.

#include <dimma/etcd_store.hpp>
#include <dimma/sqlite_store.hpp>
#include <dimma/store.hpp>

#include <memory>
#include <string>

namespace dimma::naming {

// Returns the store to use if the command line names none: naming.db in the first folder of $STATE_DIRECTORY (systemd),
// or in dimma/ below $XDG_STATE_HOME or ~/.local/state. Throws StoreError if no variable gives a folder.
std::string default_store();

// Returns true if other services may use the same store, that is, for an etcd.
bool is_shared(const std::string& store);

// Opens the store `options.file`: a SQLite file, ":memory:" or "etcd:http://HOST:PORT,...". If empty, opens the default
// store and makes its folder. An etcd is cached; `etcd` has the files for its TLS and user. Throws StoreError.
std::unique_ptr<store::Store> open_store(store::SqliteOptions options, const store::EtcdOptions& etcd);

}  // namespace dimma::naming
